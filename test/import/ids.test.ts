// Ids are permanent, and an import leaves foreign files alone: properties of any list of courses.
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { parse } from 'yaml';
import { it } from '../helpers/fixture.ts';
import { inFolder, snapshot, writeFiles } from '../helpers/folders.ts';
import type { Ledger } from '../../src/storage/ledger.ts';
import { courseCatalog } from '../cli/command.ts';
import { importLines } from '../../src/import/report.ts';
import { forAll } from '../helpers/for-all.ts';
import { withDiskFault } from '../incremental/disk-faults.ts';
import { importText, problemsOf, recordsIn, notesOf, type Chosen } from './imported.ts';

interface Listed {
  readonly at: number;
  readonly title: string;
  readonly provider: string;
  readonly subject: string;
}

const word = fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => `T${text}`);
const listed = fc.record({
  at: fc.integer({ min: 1, max: 30 }),
  title: word,
  provider: fc.constantFrom('Uni A', 'Uni B', 'uni  a', 'Ünï'),
  subject: fc.constantFrom('', 'Science', 'Science > Physics', 'Art > Physics'),
});
const list = fc.uniqueArray(listed, { selector: ({ at }) => at, minLength: 1, maxLength: 12 });
const runs = 12;

const given: Chosen = { language: 'English' };
const textOf = (courses: readonly Listed[]) =>
  JSON.stringify(courses.map(({ at, ...one }) => ({ ...one, url: `https://a.example/${at}`, date: '2024-01-01' })));
const importList = (folder: string, courses: readonly Listed[], chosen: Chosen = {}) =>
  importText(folder, 'list.json', textOf(courses), { ...given, ...chosen });
const importRows = (folder: string, rows: readonly string[], { name = 'list', ...chosen }: Chosen = {}) =>
  importText(folder, `${name}.csv`, ['ID,Title,Url', ...rows].join('\n').replaceAll(',/', ',https://a.example/'), {
    ...given,
    provider: 'P',
    name,
    ...chosen,
  });
/** The courses of an import, as `1 Title /address`. */
const numbered = (folder: string, name = 'list') =>
  recordsIn(folder, `courses/${name}.ndjson`).map(({ id, title, linkurl }) =>
    [id, title, String(linkurl).replace('https://a.example', '')].join(' '),
  );
const idsIn = (folder: string) => new Map(recordsIn(folder).map(({ linkurl, id }) => [linkurl, id]));

describe('any list', () => {
  it('gives the same result if it is imported twice', () =>
    forAll(runs, [list], async (courses) =>
      inFolder(async (folder) => {
        const first = await importList(folder, courses);
        const before = snapshot(join(folder, 'data'));
        const second = await importList(folder, courses);
        expect(snapshot(join(folder, 'data'))).toEqual(before);
        expect([first.hasWritten, second.hasWritten]).toEqual([true, false]);
        expect(second.plan).toMatchObject({ added: [], changed: [], missing: [], unchanged: courses.length });
      }),
    ));

  it('keeps its ids when it is reordered, loses records, and regains them', () =>
    forAll(runs, [list, fc.infiniteStream(fc.nat()), fc.boolean()], async (courses, numbers, prune) =>
      inFolder(async (folder) => {
        await importList(folder, courses);
        const [before, ids] = [snapshot(join(folder, 'data/courses')), idsIn(folder)];
        const order = new Map(courses.map((course) => [course, numbers.next().value]));
        const other = courses.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
        await importList(folder, other);
        expect(idsIn(folder)).toEqual(ids);
        const fresh = { at: 99, title: 'New', provider: 'Uni C', subject: 'Art' };
        await importList(folder, [...other.slice(Math.ceil(other.length / 2)), fresh], { prune });
        const added = Number(idsIn(folder).get('https://a.example/99'));
        expect(added).toBeGreaterThan(courses.length);
        await importList(folder, courses, { prune: true });
        expect(idsIn(folder)).toEqual(ids);
        expect(snapshot(join(folder, 'data/courses'))).toEqual(before);
      }),
    ));
});

const optics = { at: 1, title: 'Optics', provider: 'Uni A', subject: 'Science > Physics' };
const trade = { at: 2, title: 'Trade', provider: 'Uni B', subject: 'Economics' };
const music = { at: 3, title: 'Music', provider: 'Uni A', subject: 'Art' };

describe('an import', () => {
  it('keeps what is gone from the source, removes it with --prune, and never reuses its id', async ({ folder }) => {
    await importList(folder, [optics, trade]);
    const kept = await importList(folder, [optics]);
    expect(kept.plan.missing).toMatchObject([{ id: 2, linkurl: 'https://a.example/2' }]);
    expect(recordsIn(folder)).toHaveLength(2);
    await importList(folder, [optics], { prune: true });
    expect([...idsIn(folder).values()]).toEqual([1]);
    expect(recordsIn(folder, 'providers/list.ndjson')).toEqual([{ id: 1, name: 'Uni A' }]);
    await importList(folder, [optics, { ...trade, at: 3 }], { prune: true });
    expect([...idsIn(folder).values()]).toEqual([1, 3]);
  });

  it('leaves to check and to add the ids that it will not give again', async ({ folder }) => {
    await importList(folder, [optics, trade]);
    await importList(folder, [optics], { prune: true });
    writeFiles(join(folder, 'data'), {
      'providers/mine.csv': 'id,name\n,My university\n',
      'categories/mine.csv': 'id,name\n,My subject\n',
      'courses/mine.ndjson': '{"title": "A", "linkurl": "a"}\n{"title": "B", "linkurl": "b"}\n',
    });
    const command = async (...args: readonly string[]) =>
      courseCatalog([...args, '--data', join(folder, 'data')], { cwd: () => folder });
    const freeIds = async () => (await command('check')).stderr.match(/(?<=the next free id is )\d+/gu);
    // Two providers, three categories, two courses were given.
    expect(await freeIds()).toEqual(['4', '3', '4', '3']);
    rmSync(join(folder, 'data/courses/mine.ndjson'));
    await expect(importList(folder, [optics])).rejects.toMatchObject({
      problems: [
        { file: expect.stringContaining('providers'), remedy: expect.stringContaining('the next free id is 3') },
        { file: expect.stringContaining('categories'), remedy: expect.stringContaining('the next free id is 4') },
      ],
    });
    rmSync(join(folder, 'data/providers/mine.csv'));
    rmSync(join(folder, 'data/categories/mine.csv'));
    const values = ['title=A', 'linkurl=a', 'provider=My university', 'language=English', 'date_published=2026-11-23'];
    const added = await command('add', '--new', ...values.flatMap((value) => ['--set', value]));
    expect(added.stderr).toContain('added course 3');
    expect(added.stderr).toContain('added provider 3');
    writeFiles(folder, { 'data/.import/list.json': '{', 'data/courses/mine.ndjson': '{"title": "A"}\n' });
    const { stderr } = await command('check');
    expect(stderr).toContain('"id" is missing');
    expect(stderr).toContain('import-ledger: restore it from Git');
    expect(stderr).not.toContain('free id');
  });

  it('names what is gone by its title, not by its JSON', async ({ folder }) => {
    await importList(folder, [{ ...optics, title: 'The "new" optics' }, trade]);
    const { plan } = await importList(folder, [trade]);
    expect(plan.missing).toMatchObject([{ title: 'The "new" optics' }]);
  });

  it('uses the providers and categories of other files by name, and leaves their courses alone', async ({ folder }) => {
    writeFiles(join(folder, 'data'), {
      'providers.csv': 'id,name\n70,UNI  a\n',
      'categories.json': '[{"id":50,"name":"science","children":[{"id":51,"name":"Optics"}]}]',
      'courses/mine.csv':
        'id,title,linkurl,provider,language,date_published\n900,Mine,https://a.example/2,70,English,2020-01-01\n',
    });
    const before = snapshot(join(folder, 'data'));
    const result = await importList(folder, [optics, trade]);
    expect(recordsIn(folder)).toMatchObject([{ id: 901, provider: 70, categories: [52] }]);
    expect(notesOf(result)).toEqual(['1 kept in another file']);
    const after = snapshot(join(folder, 'data'));
    for (const [path, text] of before) expect(after.get(path)).toBe(text);
    expect(after.get('categories/list.csv')).toBe('id,name,parent\n52,"Physics",50\n53,"Economics",\n');
  });

  /** Imports of two lists, with `!` those that prune, and then all courses. */
  it.for([
    ['recognizes a course at a new address by its own id and title', 'one c-1,A,/old; one c-1,A,/new; = 1 A /new'],
    [
      'gives a new course a new id although it has the key of one that was removed',
      `one 1,A,/a 2,B,/b 3,C,/c; one! 1,A,/a 2,B,/b;
        one 1,A,/a 2,B,/b 3,Delta,/d; = 1 A /a, 2 B /b, 4 Delta /d;
        one! 1,A,/a 2,B,/b 3,Cc,/c 3,Delta,/d2; = 1 A /a, 2 B /b, 3 Cc /c, 4 Delta /d2`,
    ],
    [
      'gives a new course a new id although it has the key of one that was kept',
      `one 1,A,/a 2,B,/b 3,C,/c; one 1,A,/a 2,B,/b 3,Delta,/d; = 1 A /a, 2 B /b, 3 C /c, 4 Delta /d;
        one! 1,A,/a 2,B,/b 3,Cc,/c 3,Delta,/d2; = 1 A /a, 2 B /b, 3 Cc /c, 4 Delta /d2`,
    ],
    // What is left out where another import has the address says nothing about the id.
    ...['5', '1'].map((number) => [
      `gives no id of a course that another import moved on to one at its first address with the number ${number}`,
      `one 1,Alpha,/x 2,B,/b; one! 2,B,/b; two 9,Alpha,/x; one 2,B,/b ${number},Omega,/x;
        two 9,Alpha,/y; one 2,B,/b ${number},Omega,/x; = 2 B /b, 3 Omega /x, 1 Alpha /y`,
    ]),
    [
      'gives no id of a course that left both imports to one at its first address',
      `one 1,Alpha,/x 2,B,/b; one! 2,B,/b; two 9,Alpha,/x; two 9,Alpha,/y 8,C,/c; two! 8,C,/c;
        one 2,B,/b 5,Omega,/x; = 2 B /b, 4 Omega /x, 3 C /c`,
    ],
    [
      'keeps the id of a course that leaves another import, by its address',
      `one 1,A,/a 2,B,/b; two 1,X,/x 2,Y,/y; one! 1,A,/a; two! 1,X,/x 2,B2,/b;
        = 1 A /a, 2 B2 /b, 3 X /x; two! 1,X,/x;
        one 1,A,/a 2,B,/b 3,Z,/z; = 1 A /a, 2 B /b, 5 Z /z, 3 X /x`,
    ],
    [
      'keeps the id of a course that has the title and address of one that is gone',
      `one a,A,/1 b,B,/2; one! a,A,/1; one a,A,/2; one a,B,/2; = 1 B /2`,
    ],
  ])('%s', async ([, steps = ''], { folder }) => {
    const [found, expected]: [string[], string[]] = [[], []];
    for (const step of steps.split(/;\s+/u)) {
      const [, name = '', sign, rest = ''] = /^(\w*)([!=]?) (.*)$/u.exec(step) ?? [];
      const names = steps.includes('two') ? ['one', 'two'] : ['one'];
      if (sign !== '=') await importRows(folder, rest.split(' '), { name, prune: sign === '!' });
      else {
        found.push(names.flatMap((one) => numbered(folder, one)).join(', '));
        expected.push(rest);
      }
    }
    expect(found).toEqual(expected);
  });

  it('leaves an id with its course where another takes over its address', async ({ folder }) => {
    await importRows(folder, ['1,A,/a', '2,B,/b', '3,C,/c', '4,D,/d']);
    await importRows(folder, ['9,N,/a', '1,A,/a2', '3,C,/b', '2,B,/c']);
    expect(numbered(folder)).toEqual(['1 A /a2', '2 B /c', '3 C /b', '4 D /d', '5 N /a']);
    const over = await importRows(folder, ['9,N,/d', '1,A,/a2', '3,C,/b', '2,B,/c']);
    expect(JSON.stringify(importLines(over, 'data', false)[1])).not.toContain('kept');
    expect(over.plan).toMatchObject({ missing: [{ id: 4 }], kept: 0 });
    expect(numbered(folder)).toEqual(['1 A /a2', '2 B /c', '3 C /b', '5 N /d']);
    await importRows(folder, ['9,N2,/d', '1,A,/a2', '3,C,/b', '2,B,/c']);
    expect(numbered(folder)).toEqual(['1 A /a2', '2 B /c', '3 C /b', '5 N2 /d']);
  });

  it('follows a course that was moved to a file of others', async ({ folder }) => {
    await importRows(folder, ['1,A,/a', '2,B,/b', '3,C,/c']);
    const [a = '', b = '', c = ''] = readFileSync(join(folder, 'data/courses/list.ndjson'), 'utf8').split('\n');
    // B is copied, and its copy has another address.
    const mine = `${a}\n${b.replace('/b', '/mine')}\n`;
    writeFiles(folder, { 'data/courses/list.ndjson': `${b}\n${c}\n`, 'data/courses/mine.ndjson': mine });
    const steps = [
      ['1,A,/a2', '2,B,/b', '3,C,/c'],
      ['1,A two,/a2', '2,B,/b', '3,C,/c'],
      ['1,A two,/a', '2,B,/b', '3,C,/c'],
      ['1,A three,/a', '2,B,/b2', '3,C,/c'],
      ['1,A three,/a3', '2,B,/b2', '3,C,/c'],
    ];
    for (const rows of steps) {
      // One after the other, as they would lock each other out.
      const result = await importRows(folder, rows);
      expect(numbered(folder), rows.join()).toEqual(['3 C /c']);
      expect(notesOf(result)).toContain('2 kept in another file');
    }
    await importRows(folder, ['9,N,/b', '3,C,/c']);
    expect(numbered(folder)).toEqual(['3 C /c', '4 N /b']);
  });

  it('is not to change for another course with one of its ids, which has a free one in its remedy', async ({
    folder,
  }) => {
    await importList(folder, [optics, trade]);
    const own = { ...recordsIn(folder)[0], title: 'Other', linkurl: 'https://a.example/other' };
    // Before the file of the import, and behind it.
    for (const path of ['data/courses/a.json', 'data/courses/mine.json']) {
      writeFiles(folder, { [path]: JSON.stringify([own]) });
      const { stderr } = await courseCatalog(['check', '--data', join(folder, 'data')]);
      expect(stderr).toContain(
        `${path}:1:3 course 1: the id is taken by course 1 at ${folder}/data/courses/list.ndjson:1`,
      );
      expect(stderr).toContain('give it another id; the next free id is 3');
      rmSync(join(folder, path));
    }
  });

  it('stops where somebody gave the id of a course to another, and removes neither', async ({ folder }) => {
    await importRows(folder, ['1,A,/a', '2,B,/b']);
    const [a = ''] = readFileSync(join(folder, 'data/courses/list.ndjson'), 'utf8').split('\n');
    const other = a.replace('"A"', '"Other"').replace('/a', '/other');
    writeFiles(folder, { 'data/courses/mine.ndjson': `${other}\n` });
    await expect(importRows(folder, ['1,A,/a', '2,B,/b'])).rejects.toThrow('the id is taken by course 1');
    expect(numbered(folder)).toEqual(['1 A /a', '2 B /b']);
  });

  it('takes an id that two courses share for none of them', async ({ folder }) => {
    const text = (...rows: string[]) => ['id,title,url', ...rows].join('\n');
    const chosen = { ...given, provider: 'P' };
    const [first, second] = ['101,A,https://a.example/1', '101,B,https://a.example/2'];
    await importText(folder, 'list.csv', text(first, second), chosen);
    await importText(folder, 'list.csv', text(first, '101,C,https://a.example/3'), chosen);
    expect(recordsIn(folder).map(({ id, title }) => [id, title])).toEqual([
      [1, 'A'],
      [2, 'B'],
      [3, 'C'],
    ]);
    await importText(folder, 'two.csv', 'course number,title,url\n7,A,https://a.example/7', {
      ...chosen,
      name: 'two',
    });
    const { unusedColumns } = await importText(folder, 'two.csv', 'course number,title,url\n7,B,https://a.example/8', {
      ...chosen,
      name: 'two',
    });
    expect(unusedColumns).toEqual(['course number']);
    expect(recordsIn(folder, 'courses/two.ndjson')).toHaveLength(2);
  });

  it('from another place goes on with the import of its name, unless it has mostly other courses and nobody gave the name', async ({
    folder,
  }) => {
    await importText(folder, 'list.json', textOf([optics]), given);
    const other = (courses: Parameters<typeof textOf>[0], isNameDerived: boolean) =>
      importText(folder, 'new/list.json', textOf(courses), { ...given, prune: true, isNameDerived });
    expect(await problemsOf(other([trade], true))).toEqual([
      `import-name: has mostly other courses than the import "list", which was made from ${folder}/list.json`,
    ]);
    expect([...idsIn(folder).values()]).toEqual([1]);
    expect((await other([optics], true)).plan).toMatchObject({ unchanged: 1 });
    expect((await other([trade], false)).plan.missing).toHaveLength(1);
  });

  it('moves what was edited or added in its files, names it, and goes on', async ({ folder }) => {
    await importList(folder, [optics, trade]);
    const edit = (path: string, from: string, to: string) => {
      const text = readFileSync(join(folder, 'data', path), 'utf8');
      expect(text).toContain(from);
      writeFiles(folder, { [`data/${path}`]: text.replace(from, to) });
    };
    edit('courses/list.ndjson', '"title":"Optics"', '"title": "Optics, corrected"');
    edit('providers/list.ndjson', '"name":"Uni B"', '"name":"University B"');
    edit('categories/list.csv', '"Physics"', 'Natural physics');
    const own = {
      id: 9,
      title: 'Mine',
      linkurl: 'mine',
      provider: 2,
      language: 'English',
      date_published: '2024-01-01',
    };
    appendFileSync(join(folder, 'data/courses/list.ndjson'), `${JSON.stringify(own)}\n\n`);
    const before = snapshot(join(folder, 'data'));
    const dry = await importList(folder, [optics, trade, music], { dryRun: true });
    expect(snapshot(join(folder, 'data'))).toEqual(before);
    const result = await importList(folder, [optics, trade, music]);
    expect(result.moved).toEqual(dry.moved);
    expect(result.moved.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
      'providers University B',
      'categories Natural physics',
      'courses Optics, corrected',
      'courses Mine',
    ]);
    expect(result.plan).toMatchObject({ unchanged: 1, missing: [] });
    expect(recordsIn(folder).map(({ title }) => title)).toEqual(['Trade', 'Music']);
    const edited = (path: string) => readFileSync(join(folder, 'data', path), 'utf8');
    expect(parse(edited('courses/edited.yaml'))).toMatchObject([{ id: 1, title: 'Optics, corrected' }, own]);
    expect(edited('providers/edited.yaml')).toMatch(/^#.*\n- id: 2\n  name: University B\n$/u);
    expect(edited('categories/edited.csv')).toBe('id,name,parent\n2,Natural physics,1\n');
    // The catalog is valid, and the next import finds nothing to move.
    const again = await importList(folder, [optics, trade, music]);
    expect([again.hasWritten, again.moved, notesOf(again)]).toEqual([false, [], ['1 kept in another file']]);
    // A further one is added to those.
    edit('courses/list.ndjson', '"title":"Trade"', '"title":"Trade, corrected"');
    await importList(folder, [optics, trade, music]);
    expect(parse(edited('courses/edited.yaml'))).toMatchObject([
      { id: 1 },
      { id: 9 },
      { id: 2, title: 'Trade, corrected' },
    ]);
  });

  it('leaves a course to its edited copy in a file of others, which check knows as that until then', async ({
    folder,
  }) => {
    await importList(folder, [optics, trade]);
    const [first] = recordsIn(folder);
    writeFiles(folder, { 'data/courses/mine.json': JSON.stringify([{ ...first, title: 'Optics, corrected' }]) });
    const checked = async () => (await courseCatalog(['check', '--data', join(folder, 'data')])).stderr;
    const before = await checked();
    expect(before).toMatch(
      /mine\.json:1:\d+ course 1: is an edited copy of course 1 at .*list\.ndjson:1, which an import/u,
    );
    expect(before).toMatch(/import --again.*\n1 error\n$/u);
    await importList(folder, [optics, trade]);
    expect(await checked()).toContain('is valid: 2 courses');
  });

  it.for([
    ['"id":1,', '', 3],
    ['"date_published":"2024-01-01"', '"date_published":"gestern"', 2],
    [',"linkurl"', '"linkurl"', 2],
  ] as const)('names the line in which %s became "%s"', async ([from, to, line], { folder }) => {
    await importList(folder, [optics, trade]);
    const file = join(folder, 'data/courses/list.ndjson');
    const lines = readFileSync(file, 'utf8').split('\n').toReversed().join('\n');
    writeFileSync(file, lines.replace(from, to));
    writeFiles(folder, { 'data/courses/edited.yaml': '# Mine\n' });
    const before = snapshot(folder);
    await expect(importList(folder, [optics, trade])).rejects.toMatchObject({
      problems: [{ file, position: { line } }],
    });
    expect(snapshot(folder)).toEqual(before);
  });

  it('says what an edited course hides of the input, and that it stays when the input has it no longer', async ({
    folder,
  }) => {
    await importList(folder, [optics, trade]);
    const file = join(folder, 'data/courses/list.ndjson');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"Optics"', '"Optics, corrected"'));
    const said = async (courses: readonly Listed[]) => {
      const { plan } = await importList(folder, courses);
      return [plan.editedChanged, plan.editedMissing].map((found) => found.map(({ id }) => id));
    };
    const changed = { ...optics, provider: 'Uni B' };
    expect(await said([optics, trade])).toEqual([[], []]);
    expect(await said([changed, trade])).toEqual([[1], []]);
    expect(await said([changed, trade])).toEqual([[], []]);
    const result = await importList(folder, [trade]);
    const lines = JSON.stringify(importLines(result, 'data', false));
    expect(lines).toContain('edited by hand, and no longer in the input: ');
    expect(result.plan.editedMissing).toMatchObject([{ id: 1, file: `${folder}/data/courses/edited.yaml` }]);
    rmSync(join(folder, 'data/courses/edited.yaml'));
    expect(await said([trade])).toEqual([[], []]);
  });

  it('does not take a course that is back in the input for one that somebody removed', async ({ folder }) => {
    await importList(folder, [optics, trade]);
    await importList(folder, [optics], { prune: true });
    const file = join(folder, 'data/courses/list.ndjson');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"Optics"', '"Optics, corrected"'));
    expect((await importList(folder, [optics, trade])).plan).toMatchObject({ added: [{ id: 2 }], restored: [] });
  });

  it('adds again what was removed from its files, and names it', async ({ folder }) => {
    await importList(folder, [optics, trade]);
    const before = snapshot(join(folder, 'data'));
    const file = join(folder, 'data/courses/list.ndjson');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/.*\n/u, ''));
    const { moved, plan } = await importList(folder, [optics, trade]);
    expect([moved, plan.restored]).toMatchObject([[], [{ id: 1, title: 'Optics' }]]);
    rmSync(file);
    expect((await importList(folder, [optics, trade])).plan.restored).toHaveLength(2);
    expect(snapshot(join(folder, 'data'))).toEqual(before);
  });

  it('knows a provider and a category that somebody renamed in the files of another import', async ({ folder }) => {
    await importList(folder, [optics]);
    await importList(folder, [trade, { ...music, subject: 'Science > Physics' }], { name: 'two' });
    const change = (path: string, from: string, to: string) => {
      const file = join(folder, 'data', path);
      writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
    };
    change('providers/list.ndjson', 'Uni A', 'University A');
    change('categories/list.csv', 'Physics', 'Natural physics');
    await importList(folder, [optics]);
    const before = recordsIn(folder, 'courses/two.ndjson');
    await importList(folder, [trade, { ...music, subject: 'Science > Physics' }], { name: 'two' });
    expect(recordsIn(folder, 'courses/two.ndjson')).toEqual(before);
    expect(recordsIn(folder, 'providers/two.ndjson').map(({ name }) => name)).toEqual(['Uni B']);
  });

  it('takes a file of nobody, with the name of one of its own, for edited', async ({ folder }) => {
    await importList(folder, [optics]);
    writeFiles(folder, { 'data/languages/list.ndjson': '{"name":"English","tag":"en"}\n' });
    expect((await importList(folder, [optics])).moved).toMatchObject([{ kind: 'languages', title: 'English' }]);
  });

  it('leaves a provider and a category alone that were moved to files of others', async ({ folder }) => {
    await importList(folder, [optics, trade]);
    writeFiles(folder, {
      'data/providers/list.ndjson': '{"id":2,"name":"Uni B"}\n',
      'data/categories/list.csv': 'id,name,parent\n2,"Physics",1\n3,"Economics",\n',
      'data/providers/mine.csv': 'id,name\n1,University A\n',
      'data/categories/mine.csv': 'id,name,parent\n1,Sciences,\n',
    });
    await importList(folder, [optics, trade]);
    expect(recordsIn(folder, 'providers/list.ndjson')).toEqual([{ id: 2, name: 'Uni B' }]);
    expect(recordsIn(folder)).toMatchObject([{ provider: 1, categories: [2] }, { provider: 2 }]);
  });

  it('keeps a category that one of another import has as its parent', async ({ folder }) => {
    const subject = (name: string, text: string, prune = false) =>
      importText(folder, `${name}.csv`, `title,url,subject\nA,https://a.example/${name},${text}\n`, {
        ...given,
        provider: 'P',
        name,
        prune,
      });
    await subject('two', 'Science');
    await subject('one', 'Science > Physics');
    await subject('one', '');
    await subject('two', '', true);
    const categories = snapshot(join(folder, 'data/categories'));
    expect([...categories.values()]).toEqual(['id,name,parent\n2,"Physics",1\n', 'id,name,parent\n1,"Science",\n']);
  });

  it('writes nothing that check would refuse, and names the position in the source', async ({ folder }) => {
    writeFiles(folder, { 'data/languages.json': '["Deutsch"]', 'data/courses/mine.json': '[{"id":1}]' });
    const before = snapshot(join(folder, 'data'));
    expect(await problemsOf(importList(folder, [optics]))).toContain('field-missing: "title" is missing');
    expect(snapshot(join(folder, 'data'))).toEqual(before);
  });

  it('adds missing languages if the catalog lists its languages, and uses the names listed there', async ({
    folder,
  }) => {
    writeFiles(folder, { 'data/languages.json': '["Deutsch"]' });
    await importText(folder, 'list.json', textOf([optics]), { language: 'de' });
    expect(recordsIn(folder)).toMatchObject([{ language: ['Deutsch'] }]);
    await importText(folder, 'list.json', textOf([trade]), { language: 'fr' });
    expect(recordsIn(folder, 'languages/list.ndjson')).toEqual([{ name: 'French' }]);
  });

  it.for(['/1', '/2'])(
    'keeps the id of a course at %s, wherever an import that moved it was killed',
    async (address, { folder }) => {
      let tried = 0;
      for (let at = 1; ; at += 1) {
        const own = join(folder, String(at));
        await importRows(own, ['1,A,/1', '2,B,/b']);
        const { failed } = await withDiskFault(own, { mode: 'killed', at }, () =>
          importRows(own, ['1,A,/2', '2,B,/b']),
        );
        if (failed === undefined) break;
        for (const name of readdirSync(own)) if (name.startsWith('.data.lock')) rmSync(join(own, name));
        const { courses }: Ledger = JSON.parse(readFileSync(join(own, 'data/.import/list.json'), 'utf8'));
        const [, known] = courses[0] ?? [];
        // Before and after, the course has one address in both files.
        if (known?.endsWith('/1') || numbered(own)[0] === '1 A /2') continue;
        tried += 1;
        await importRows(own, [`1,A2,${address}`, '2,B,/b']);
        expect(numbered(own), failed).toEqual([`1 A2 ${address}`, '2 B /b']);
      }
      expect(tried).toBeGreaterThan(0);
    },
  );

  it('changes nothing once its lock was removed', async ({ folder }) => {
    await importList(folder, [optics]);
    const before = snapshot(join(folder, 'data'));
    const importing = importList(folder, [optics, trade]);
    rmSync(join(folder, '.data.lock'));
    expect(await problemsOf(importing)).toEqual([
      'import-busy: is no longer locked by this process: its lock was removed',
    ]);
    expect(snapshot(join(folder, 'data'))).toEqual(before);
  });

  it('runs alone: one that starts meanwhile names the other, and changes nothing', async ({ folder }) => {
    const [first, second] = await Promise.allSettled([importList(folder, [optics]), importList(folder, [optics])]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
    expect(second).toMatchObject({ reason: { problems: [{ rule: 'import-busy' }] } });
    expect([...snapshot(folder).keys()].filter((path) => path.includes('lock'))).toEqual([]);
    await importList(folder, [optics]);
  });

  it.for([
    ['is not JSON', '{"source": '],
    [
      'has another form',
      '{"version": 3, "input": "x", "format": "table", "options": {}, "files": {}, "records": {}, "providers": [], "categories": [], "courses": [[1]]}',
    ],
  ] as const)('stops at a ledger that %s: it holds every id that was given', async ([, text], { folder }) => {
    await importList(folder, [optics]);
    writeFiles(folder, { 'data/.import/list.json': text });
    const before = snapshot(folder);
    expect((await problemsOf(importList(folder, [optics])))[0]).toMatch(/^import-ledger: cannot be read/u);
    expect(snapshot(folder)).toEqual(before);
  });
});
