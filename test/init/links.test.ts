// The weekly workflow that `init` writes for dead addresses: its steps in a real repository, with a `gh` that keeps issues in a file.
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { isMissing, neededFor } from '../helpers/programs.ts';
import { git, remoteRepository } from './remote.ts';

const course = (id: number, linkurl: string) =>
  `${JSON.stringify({ id, title: 'Baking', linkurl, provider: 1, language: 'English', date_published: '2026-01-01' })}\n`;

/** What earlier weeks found of an address on this machine, for which no request is sent. */
const remembered = (times: number) =>
  `${JSON.stringify({ url: 'http://127.0.0.1/gone', checkedAt: '2026-05-03T09:00:00Z', result: 'error', since: '2026-05-01T09:00:00Z', times, what: 'answered 404' })}\n`;

describe.skipIf(isMissing('git'))(`the workflow${neededFor('git')}`, () => {
  const path = '.github/workflows/links.yml';

  it('keeps one issue, and the memory on a branch of its own', ({ folder }) => {
    const { at, commit, runJob, issues, read } = remoteRepository(folder);
    git(at('browser'), 'rm', '--quiet', '-r', 'data');
    writeFiles(at('browser/data'), {
      'providers.json': '[{"id":1,"name":"Baker"}]',
      'categories.json': '[]',
      'courses.ndjson': course(1, 'http://127.0.0.1/gone'),
    });
    commit('Begin');
    const main = git(at('server.git'), 'rev-parse', 'main');
    const memory = () => git(at('server.git'), 'show', 'links:.links.ndjson');

    expect(runJob(path, 'links')).not.toContain('issue create');
    expect(memory()).toContain('"result":"unknown"');
    expect(git(at('server.git'), 'ls-tree', '--name-only', 'links')).toBe('.links.ndjson\n');
    expect(issues()).toEqual([]);

    // Weeks later; what is remembered is read from the branch, and written to it.
    const remember = (text: string) => {
      git(at('browser'), 'fetch', '--quiet', 'origin', 'links');
      git(at('browser'), 'switch', '--quiet', '--detach', 'FETCH_HEAD');
      writeFileSync(at('browser/.links.ndjson'), text);
      git(at('browser'), 'commit', '--quiet', '--all', '--message', 'Weeks');
      git(at('browser'), 'push', '--quiet', 'origin', 'HEAD:links');
      git(at('browser'), 'switch', '--quiet', '-');
    };
    remember(remembered(3));
    expect(runJob(path, 'links')).toContain('issue create --title Some addresses are dead --label dead-links');
    const place =
      'data/courses.ndjson:1:26 course 1 "Baking": http://127.0.0.1/gone is dead: answered 404, 3 times since 2026-05-01';
    expect(issues()).toMatchObject([{ state: 'open', body: expect.stringContaining(place) }]);
    expect(read('summary')).toContain(place);
    expect(runJob(path, 'links')).not.toContain('issue create');
    expect(issues()).toMatchObject([{ state: 'open' }]);

    writeFileSync(at('browser/data/courses.ndjson'), course(1, 'http://127.0.0.1/new'));
    git(at('browser'), 'switch', '--quiet', 'main');
    commit('Correct the address');
    runJob(path, 'links');
    expect(issues()).toMatchObject([{ state: 'closed', body: expect.not.stringContaining('gone') }]);
    expect(memory()).not.toContain('gone');
    const log = git(at('server.git'), 'log', '--format=%an: %s', 'main').split('\n');
    expect(log.slice(0, 2)).toEqual(['Ada: Correct the address', 'Ada: Begin']);
    expect(git(at('server.git'), 'rev-parse', 'main~1')).toBe(main);
  });

  it('fails if the catalog cannot be read, and leaves the issue as it is', ({ folder }) => {
    const { at, commit, runJob, issues } = remoteRepository(folder);
    writeFiles(at('browser/data'), { 'courses/broken.ndjson': '{\n' });
    commit('Break');
    expect(() => runJob(path, 'links')).toThrow(/broken\.ndjson:1/u);
    expect(issues()).toEqual([]);
    expect(readFileSync(at(`browser/${path}`), 'utf8')).not.toMatch(/\$\{\{ (?!github\.token|steps\.report)/u);
  });
});
