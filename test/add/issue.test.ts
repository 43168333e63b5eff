// `add --from-issue`: what somebody wrote in a form becomes the fields of a course, and nothing else.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { fieldsFromIssue } from '../../src/import/add/issue.ts';
import { formLabels } from '../../src/import/add/form-fields.ts';
import { localeTags } from '../../src/text/locales/tags.ts';
import { customFields } from '../../src/options/custom-fields.ts';
import { pageFields } from '../../src/catalog/fields.ts';
import { findSource } from '../../src/catalog/source/find.ts';
import { splitFile } from '../../src/catalog/source/ranges.ts';
import { readRange } from '../../src/catalog/source/read.ts';
import { courseFormat } from '../../src/catalog/source/schema.ts';
import { courseCatalog } from '../cli/command.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';

/** The text that GitHub makes of a filled form. */
const bodyOf = (answers: readonly (readonly [label: string, answer: string])[]) =>
  answers.map(([label, answer]) => `### ${label}\n\n${answer === '' ? '_No response_' : answer}`).join('\n\n');

function event(folder: string, body: unknown): string {
  writeFiles(folder, {
    'event.json': JSON.stringify({ action: 'labeled', issue: { number: 7, title: 'Title', body } }),
  });
  return join(folder, 'event.json');
}

const catalog = {
  'data/providers.yaml': '- id: 1\n  name: Example College\n',
  'data/categories.yaml': '- id: 1\n  name: Physics\n',
  'data/courses.ndjson': '',
};

const filled: readonly (readonly [string, string])[] = [
  ['Title of the course', 'Optics'],
  ['Address of the course', 'https://b.example/optics'],
  ['Provider', 'Example College'],
  ['Language', 'English; French'],
  ['Published', '2026-11-23'],
  ['Categories', 'physics'],
  ['Author', ''],
  ['Level', 'beginner'],
  ['Description', 'Light.\r\n\r\n### Contents\n\nWaves'],
];

async function add(folder: string, body: unknown, ...args: readonly string[]) {
  const file = event(folder, body);
  const surroundings = { cwd: () => folder };
  const outcome = await courseCatalog(
    ['add', '--data', join(folder, 'data'), '--from-issue', file, ...args],
    surroundings,
  );
  return { ...outcome, stderr: outcome.stderr.replaceAll(`${folder}/`, '') };
}

const lastCourse = (folder: string): unknown =>
  JSON.parse(readFileSync(join(folder, 'data/courses.ndjson'), 'utf8').trimEnd().split('\n').at(-1) ?? '');

/** The records of courses, as a build reads them. */
async function recordsIn(data: string): Promise<unknown[]> {
  const records: unknown[] = [];
  for (const file of (await findSource(data)).files.filter(({ kind }) => kind === 'courses'))
    for (const range of splitFile(file))
      await readRange(range, courseFormat(pageFields).fields, {
        record: ({ value }) => void records.push(value),
        problem: ({ finding }) => void records.push(finding),
      });
  return records;
}

describe('a filled form', () => {
  it('becomes a course, and headings that no field has stay text', async ({ folder }) => {
    writeFiles(folder, catalog);
    expect((await add(folder, bodyOf(filled))).stderr).toContain('added course 1 Optics to data/courses.ndjson');
    expect(lastCourse(folder)).toEqual({
      id: 1,
      title: 'Optics',
      linkurl: 'https://b.example/optics',
      provider: 1,
      language: ['English', 'French'],
      date_published: '2026-11-23',
      categories: [1],
      level: 'beginner',
      description: 'Light.\n\n### Contents\n\nWaves',
    });
  });

  it.for(localeTags)('is read in the language of the form: %s', (locale, { folder }) => {
    const own = customFields.read(
      '{"modalidad": {"label": "Modalidad"}, "a": {"label": "Level"}, "b": {"label": "Level (a)"}, "c": {"label": "level"}}',
    );
    const labels = [...formLabels(locale, own)];
    expect(new Set(labels.map(([, label]) => label)).size).toBe(labels.length);
    const answers = labels.map(([field, label]) => [label, `an answer: ${field}`] as const);
    const values = Object.fromEntries(labels.map(([field]) => [field, `an answer: ${field}`]));
    expect(fieldsFromIssue(event(folder, bodyOf(answers)), own)).toEqual(values);
  });

  it('is completed and corrected by options', async ({ folder }) => {
    writeFiles(folder, catalog);
    await add(
      folder,
      bodyOf(filled.filter(([label]) => label !== 'Published')),
      '--set',
      'date_published=2026-01-02',
      '--set',
      'title=Light',
    );
    expect(lastCourse(folder)).toMatchObject({ title: 'Light', date_published: '2026-01-02' });
  });

  it('that lacks a field is refused by the name of the field', async ({ folder }) => {
    writeFiles(folder, catalog);
    const { exitCode, stderr } = await add(folder, bodyOf(filled.with(4, ['Published', ''])));
    expect(exitCode).toBe(1);
    expect(stderr).toContain('event.json: "date_published" is missing');
  });

  it.for([
    ['a text that is no form', 'Please add optics', 'has an issue without headings of the form'],
    ['an issue without a text', null, 'has no issue with a text'],
  ])('%s is refused', async ([, body, said], { folder }) => {
    writeFiles(folder, catalog);
    expect((await add(folder, body)).stderr).toContain(`event.json: ${said}`);
  });
});

describe('what strangers write', () => {
  it('cannot answer for another field, nor twice', async ({ folder }) => {
    writeFiles(folder, catalog);
    await add(
      folder,
      bodyOf([...filled.slice(0, -1), ['Description', 'Light.\n\n### Provider\n\nEvil\n\n### Id\n\n99']]),
    );
    expect(lastCourse(folder)).toMatchObject({
      id: 1,
      provider: 1,
      description: 'Light.\n\n### Provider\n\nEvil\n\n### Id\n\n99',
    });
  });

  it('adds at most 20 categories, and is refused in words of a bounded length', async ({ folder }) => {
    writeFiles(folder, catalog);
    const before = readFileSync(join(folder, 'data/categories.yaml'), 'utf8');
    const withNames = (count: number) =>
      bodyOf(
        filled.map(([label, answer]) => [
          label,
          label === 'Categories' ? Array.from({ length: count }, (_, at) => `New ${at}`).join('; ') : answer,
        ]),
      );
    for (const args of [['--new'], []]) {
      const { exitCode, stderr } = await add(folder, withNames(800), ...args);
      expect(exitCode).toBe(1);
      expect(stderr).toContain('has more than 20 names that the catalog does not have');
      expect(stderr.length).toBeLessThan(10_000);
    }
    expect(readFileSync(join(folder, 'data/categories.yaml'), 'utf8')).toBe(before);
    expect(await add(folder, withNames(20), '--new')).toMatchObject({ exitCode: 0 });
  });

  it.for([
    [
      'Address of the course',
      'javascript:alert(1)',
      '"linkurl" is probably not the address that was meant, as it holds',
    ],
    ['Address of the course', 'data:text/html,x', '"linkurl" is probably not the address that was meant, as it holds'],
    ['Address of the course', '../../..', 'as it leads above the root of the site'],
    ['Address of the course', 'optics.html', '"linkurl" is no address of the web'],
    ['Address of the course', `https://b.example/${'x'.repeat(65_000)}`, 'as it has 65,018 characters'],
    ['Address of the course', `https://b.example/${'x'.repeat(20_000_000)}`, 'as it has 20,000,018 characters'],
    ['Title of the course', 'Op\u0000tics', '"title" holds "\\u0000"'],
    ['Title of the course', '\u001b[31mOptics', '"title" holds "\\u001b"'],
    ['Title of the course', 'Optics\u202egpj.exe', '"title" holds "\\u202e"'],
    ['Title of the course', 'Op\ntics', '"title" holds "\\n"'],
    ['Title of the course', 'x'.repeat(65_000), '"title" has 65,000 characters'],
    ['Provider', 'Evil\u2066', '"provider" holds "\\u2066"'],
  ] as const)('is no address or text that misleads readers: %s', async ([field, answer, said], { folder }) => {
    writeFiles(folder, catalog);
    const form = filled.map(([label, given]) => [label, label === field ? answer : given] as const);
    const { exitCode, stderr } = await add(folder, bodyOf(form), '--new');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^event\.json: /u);
    expect(stderr).toContain(said);
    expect(stderr.length).toBeLessThan(1000);
    expect(readFileSync(join(folder, 'data/courses.ndjson'), 'utf8')).toBe('');
  });

  it('is not what the maintainer sets beside it', async ({ folder }) => {
    writeFiles(folder, catalog);
    expect(await add(folder, bodyOf(filled), '--set', 'linkurl=optics/index.html')).toMatchObject({ exitCode: 0 });
    expect(lastCourse(folder)).toMatchObject({ linkurl: 'optics/index.html' });
  });

  it('may be nested as deep as it likes', async ({ folder }) => {
    writeFiles(folder, catalog);
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const text of [deep, `{"issue":${deep}}`, `{"issue":{"body":${deep}}}`]) {
      writeFiles(folder, { 'deep.json': text });
      const { exitCode, stderr } = await courseCatalog([
        'add',
        '--data',
        join(folder, 'data'),
        '--from-issue',
        join(folder, 'deep.json'),
      ]);
      expect(exitCode).toBe(1);
      expect(stderr).toContain('has no issue with a text');
    }
  });

  const attacks = [
    '$(touch pwned) `touch pwned` ; touch pwned #',
    '${{ github.token }} ::set-output name=x::y',
    '::stop-commands::x',
    '"\n- id: 5\n  name: Evil\n- &a [*a, *a]',
    '"},{"id": 99}',
    '1,2\n99,Evil,https://evil.example,1,English,2026-01-01',
    '\u001b[2J\u202e<script>alert(1)</script>',
    '__proto__',
    '=cmd|calc!A1',
  ];
  it.for(
    attacks.flatMap((attack) =>
      (['yaml', 'json', 'ndjson', 'csv'] as const).map((format) => [attack, format] as const),
    ),
  )('is one text in one field: %j in %s', async ([attack, format], { folder }) => {
    const start = {
      yaml: '',
      json: '[]',
      ndjson: '',
      csv: 'id,title,linkurl,provider,language,date_published,categories,level,description\n',
    };
    const { 'data/courses.ndjson': _, ...others } = catalog;
    writeFiles(folder, { ...others, [`data/courses.${format}`]: start[format] });
    const form = filled.map(([label, answer]): readonly [string, string] =>
      label === 'Description' || (label === 'Provider' && !/[\p{Cc}\u202e]/u.test(attack))
        ? [label, attack]
        : [label, answer],
    );
    const { exitCode, stderr } = await add(folder, bodyOf(form), '--new');
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    // eslint-disable-next-line no-control-regex
    expect(stderr).not.toMatch(/\u001b|\u202e|^\s*::/mu);
    const records = await recordsIn(join(folder, 'data'));
    expect(records).toMatchObject([{ id: 1, title: 'Optics', level: 'beginner', description: attack }]);
  });
});
