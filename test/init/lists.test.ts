// Lists that are uploaded in a browser: the steps of the workflow that `init` writes, in a real repository, with a `gh` that keeps issues in a file.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeXlsx } from 'hucre';
import { parse } from 'yaml';
import { describe, expect } from 'vitest';
import { planInit } from '../../src/cli/init/init.ts';
import { courseCatalog } from '../cli/command.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { isMissing, neededFor } from '../helpers/programs.ts';
import { git, remoteRepository } from './remote.ts';

/** A repository to which lists are uploaded. */
function repository(folder: string) {
  const { at, commit, read, runJob, issues, addIssue } = remoteRepository(folder);
  return {
    issues,
    addIssue,
    /** Uploads files as the page of a repository does: onto what the server has by then. */
    upload(files: Parameters<typeof writeFiles>[1], removed: readonly string[] = []) {
      git(at('browser'), 'pull', '--quiet', '--rebase', 'origin', 'main');
      writeFiles(at('browser'), files);
      if (removed.length > 0) git(at('browser'), 'rm', '--quiet', ...removed);
      if (git(at('browser'), 'status', '--porcelain') !== '') commit('Add files via upload');
    },
    /** Runs the workflow; `meanwhile` once it has imported. Returns what the server has then, and what was published. */
    runWorkflow(meanwhile: () => void = () => {}) {
      let scripts = 0;
      const calls = runJob('.github/workflows/lists.yml', 'import', (index) => {
        scripts += 1;
        if (index === 1) meanwhile();
      });
      expect(scripts).toBe(3);
      return { published: calls.includes('workflow run publish.yml --ref main'), summary: read('summary') };
    },
    /** The courses on the server by title, after a check of the catalog. */
    async courses(): Promise<string[]> {
      git(at('browser'), 'pull', '--quiet', '--rebase', 'origin', 'main');
      expect(await courseCatalog(['check', '--data', at('browser/data')])).toMatchObject({ exitCode: 0 });
      const files = readdirSync(at('browser/data/courses')).filter((name) => name.endsWith('.ndjson'));
      const lines = files.flatMap((name) => read(`browser/data/courses/${name}`).trim().split('\n'));
      return lines.map((line) => JSON.parse(line).title);
    },
    /** The record of a course in the file of its import. */
    course: (title: string): unknown =>
      JSON.parse(
        read(`browser/${imported}`)
          .split('\n')
          .find((line) => line.includes(`"${title}"`)) ?? 'null',
      ),
    /** Edits the file of the import in the browser. */
    edit(change: (text: string) => string) {
      this.upload({});
      this.upload({ [imported]: change(read(`browser/${imported}`)) });
    },
    read: (path: string) => read(`browser/${path}`),
    /** Lets `diff` fail on every runner. */
    breakDiff: () =>
      writeFileSync(at('bin/npx'), read('bin/npx').replace('shift 2', 'shift 2; [ "$1" != diff ] || exit 1')),
    configuration: (): unknown => JSON.parse(read('browser/course-catalog.config.json')),
    has: (path: string) => existsSync(join(at('browser'), path)),
    log: () => git(at('server.git'), 'log', '--format=%an: %s', 'main').trim().split('\n'),
  };
}

const list = async (titles: readonly string[]) =>
  writeXlsx({
    sheets: [
      {
        name: 'Hoja1',
        rows: [['Título', 'Enlace'], ...titles.map((title) => [title, `https://a.example/${title.replace(' ', '-')}`])],
      },
    ],
  });
const titles = Array.from({ length: 20 }, (_, index) => `Curso ${index + 1}`);
const answers = 'provider: Biblioteca Municipal\nlanguage: Español\ndate: 2027-01-31\n';
const [path, answersPath] = ['lists/Mi lista.xlsx', 'lists/Mi lista.answers.txt'];
const imported = 'data/courses/Mi-lista.ndjson';

describe.skipIf(isMissing('git'))(`a list that is uploaded${neededFor('git')}`, () => {
  it('is asked about in one issue, which is closed once it is answered and published', async ({ folder }) => {
    const remote = repository(folder);
    remote.upload({ [path]: await list(titles) });
    expect(remote.runWorkflow().published).toBe(false);
    const [issue] = remote.issues();
    expect(issue).toMatchObject({ state: 'open', title: 'Your lists have questions' });
    expect(issue?.body).toContain('### lists/Mi lista.xlsx\n\nThis list was not imported, and nothing was changed.');
    const [, lines = ''] = /```text\n([^]*?\n)```/u.exec(issue?.body ?? '') ?? [];
    expect(lines).toMatch(
      /^# .*provider[^\n]*\?\nprovider:\n# .*language[^\n]*\?\nlanguage: Spanish\n# .*date of publication[^\n]*\?\ndate: \d{4}-\d\d-\d\d\n$/u,
    );
    expect(issue?.body).not.toContain('--');
    // The page on which the file is begun has these lines in it.
    const [, link = ''] = /\]\((https:[^)]+)\)/u.exec(issue?.body ?? '') ?? [];
    const { pathname, searchParams } = new URL(link);
    expect([pathname, searchParams.get('filename')]).toEqual(['/ada/courses/new/main', answersPath]);
    expect(searchParams.get('value')).toBe(lines);
    expect(remote.log()).toEqual(['Ada: Add files via upload', 'Ada: Initial commit']);
    expect(remote.has('data/courses/mit.yaml')).toBe(true);

    const values: Record<string, string> = {
      provider: 'Biblioteca',
      date: '3/1/2027',
    };
    // What is proposed for the language stays.
    const filled = lines.replaceAll(/^(provider|date):.*$/gmu, (_, option: string) => `${option}: ${values[option]}`);
    remote.upload({ [answersPath]: `\ufeff${filled.replaceAll('\n', '\r\n')}` });
    const { published, summary } = remote.runWorkflow();
    expect(published).toBe(true);
    expect(summary).toContain('20 new, 0 changed');
    expect(remote.issues()).toMatchObject([{ state: 'closed', body: expect.stringContaining('20 new, 0 changed') }]);
    expect(remote.log()[0]).toBe('github-actions[bot]: Import lists');
    expect(await remote.courses()).toEqual(titles);
    expect(remote.course('Curso 1')).toMatchObject({ language: ['Spanish'], date_published: '2027-01-03' });
    // The sample has made room, and the site is in the language of the list.
    expect(remote.configuration()).toMatchObject({ host: 'github-pages', locale: 'es' });
    expect(['data/courses/mit.yaml', 'data/providers.yaml'].filter(remote.has)).toEqual([]);
  });

  it('replaces its courses when it is uploaded again, but not half of them unless somebody says so', async ({
    folder,
  }) => {
    const remote = repository(folder);
    remote.upload({ [path]: await list(titles), [answersPath]: answers });
    expect(remote.runWorkflow().published).toBe(true);
    expect(remote.runWorkflow().published).toBe(false);
    remote.upload({ [path]: await list([...titles.slice(1), 'Curso 21']) });
    expect(remote.runWorkflow().published).toBe(true);
    expect((await remote.courses()).toSorted()).toEqual([...titles.slice(1), 'Curso 21'].toSorted());
    expect(remote.issues()).toEqual([]);

    remote.upload({ [path]: await list(titles.slice(1, 11)) });
    expect(remote.runWorkflow().published).toBe(false);
    expect(await remote.courses()).toHaveLength(20);
    expect(remote.issues()).toMatchObject([
      { state: 'open', body: expect.stringMatching(/\n# .* would remove 10 of 20 courses.*\nmax-removed:\n/u) },
    ]);
    remote.upload({ [answersPath]: `${answers}max-removed: 10\n` });
    expect(remote.runWorkflow().published).toBe(true);
    expect(await remote.courses()).toEqual(titles.slice(1, 11));
    expect(remote.issues()).toMatchObject([{ state: 'closed' }]);
  });

  it('reopens the same issue, in words, when something cannot be read, and publishes the other lists', async ({
    folder,
  }) => {
    const remote = repository(folder);
    remote.upload({
      'lists/Curso.docx': 'no list',
      'lists/b.csv': 'título;enlace\nUno;example 1\n',
      [path]: await list(titles),
      [answersPath]: answers,
    });
    expect(remote.runWorkflow().published).toBe(true);
    expect(await remote.courses()).toEqual(titles);
    const [issue] = remote.issues();
    expect(issue?.body).toContain('### lists/Curso.docx');
    expect(issue?.body).toContain('### lists/b.csv');
    expect(issue?.body).toContain('Correct the list, and upload it again under the same name.');
    expect(issue?.body).toContain('20 new, 0 changed');
    expect(issue?.body.replaceAll(/```[^]*?```/gu, '')).not.toContain('--');
    remote.upload({}, ['lists/Curso.docx', 'lists/b.csv']);
    remote.runWorkflow();
    remote.upload({ [answersPath]: 'language: Klingonisch\nprovidr: Uni\n' });
    remote.runWorkflow();
    expect(remote.issues()).toMatchObject([
      { state: 'open', body: expect.stringContaining('expected an answer, got "providr: Uni"') },
    ]);
    remote.upload({ [answersPath]: 'language: Klingonisch\n' });
    remote.runWorkflow();
    expect(remote.issues()).toMatchObject([
      {
        state: 'open',
        body: expect.stringMatching(
          /edit\/main\/lists\/Mi%20lista[^]*\n# "Klingonisch" is a language .*\n[^]*language:\n/u,
        ),
      },
    ]);
  });

  it('goes on with its courses under another name, and says if it is gone', async ({ folder }) => {
    const remote = repository(folder);
    remote.upload({ [path]: await list(titles), [answersPath]: answers });
    remote.runWorkflow();
    remote.upload({ 'lists/Lista 2027.xlsx': await list([...titles, 'Curso 21']) }, [path, answersPath]);
    expect(remote.runWorkflow().published).toBe(true);
    expect(await remote.courses()).toEqual([...titles, 'Curso 21']);
    expect(remote.issues()).toEqual([]);
    remote.upload({}, ['lists/Lista 2027.xlsx']);
    remote.runWorkflow();
    expect(await remote.courses()).toHaveLength(21);
    expect(remote.issues()[0]?.body).toMatch(
      /Lista 2027\.xlsx: does not exist[^]*Upload the list again under this name, or delete/u,
    );
  });

  it('goes on after a correction by hand in the catalog, which stays', async ({ folder }) => {
    const remote = repository(folder);
    remote.upload({ [path]: await list(titles), [answersPath]: answers });
    remote.runWorkflow();
    expect(await remote.courses()).toEqual(titles);
    remote.edit((text) => text.replace('"Curso 1"', '"Curso 1, corregido"'));
    remote.upload({ [path]: await list([...titles, 'Curso 21']) });
    const { published, summary } = remote.runWorkflow();
    expect(published).toBe(true);
    expect(summary).toContain('edited by hand: "Curso 1, corregido"; moved to data/courses/edited.yaml, where it wins');
    expect(await remote.courses()).toEqual([...titles.slice(1), 'Curso 21']);
    expect(remote.read('data/courses/edited.yaml')).toContain('title: Curso 1, corregido\n');
    // What is taken out by hand comes back, and is named.
    remote.edit((text) => text.replace(/.*"Curso 2".*\n/u, ''));
    remote.upload({ [path]: await list([...titles, 'Curso 21', 'Curso 22']) });
    const next = remote.runWorkflow();
    expect([next.published, next.summary]).toEqual([true, expect.stringContaining('so added again: "Curso 2"')]);
    expect(remote.issues()).toEqual([]);
  });

  it('goes on with what `init` imported, under the same name, or another one that somebody confirms', async ({
    folder,
  }) => {
    const remote = repository(folder);
    remote.upload({ 'Mi lista.xlsx': await list(titles) });
    const given = ['--provider', 'Biblioteca', '--language', 'es', '--default-date', '2027-01-31'];
    const data = join(folder, 'browser/data');
    const { exitCode } = await courseCatalog([
      'import',
      join(folder, 'browser/Mi lista.xlsx'),
      '--data',
      data,
      ...given,
    ]);
    expect(exitCode).toBe(0);
    remote.upload({ [path]: await list([...titles, 'Curso 21']) }, [
      'data/courses/mit.yaml',
      'data/courses/programming.csv',
    ]);
    expect(remote.runWorkflow().published).toBe(true);
    expect(await remote.courses()).toHaveLength(21);
    remote.upload({ 'lists/Otra.xlsx': await list([...titles, 'Curso 21', 'Curso 22']) });
    remote.runWorkflow();
    const [issue] = remote.issues();
    expect(issue?.body).toMatch(
      /mostly the courses of the import "Mi-lista"[^]*\n# Leave the name if [^]*\nname: Mi-lista\n/u,
    );
    remote.upload({ 'lists/Otra.answers.txt': 'name: Mi-lista\n' });
    remote.runWorkflow();
    expect(remote.issues()[0]?.body).toContain(
      'has the name of another list, lists/Mi lista.xlsx: delete the older one',
    );
    remote.upload({}, [path]);
    expect(remote.runWorkflow().published).toBe(true);
    expect(await remote.courses()).toHaveLength(22);
    expect(remote.issues()).toMatchObject([{ state: 'closed' }]);
  });

  it('is imported although nothing can be said of what it changes, and asked about beside the issues of others', async ({
    folder,
  }) => {
    const remote = repository(folder);
    remote.breakDiff();
    remote.addIssue({ title: 'My lists', body: 'Mine', state: 'open', label: 'lists', author: 'ada' });
    remote.upload({ [path]: await list(titles) });
    remote.runWorkflow();
    expect(remote.issues()).toMatchObject([{ body: 'Mine', state: 'open' }, { title: 'Your lists have questions' }]);
    remote.upload({ [answersPath]: answers });
    expect(remote.runWorkflow().published).toBe(true);
    expect(remote.issues()).toMatchObject([{ body: 'Mine', state: 'open' }, { state: 'closed' }]);
  });

  it('is imported although another one is uploaded meanwhile', async ({ folder }) => {
    const remote = repository(folder);
    remote.upload({ [path]: await list(titles), [answersPath]: answers });
    const second = await list(['Otro']);
    const { published } = remote.runWorkflow(() =>
      remote.upload({ 'lists/Segunda.xlsx': second, 'lists/Segunda.answers.txt': answers }),
    );
    expect(published).toBe(true);
    expect(await remote.courses()).toEqual(titles);
    expect(remote.runWorkflow().published).toBe(true);
    expect(await remote.courses()).toEqual([...titles, 'Otro']);
  });
});

it('the workflow waits for a list: the explanation in the folder does not start it', ({ folder }) => {
  planInit({ folder, host: 'github-pages', baseUrl: undefined, version: '1.0.0' })();
  const read = (name: string): unknown => parse(readFileSync(join(folder, `.github/workflows/${name}.yml`), 'utf8'));
  expect(read('lists')).toMatchObject({ on: { push: { paths: ['lists/**', '!lists/README.md'] } } });
  expect(read('publish')).toMatchObject({ on: { push: { 'paths-ignore': ['lists/**'] } } });
});

it.for([
  ['github-pages', 'kurse.xlsx', true],
  ['github-pages', 'https://a.example/kurse.xlsx', false],
  ['nginx', 'kurse.xlsx', false],
] as const)(
  'the README of a catalog on %s from %s says where its list goes on: %s',
  ([host, source, isSaid], { folder }) => {
    planInit({ folder, host, baseUrl: undefined, version: '1.0.0', imported: source })();
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    expect(readme.includes('edit that one, and delete `kurse.xlsx`.')).toBe(isSaid);
  },
);
