// `add`: a course with the next free id in the file that fits, which stays as it is otherwise; and nothing where a check would refuse it.
import { chmodSync, existsSync, lstatSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, vi } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { addCourse } from '../../src/import/add/add.ts';
import { addingQuestions } from '../../src/cli/add-questions.ts';
import { pageFields } from '../../src/catalog/fields.ts';
import { findSource } from '../../src/catalog/source/find.ts';
import { rangeSize, splitFile } from '../../src/catalog/source/ranges.ts';
import { readRange } from '../../src/catalog/source/read.ts';
import { courseFormat } from '../../src/catalog/source/schema.ts';
import { acquireLock } from '../../src/storage/lock.ts';
import { courseCatalog } from '../cli/command.ts';
import { it } from '../helpers/fixture.ts';
import { asAnyone, snapshot, writeFiles } from '../helpers/folders.ts';
import { eventLimit } from '../helpers/limits.ts';
import { Screen, type Script } from '../init/screen.ts';

const references = {
  'data/providers.yaml': '# Who offers courses\n- id: 1\n  name: Example College\n- id: 4\n  name: Other College\n',
  'data/categories.csv': 'id,name,parent\n1,Physics,\n2,Optics,1\n3,Twin,\n4,Twin,\n',
};
const course = (id: number) =>
  `{"id": ${id}, "title": "Course ${id}", "linkurl": "https://a.example/${id}", "provider": 1, "language": "English", "date_published": "2024-05-28"}`;
const courses = { 'data/courses.ndjson': `${course(1)}\n${course(2)}\n` };

const optics: readonly string[] = [
  '--set',
  'title=Optics: "light" # and more',
  '--set',
  'linkurl=https://b.example/optics',
  '--set',
  'provider=example  college',
  '--set',
  'language=English;French',
  '--set',
  'date_published=2026-11-23',
  '--set',
  'categories=Physics; 2',
];

async function add(folder: string, ...args: readonly string[]) {
  const surroundings = { cwd: () => folder };
  const { exitCode, stderr, stdout } = await courseCatalog(
    ['add', '--data', join(folder, 'data'), ...args],
    surroundings,
  );
  return { exitCode, stdout, stderr: stderr.replaceAll(`${folder}/`, '') };
}

const at = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');

const files = {
  'courses.ndjson': `${course(1)}\n${course(2)}\n`,
  'courses.json': `[\n  ${course(1)},\n  ${course(2)}\n]\n`,
  'courses/all.json': `${JSON.stringify([JSON.parse(course(2))], undefined, '\t').replaceAll('\n', '\r\n')}\r\n`,
  'courses/empty.json': '[]',
  'courses/all.csv':
    '\ufeffid,title,linkurl,provider,language,date_published,categories,tags\r\n2,"a, b",https://a.example/2,1,English,2024-05-28,1;2,',
  'courses/all.yaml': `# The courses

- id: 1 # the first
  title: 'One'
  linkurl: "https://a.example/1"
  provider: 1
  language: [English]
  date_published: "2024-05-28"

- {id: 2, title: Two, linkurl: https://a.example/2, provider: 1, language: English, date_published: 2024-05-28}
# the end
`,
  'courses/inside.yml':
    '  - id: 2\r\n    title: Two\r\n    linkurl: https://a.example/2\r\n    provider: 1\r\n    language: English\r\n    date_published: 2024-05-28\r\n',
  'courses/flow.yaml':
    '[{id: 2, title: Two, linkurl: https://a.example/2, provider: 1, language: English, date_published: 2024-05-28}] # flow\n',
  'courses/comment.yaml': '# none yet\n',
};

describe('the file', () => {
  it.for(Object.entries(files))(
    '%s keeps what it has, in its form, and takes the course at its end',
    async ([path, text], { folder }) => {
      writeFiles(folder, { ...references, [`data/${path}`]: text });
      const { exitCode, stderr } = await add(folder, ...optics, '--set', 'tags=light; waves');
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
      const id = text.includes('a.example') ? 3 : 1;
      expect(stderr).toContain(`added course ${id} Optics: "light" # and more to data/${path}`);
      const after = at(folder, `data/${path}`);
      await expect(after).toMatchFileSnapshot(`expected/${path.replace('/', '-')}.txt`);
      // Line by line, but for the commas and the brackets of an array.
      const plain = (line: string) => line.replaceAll(/^\[(?=.)|[,\]]\s*(?:# flow)?$/gu, '').trimEnd();
      const rest = after.split('\n').map(plain);
      const kept = text.trimEnd().split('\n').map(plain);
      expect(kept.filter((line) => line !== '' && !rest.some((one) => one.startsWith(line)))).toEqual([]);
      const check = await courseCatalog(['check', '--data', join(folder, 'data')]);
      expect(check.stderr).toContain('is valid');
    },
  );

  it('is alone afterwards: what an addition that was killed has left is removed', async ({ folder }) => {
    const left = ['data/.courses.ndjson.part', 'data/courses/.added.yaml.part', 'data/providers/.added.yaml.part'];
    writeFiles(folder, { ...references, ...courses, ...Object.fromEntries(left.map((path) => [path, 'half'])) });
    expect(await add(folder, ...optics)).toMatchObject({ exitCode: 0 });
    for (const path of left) expect(existsSync(join(folder, path)), path).toBe(false);
  });

  it('is the one with most courses of the provider that has a place for all fields', async ({ folder }) => {
    const header = 'id,title,linkurl,provider,language,date_published,categories';
    writeFiles(folder, {
      ...references,
      'data/courses/a.ndjson': `${course(1).replace('"provider": 1', '"provider": 4')}\n${course(2).replace('"provider": 1', '"provider": 4')}\n`,
      'data/courses/b.csv': `${header}\n3,Three,https://a.example/3,1,English,2024-05-28,\n`,
      'data/courses/single.yaml':
        'id: 9\ntitle: Nine\nlinkurl: /9\nprovider: 1\nlanguage: English\ndate_published: 2024-05-28\n',
    });
    expect((await add(folder, ...optics)).stderr).toContain(
      'added course 10 Optics: "light" # and more to data/courses/b.csv',
    );
    const more = optics.with(3, 'linkurl=https://b.example/more');
    expect((await add(folder, ...more, '--set', 'level=beginner')).stderr).toContain('to data/courses/a.ndjson');
    const into = await add(
      folder,
      ...optics.with(3, 'linkurl=/x'),
      '--set',
      'level=beginner',
      '--into',
      'courses/b.csv',
    );
    expect(into.stderr).toContain('data/courses/b.csv: does not take the record: it has no column level\n');
    const single = await add(
      folder,
      ...optics.with(3, 'linkurl=/y'),
      '--into',
      join(folder, 'data/courses/single.yaml'),
    );
    expect(single.stderr).toContain('data/courses/single.yaml: does not take the record');
    const fresh = await add(folder, ...optics.with(3, 'linkurl=/z'), '--into', 'courses/new/more.json');
    expect(fresh.stderr).toContain('added course 12');
    expect(at(folder, 'data/courses/new/more.json')).toContain('"linkurl":"/z"');
    await add(folder, ...optics.with(3, 'linkurl=/c'), '--into', 'courses/new.csv');
    const next = await add(
      folder,
      ...optics.with(3, 'linkurl=/d'),
      '--set',
      'level=beginner',
      '--into',
      'courses/new.csv',
    );
    expect(next.stderr).toContain('to data/courses/new.csv');
    expect(at(folder, 'data/courses/new.csv').split(/\r?\n/u)).toEqual([
      expect.stringMatching(/^id,title,linkurl,provider,language,date_published,.*\blevel\b/u),
      expect.stringContaining(',/c,1,English;French,2026-11-23,'),
      expect.stringMatching(/,\/d,1,English;French,2026-11-23,.*,beginner,/u),
      '',
    ]);
    expect((await add(folder, ...optics.with(3, 'linkurl=/0'), '--into', '../outside.yaml')).stderr).toContain(
      'is not a file of courses',
    );
  });

  it('is none below a link, which no source follows, nor one that is not read', async ({ folder }) => {
    writeFiles(folder, { ...references, 'data/courses/a.ndjson': `${course(1)}\n`, 'far/b.yaml': '# kept\n' });
    symlinkSync('../../far', join(folder, 'data/courses/linked'));
    symlinkSync('a.ndjson', join(folder, 'data/courses/again.ndjson'));
    const before = snapshot(folder);
    for (const into of ['linked/b.yaml', 'linked/new.yaml', 'linked/new/c.yaml', 'again.ndjson']) {
      const { exitCode, stderr } = await add(folder, ...optics, '--into', `courses/${into}`);
      expect({ into, exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('error') });
    }
    expect(snapshot(folder)).toEqual(before);
  });

  it('is a new one where none fits, and none where the check then fails', async ({ folder }) => {
    writeFiles(folder, references);
    const wrong = await add(folder, ...optics.with(3, 'linkurl=https://u:p@b.example'));
    expect(wrong.stderr).toContain('data/courses/added.yaml:3:3 course 1: "linkurl"');
    expect([...snapshot(folder).keys()].filter((path) => path.includes('courses'))).toEqual([]);
    expect((await add(folder, ...optics)).stderr).toContain('to data/courses/added.yaml');
  });

  it('of an import is left to it, and the ids that it ever gave are not given again', async ({ folder }) => {
    writeFiles(folder, {
      'list.csv':
        'title,linkurl,provider,language,date_published\nA,https://a.example/a,College,English,2024-05-28\nB,https://a.example/b,College,English,2024-05-28\n',
    });
    const imported = async () =>
      courseCatalog(['import', join(folder, 'list.csv'), '--data', join(folder, 'data'), '--prune'], {
        cwd: () => folder,
      });
    expect(await imported()).toMatchObject({ exitCode: 0 });
    writeFiles(folder, { 'list.csv': at(folder, 'list.csv').replace(/^B.*\n/mu, '') });
    expect(await imported()).toMatchObject({ exitCode: 0 });
    const before = at(folder, 'data/courses/list.ndjson');
    const added = await add(folder, ...optics.with(5, 'provider=College').slice(0, -2));
    expect(added.stderr).toContain('added course 3 Optics: "light" # and more to data/courses/added.yaml');
    expect(at(folder, 'data/courses/list.ndjson')).toBe(before);
    const into = await add(
      folder,
      ...optics.with(3, 'linkurl=/b').with(5, 'provider=College').slice(0, -2),
      '--into',
      'courses/list.ndjson',
    );
    expect(into.stderr).toContain('an import writes its files anew');
  });

  it('keeps its mode, and a link to it stays one', async ({ folder }) => {
    writeFiles(folder, { ...references, 'lists/list.ndjson': `${course(1)}\n`, 'data/courses/.keep': '' });
    chmodSync(join(folder, 'lists/list.ndjson'), 0o640);
    symlinkSync('../../lists/list.ndjson', join(folder, 'data/courses/list.ndjson'));
    expect(await add(folder, ...optics)).toMatchObject({ exitCode: 0 });
    expect(lstatSync(join(folder, 'data/courses/list.ndjson')).isSymbolicLink()).toBe(true);
    expect(at(folder, 'lists/list.ndjson')).toContain('Optics');
    expect(statSync(join(folder, 'lists/list.ndjson')).mode & 0o777).toBe(0o640);
  });
});

it('whoever may not write to the folder is told so, and finds nothing of it', async ({ folder }) => {
  writeFiles(folder, { ...references, ...courses });
  const before = snapshot(folder);
  chmodSync(folder, 0o777);
  chmodSync(join(folder, 'data'), 0o555);
  const { exitCode, stderr } = await asAnyone(async () => add(folder, ...optics));
  expect(exitCode).toBe(1);
  expect(stderr).toContain('data/courses.ndjson: cannot be written: EACCES');
  expect(stderr).toContain('1 error; nothing was added');
  chmodSync(folder, 0o755);
  const locked = await asAnyone(async () => add(folder, ...optics));
  expect(locked.stderr).toContain('data: cannot be written: EACCES');
  chmodSync(join(folder, 'data'), 0o755);
  expect(snapshot(folder)).toEqual(before);
});

it('one at a time: while another one, or an import, works on the folder, nothing is added', async ({ folder }) => {
  writeFiles(folder, { ...references, ...courses });
  const data = join(folder, 'data');
  const [first, second] = await Promise.all([add(folder, ...optics), add(folder, ...optics.with(3, 'linkurl=/other'))]);
  expect([first.exitCode, second.exitCode]).toEqual([0, 1]);
  expect(second.stderr).toMatch(/data: is being changed by .+\n.*import-busy: wait for it to finish, or stop it/u);
  const before = snapshot(folder);
  const lock = acquireLock(data, data, folder);
  try {
    expect((await add(folder, ...optics.with(3, 'linkurl=/other'))).stderr).toContain('is being changed by');
  } finally {
    lock.release();
  }
  expect(snapshot(folder)).toEqual(before);
  expect(await add(folder, ...optics.with(3, 'linkurl=/other'))).toMatchObject({ exitCode: 0 });
  expect(at(folder, 'data/courses.ndjson').match(/(?<="id":\s?)\d+/gu)).toEqual(['1', '2', '3', '4']);
});

it('whose lock was taken meanwhile changes nothing', async ({ folder }) => {
  writeFiles(folder, { ...references, ...courses });
  const before = snapshot(folder);
  const adding = add(folder, ...optics);
  await vi.waitUntil(() => existsSync(join(folder, '.data.lock')), { timeout: eventLimit, interval: 1 });
  rmSync(join(folder, '.data.lock'));
  expect((await adding).stderr).toContain('is no longer locked by this process');
  expect(snapshot(folder)).toEqual(before);
});

describe('all else in the file stays as it is', () => {
  const yaml = (id: number, more = '') =>
    `- id: ${id}\n  title: Course ${id}\n  linkurl: https://a.example/${id}\n  provider: 1\n  language: English\n  date_published: 2024-05-28\n${more}`;
  const flow = course(2).replaceAll('"', '');
  const cases: readonly [what: string, path: string, text: string, at: number][] = [
    ['several kinds of line ends in YAML', 'all.yaml', `${yaml(1).replace('\n', '\r\n')}\n${yaml(2)}`, Infinity],
    ['several kinds of line ends in JSON', 'all.json', `[\r\n  ${course(1)},\n  ${course(2)}\n]\r\n`, -4],
    ['empty lines that a text in YAML keeps', 'all.yaml', yaml(2, '  description: |+\n    x\n\n\n'), Infinity],
    ['a byte order mark in YAML', 'all.yaml', `\ufeff${yaml(2)}`, Infinity],
    ['a byte order mark in JSON', 'all.json', `\ufeff[${course(2)}]`, -1],
    ['what follows an empty list in JSON', 'all.json', '[\n]\n\n', 1],
    ['a list of several lines in YAML', 'all.yaml', `# a\n[\n  ${flow}, # b\n  # c\n]\n# d\n`, -7],
  ];
  it.for(cases)('%s', async ([, path, text, place], { folder }) => {
    writeFiles(folder, { ...references, [`data/courses/${path}`]: text });
    expect(await add(folder, ...optics, '--into', `courses/${path}`)).toMatchObject({ exitCode: 0 });
    const after = at(folder, `data/courses/${path}`);
    const recordsOf = (list: string) => z.array(z.unknown()).parse(parse(list.replace('\ufeff', '')));
    expect(recordsOf(after).slice(0, -1)).toEqual(recordsOf(text));
    const [before, behind] = [text.slice(0, place), text.slice(place)];
    expect({ before: after.slice(0, before.length), behind: after.slice(after.length - behind.length) }).toEqual({
      before,
      behind,
    });
    const { stderr } = await courseCatalog(['check', '--data', join(folder, 'data')]);
    expect(stderr).toContain('is valid');
  });

  it('but for a comma, in a list of several lines in YAML with comments behind its last item', async ({ folder }) => {
    const text = `[\r\n    {${flow.slice(1, -1)}} # one\r\n  # two\r\n]\r\n`;
    writeFiles(folder, { ...references, 'data/courses/all.yaml': text });
    expect(await add(folder, ...optics.slice(0, -2), '--set', 'description=a\nb')).toMatchObject({ exitCode: 0 });
    expect(at(folder, 'data/courses/all.yaml')).toBe(
      text
        .replace('} #', '}, #')
        .replace(
          /\]\r\n$/u,
          '    {"id": 3, "title": "Optics: \\"light\\" # and more", "linkurl": "https://b.example/optics", "provider": 1, "language": ["English", "French"], "date_published": "2026-11-23", "description": "a\\nb"}\r\n]\r\n',
        ),
    );
  });

  it.for(['all.yaml', 'all.ndjson', 'all.csv'])('and so does the text of the course: %s', async (path, { folder }) => {
    const header = 'id,title,linkurl,provider,language,date_published,description\r\n';
    const start = path.endsWith('csv') ? header : path.endsWith('yaml') ? yaml(2).replaceAll(/^(?=.)/gmu, '  ') : '';
    writeFiles(folder, { ...references, [`data/courses/${path}`]: start });
    const description = 'one\ntwo\u2028three\n\n  four';
    expect(await add(folder, ...optics.slice(0, -2), '--set', `description=${description}`)).toMatchObject({
      exitCode: 0,
    });
    const records: unknown[] = [];
    const file = (await findSource(join(folder, 'data'))).files.find(({ kind }) => kind === 'courses');
    for (const range of file === undefined ? [] : splitFile(file))
      await readRange(range, courseFormat(pageFields).fields, {
        record: ({ value }) => void records.push(value),
        problem: () => {},
      });
    expect(records.at(-1)).toMatchObject({ description });
  });
});

describe('a large file is copied but for its end', () => {
  const many = Array.from({ length: 2000 }, (_, index) =>
    JSON.parse(course(index + 1).replace('"Course', `"${'Ñandú '.repeat(40)}`)),
  );
  const header = 'id,title,linkurl,provider,language,date_published,categories,description';
  const rows = many.map(({ id, title }) => `${id},${title},https://a.example/${id},1,English,2024-05-28,,"a\nb"`);
  const lines = (all: readonly string[]) => all.map((one) => `${one}\r\n`).join('');
  const large: Readonly<Record<string, readonly [before: string, after: string]>> = {
    'all.ndjson': [lines(many.map((one) => JSON.stringify(one))), ''],
    'all.json': [JSON.stringify(many, undefined, '\t').replaceAll('\n', '\r\n').slice(0, -3), '\r\n]\r\n'],
    'line.json': [JSON.stringify(many).slice(0, -1), ']'],
    'all.csv': [lines(['\ufeff' + header, ...rows]), ''],
    'unended.csv': [lines([header, ...rows]).slice(0, -2), ''],
  };

  it.for(Object.entries(large))('%s', async ([path, [before, behind]], { folder }) => {
    const text = `${before}${behind}`;
    expect(text.length).toBeGreaterThan(rangeSize);
    writeFiles(folder, { ...references, [`data/courses/${path}`]: text });
    const { exitCode, stderr } = await add(folder, ...optics);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stderr).toContain(`added course 2001 Optics: "light" # and more to data/courses/${path}`);
    const after = at(folder, `data/courses/${path}`);
    const added = after.slice(before.length, after.length - behind.length);
    expect(after === before + added + behind).toBe(true);
    expect(added).toContain('https://b.example/optics');
    expect(added.length).toBeLessThan(400);
    expect(added.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u);
    const bytes = Buffer.from(after);
    bytes[bytes.length - 60] = 0xff;
    writeFileSync(join(folder, 'data/courses', path), bytes);
    expect((await add(folder, ...optics.with(3, 'linkurl=/other'))).stderr).toContain('is not UTF-8 here');
    expect(at(folder, `data/courses/${path}`)).toBe(bytes.toString());
  });
});

it('an address that is far down in a large file is found at its line', async ({ folder }) => {
  const many = Array.from({ length: 5000 }, (_, index) => `${course(index + 1)}\n`);
  writeFiles(folder, { ...references, 'data/courses.ndjson': many.join('') });
  const { exitCode, stderr } = await add(folder, ...optics.with(3, 'linkurl=https://a.example/4990'));
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^data\/courses\.ndjson:4990:\d+ course 4990: there is a course at .* already\n/u);
});

describe('a file that is not UTF-8 stays as it is', () => {
  const latin1 = Object.entries(files).filter(([path]) => path !== 'courses/empty.json');
  it.for(latin1)('%s', async ([path, text], { folder }) => {
    const file = join(folder, 'data', path);
    writeFiles(folder, { ...references, [`data/${path}`]: '' });
    const bytes = Buffer.from(text.replace(/Two|Course 2|a, b|none/u, 'Caf\u00E9'), 'latin1');
    writeFileSync(file, bytes);
    const { exitCode, stderr } = await add(folder, ...optics, '--set', 'tags=light');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/is not UTF-8 here|is UTF-16/u);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });
});

describe('nothing is changed', () => {
  const cases: readonly [why: string, args: readonly string[], said: readonly string[]][] = [
    [
      'where fields are missing',
      ['--set', 'title=Optics'],
      [
        '--set linkurl=…: "linkurl" is missing',
        '--set provider=…: "provider" is missing',
        '--set date_published=…: "date_published" is missing',
        '4 errors; nothing was added',
      ],
    ],
    [
      'where the address is there',
      optics.with(3, 'linkurl=https://a.example/2'),
      ['data/courses.ndjson:2:', 'course 2: there is a course at "https://a.example/2" already'],
    ],
    [
      'where the address is there in another form',
      optics.with(3, 'linkurl=HTTPS://A.example:443/x/../2'),
      ['course 2: there is a course at "https://a.example/2" already'],
    ],
    [
      'where the provider is new',
      optics.with(5, 'provider=Exampel College'),
      [
        '--set provider=…: unknown provider "Exampel College"; did you mean "Example College"?',
        'or add --new to add this provider too',
      ],
    ],
    [
      'where several have the name',
      [...optics.slice(0, -1), 'categories=twin'],
      ['--set categories=…: several have the name "twin": 3, 4', 'give the id'],
    ],
    ['where no record has the id', [...optics.slice(0, -1), 'categories=77'], ['course 3: unknown category 77']],
    [
      'where a field is unknown',
      [...optics, '--set', 'levle=beginner'],
      ['--set levle=…: unknown field "levle"; did you mean level?'],
    ],
    ['where an id is given', [...optics, '--set', 'id=9'], ['--set id=…: unknown field "id"']],
    ['where a value is none of its field', [...optics, '--set', 'price=ten'], ['course 3: "price" is the text "ten"']],
  ];
  it.for(cases)('%s', async ([, args, said], { folder }) => {
    writeFiles(folder, { ...references, ...courses });
    const before = snapshot(folder);
    const { exitCode, stderr } = await add(folder, ...args);
    expect(exitCode).toBe(1);
    for (const text of said) expect(stderr).toContain(text);
    expect(snapshot(folder)).toEqual(before);
  });

  it('where the catalog has an error elsewhere', async ({ folder }) => {
    writeFiles(folder, { ...references, 'data/courses.ndjson': `${course(1)}\n{"id": 2}\n` });
    const before = snapshot(folder);
    expect((await add(folder, ...optics)).stderr).toContain('data/courses.ndjson:2:1 course 2: "title" is missing');
    expect(snapshot(folder)).toEqual(before);
  });
});

it.for(['http://a.example/2', 'https://a.example/2/', 'https://a.example/2#start', 'https://a.example/3?2'])(
  'an address that is nearly that of another course is added with a warning: %s',
  async (linkurl, { folder }) => {
    writeFiles(folder, { ...references, ...courses });
    const { exitCode, stderr } = await add(folder, ...optics.with(3, `linkurl=${linkurl}`));
    expect(exitCode).toBe(0);
    const warning = 'course 3: there is a course at "https://a.example/2", which may be the same page';
    expect(stderr.includes(warning)).toBe(!linkurl.endsWith('?2'));
  },
);

it('a language has the name that it has in the catalog, and a day is read in its order', async ({ folder }) => {
  writeFiles(folder, { ...references, 'data/courses.ndjson': `${course(1).replace('English', 'German')}\n` });
  const given = optics.with(7, 'language=Deutsch; fr').with(9, 'date_published=3/4/2026');
  expect((await add(folder, ...given.with(7, 'language=English'))).stderr).toContain('"date_published"');
  expect(await add(folder, ...given)).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(at(folder, 'data/courses.ndjson').trim().split('\n').at(-1) ?? '')).toMatchObject({
    language: ['German', 'French'],
    date_published: '2026-04-03',
  });
});

it('a provider and categories that are new go to their files, once that is confirmed', async ({ folder }) => {
  writeFiles(folder, { ...references, ...courses });
  const names = [...optics.with(5, 'provider=New: College').slice(0, -1), 'categories=Waves;Optics;waves'];
  const { stdout } = await add(folder, ...names, '--new', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    id: 3,
    file: join(folder, 'data/courses/added.yaml'),
    references: [
      { kind: 'providers', id: 5, name: 'New: College' },
      { kind: 'categories', id: 5, name: 'Waves' },
    ],
    catalog: { courses: 3, providers: 3, categories: 5 },
  });
  expect(at(folder, 'data/providers.yaml')).toBe(
    `${references['data/providers.yaml']}- id: 5\n  name: "New: College"\n`,
  );
  expect(at(folder, 'data/categories.csv')).toBe(`${references['data/categories.csv']}5,Waves,\n`);
  expect(at(folder, 'data/courses/added.yaml')).toContain('provider: 5\n');
  expect(at(folder, 'data/courses/added.yaml')).toContain('categories: [5, 2]\n');
});

it('the title of the catalog in its configuration is not that of a course, and its custom fields are fields', async ({
  folder,
}) => {
  const config = { title: 'Our catalog', license: 'https://l.example', fields: { modalidad: { label: 'Modalidad' } } };
  writeFiles(folder, { ...references, ...courses, 'course-catalog.config.json': JSON.stringify(config) });
  expect((await add(folder, ...optics.slice(2))).stderr).toContain('--set title=…: "title" is missing');
  expect(await add(folder, ...optics, '--set', 'modalidad=en línea', '--set', 'level=beginner')).toMatchObject({
    exitCode: 0,
  });
  expect(JSON.parse(at(folder, 'data/courses.ndjson').split('\n')[2] ?? '')).toMatchObject({
    modalidad: 'en línea',
    level: 'beginner',
  });
  expect(at(folder, 'data/courses.ndjson')).not.toContain('l.example');
});

describe('on a terminal', () => {
  const enter = '\r';
  const down = '\u001B[B';

  async function answer(folder: string, values: Record<string, string>, script: Script) {
    const input = new PassThrough();
    const output = new Screen(script, input);
    const signal = new AbortController().signal;
    const terminal = { input, output, signal, canceled: new Error('canceled'), folder };
    const options = {
      data: join(folder, 'data'),
      fields: pageFields,
      pageSize: 25,
      threads: 1,
      into: undefined,
      new: false,
    };
    const asking = addingQuestions(terminal);
    const added = await addCourse({ values, whereOf: (field) => field, asking }, options, signal).catch(
      (error: unknown) => error,
    );
    expect(output.left, output.text).toEqual([]);
    return { added, text: output.text };
  }

  it('it asks for what is missing, the title first, once more for what does not fit, and at the end for the rest', async ({
    folder,
  }) => {
    writeFiles(folder, { ...references, ...courses });
    const { added } = await answer(
      folder,
      { language: 'English' },
      {
        'What is the title': `https://b.example/${enter}`,
        'takes a title, not an address': `\u0015Optics${enter}`,
        'At which address': `Bienenkunde${enter}`,
        'takes the address': `\u0015https://b.example/${enter}`,
        'Who offers it': `Exampel College${enter}`,
        'When was it published': `31/31/2026${enter}`,
        'takes the date': `\u001523.11.2026${enter}`,
        'What else': `levle=beginner${enter}`,
        'did you mean level': `\u0015level=beginner, price=ten${enter}`,
        'takes what the course costs': `\u0015price=kostenlos${enter}`,
        'did you mean 0': `\u0015level=beginner, price=49.90 EUR, categories=Physics; Optics, tags="a=1, b=2"${enter}`,
        'take "Example College"': enter,
      },
    );
    expect(added).toMatchObject({ id: 3, title: 'Optics', references: [] });
    expect(JSON.parse(at(folder, 'data/courses.ndjson').trim().split('\n').at(-1) ?? '')).toMatchObject({
      linkurl: 'https://b.example/',
      provider: 1,
      categories: [1, 2],
      level: 'beginner',
      price: '49.90 EUR',
      tags: 'a=1, b=2',
    });
  });

  it('it asks nothing more for a course that is there', async ({ folder }) => {
    writeFiles(folder, { ...references, ...courses });
    const script = { 'What is the title': `Optics${enter}`, 'At which address': `https://a.example/1${enter}` };
    const { added, text } = await answer(folder, {}, script);
    expect(added).toMatchObject({ message: 'there is a course at "https://a.example/1" already' });
    expect(text).not.toContain('Who offers it');
  });

  it('it adds a new name if that is chosen, or takes another one', async ({ folder }) => {
    writeFiles(folder, { ...references, ...courses });
    const values = {
      title: 'T',
      linkurl: '/t',
      language: 'English',
      date_published: '2026-11-23',
      provider: 'Zz',
      categories: 'Qq',
    };
    const { added } = await answer(folder, values, {
      'The catalog has no provider "Zz".': enter,
      'The catalog has no category "Qq".': `${down}${enter}`,
      'Which name?': `Physics${enter}`,
    });
    expect(added).toMatchObject({ references: [{ kind: 'providers', id: 5, name: 'Zz' }] });
    expect(at(folder, 'data/courses/added.yaml')).toContain('categories: [1]');
  });
});
