// The site around the API: the host's own files, foreign files, compressed files, and what a later build removes of them.
import fs, { existsSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { hostNames, hosts } from '../../src/hosts/hosts.ts';
import { removeFolder, snapshot, writeFiles } from '../folders.ts';
import { siteForEach } from './each-site.ts';
import { filesIn } from './layout.ts';
import { problemsOf, rulesOf, runBuild, type Chosen } from './run.ts';

let [folder, data, out] = ['', '', ''];
siteForEach((site) => {
  ({ folder, data, out } = site);
  generateCatalog({ courses: 40, directory: data });
});

describe('a build for another host', () => {
  it.each(hostNames)('over one for %s equals a build into an empty folder', async (host) => {
    await runBuild({ data, out, chosen: { host, baseUrl: 'https://example.org/catalog' } });
    const own = filesIn(out).filter((path) => !path.startsWith('api/v1/'));
    expect(readFileSync(join(out, '.nojekyll'), 'utf8').split('\n').slice(1, -1)).toEqual(
      own.filter((path) => path !== '.nojekyll'),
    );
    await runBuild({ data, out });
    const fresh = join(folder, 'fresh');
    await runBuild({ data, out: fresh });
    expect(snapshot(out)).toEqual(snapshot(fresh));
    expect(readdirSync(out).toSorted()).toEqual(readdirSync(fresh).toSorted());
  });

  it('does not touch a foreign file with the name of one of its own, and changes nothing', async () => {
    await runBuild({ data, out });
    writeFiles(out, { _headers: 'by hand', '_redirects/x': 'by hand' });
    const before = snapshot(out);
    const problems = await problemsOf({ data, out, chosen: { host: 'netlify' } });
    expect(problems.map(({ rule, file }) => [rule, file])).toEqual([
      ['output-file', join(out, '_headers')],
      ['output-file', join(out, '_redirects')],
    ]);
    expect(snapshot(out)).toEqual(before);
  });

  it.each([
    ['a link in place of one of its folders', 'docs', () => symlinkSync('../home', join(out, 'docs'))],
    ['a file in place of one of its folders', 'docs', () => writeFileSync(join(out, 'docs'), 'by hand')],
    ['a folder in place of one of its files', 'a', () => writeFiles(out, { 'a/f': 'by hand' })],
    ['an empty folder in place of one of its files', 'a', () => fs.mkdirSync(join(out, 'a'))],
    ['a link in place of the API', 'api', () => symlinkSync('../home', join(out, 'api'))],
    ['a file in place of the API', 'api', () => writeFileSync(join(out, 'api'), 'by hand')],
  ])('leaves %s alone, with what is behind it, and reports where it is', async (_, path, put) => {
    writeFiles(folder, { 'public/docs/x': 'x', 'public/a': 'a', 'home/x': 'precious', 'home/v1/x': 'precious' });
    await runBuild({ data, out });
    removeFolder(join(out, path));
    put();
    const before = snapshot(folder);
    const problems = await problemsOf({ data, out });
    expect(problems.map(({ rule, file }) => [rule, file])).toEqual([['output-file', join(out, path)]]);
    expect(snapshot(folder)).toEqual(before);
    // Files to be removed are not looked for behind it, nor removed where a folder took their place.
    removeFolder(join(folder, 'public'));
    const isPublic = path !== 'api';
    expect(await rulesOf({ data, out })).toEqual(isPublic ? [] : ['output-file']);
    expect(readFileSync(join(folder, 'home/x'), 'utf8')).toBe('precious');
    expect(existsSync(join(out, path))).toBe(true);
  });

  it('gives the same files with the name index.html', async () => {
    const html = join(folder, 'html');
    await runBuild({ data, out });
    await runBuild({ data, out: html, chosen: { indexFile: 'index.html' } });
    const named = [...snapshot(out)].map(([path, text]) => [
      path.replace(/^(api\/.*)\/index\.json$/u, '$1/index.html'),
      text,
    ]);
    expect(Object.fromEntries(snapshot(html))).toEqual(Object.fromEntries(named));
  });

  it('warns about what the host cannot do', async () => {
    const unsupported: Partial<Chosen> = { host: 'github-pages', pageLinks: 'query', precompress: ['gzip'] };
    const { warnings } = await runBuild({ data, out, chosen: unsupported });
    expect(warnings.map(({ level, rule }) => `${level} ${rule}`)).toEqual([
      'warning host-page-links',
      'warning host-precompress',
    ]);
    const names = await Promise.all(
      (['github-pages', 'firebase', 'nginx'] as const).map(async (host) => {
        const asJson = hosts[host].indexFile === 'index.json';
        const indexFile = asJson ? 'index.html' : 'index.json';
        const chosen: Partial<Chosen> = { host, pageLinks: 'path', indexFile };
        return (await runBuild({ data, out: join(folder, host), chosen })).warnings.map(({ rule }) => rule);
      }),
    );
    expect(names).toEqual([['host-index-file'], ['host-index-file'], []]);
    const firebase = {
      host: 'firebase',
      pageLinks: 'path',
      indexFile: 'index.html',
      baseUrl: 'https://example.org/catalog',
    } as const;
    const { warnings: ofPrefix } = await runBuild({ data, out, chosen: firebase });
    expect(ofPrefix.map(({ rule }) => rule)).toEqual(['host-prefix']);
  });
});

describe('foreign files where the search index goes', () => {
  it.each([
    ['a file', 'search/courses/0.json', () => writeFiles(out, { 'search/courses/0.json': 'by hand' })],
    ['a link to a folder', 'search/courses', () => symlinkSync('../../home', join(out, 'search/courses'))],
  ])('are not touched: %s', async (_, path, stand) => {
    await runBuild({ data, out });
    writeFiles(folder, { 'home/0.json': 'by hand', 'dist/search/mine.txt': 'by hand' });
    stand();
    const before = snapshot(out);
    const problems = await problemsOf({ data, out, chosen: { site: true } });
    expect(problems.map(({ rule, file }) => [rule, file])).toContainEqual(['output-file', join(out, path)]);
    expect(snapshot(out)).toEqual(before);
  });

  it.each(['dumps/providers.csv', 'providers/index.html', 'dumps/courses.csv'])(
    'is no foreign file at %s',
    async (path) => {
      await runBuild({ data, out });
      writeFiles(out, { [path]: 'mine' });
      const problems = await problemsOf({ data, out, chosen: { dumps: ['csv'], coursePages: true } });
      expect(problems.map(({ rule }) => rule)).toEqual(['output-file']);
      expect(readFileSync(join(out, path), 'utf8')).toBe('mine');
    },
  );
});

it('the list of files that a build made has no effect elsewhere if somebody edits it', async () => {
  await runBuild({ data, out });
  writeFiles(folder, { 'mine.txt': 'x', 'dist/foreign.txt': 'x' });
  const own = readFileSync(join(out, '.nojekyll'), 'utf8').trimEnd().split('\n');
  const lines = [...own, '../mine.txt', '/etc/hostname', 'api/v1/index.json', './foreign.txt', ''];
  writeFileSync(join(out, '.nojekyll'), lines.join('\r\n'));
  const { files } = await runBuild({ data, out: join(folder, 'fresh') });
  await runBuild({ data, out });
  expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('x');
  expect(readFileSync(join(out, 'foreign.txt'), 'utf8')).toBe('x');
  expect(filesIn(out)).toHaveLength(files + 1);
});

describe('compressed files', () => {
  const twins: Pick<Chosen, 'precompress'> = { precompress: ['gzip', 'brotli'] };

  it('are beside every index file that is worth it, with the same content', async () => {
    await runBuild({ data, out, chosen: twins });
    const worthIt = filesIn(out).filter((path) => {
      return path.startsWith('api/') && path.endsWith('/index.json') && statSync(join(out, path)).size >= 1024;
    });
    expect(worthIt.length).toBeGreaterThan(10);
    for (const path of worthIt) {
      const whole = readFileSync(join(out, path));
      expect(gunzipSync(readFileSync(join(out, `${path}.gz`))), path).toEqual(whole);
      expect(brotliDecompressSync(readFileSync(join(out, `${path}.br`))), path).toEqual(whole);
    }
    expect(filesIn(out).filter((path) => /\.(?:gz|br)$/u.test(path))).toHaveLength(2 * worthIt.length);
  });
});
