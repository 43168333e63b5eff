// Fields of a catalog's own: three lines of configuration, which `check`, builds and course pages follow.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { linkhashOf } from '../../src/catalog/course.ts';
import { courseCatalog } from '../cli/command.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';

const linkurl = 'https://a.example/1';

/** Runs a command in a folder with a course and with these fields in its configuration. */
async function run(folder: string, command: string, fields: unknown, course: object) {
  const record = { id: 1, title: 'A', linkurl, provider: 1, language: 'English', date_published: '2024-05-28' };
  writeFiles(folder, {
    'course-catalog.config.json': JSON.stringify({ fields }),
    'data/providers.json': '[{"id": 1, "name": "Uni"}]',
    'data/categories.json': '[]',
    'data/courses.json': JSON.stringify([{ ...record, ...course }]),
  });
  const folders = command === 'check' ? [] : ['--out', join(folder, 'dist'), '--quiet'];
  return courseCatalog([command, '--data', join(folder, 'data'), ...folders], { cwd: () => folder });
}

const fields = {
  modalidad: { label: 'Modalidad', filter: true },
  topics: { label: 'Topics', kind: 'list' },
  seats: { label: 'Seats', kind: 'number' },
  enroll_by: { label: 'Enroll by', kind: 'date' },
  fee: { label: 'Fee', kind: 'price' },
  length: { label: 'Length', kind: 'duration' },
  syllabus: { label: 'Syllabus', kind: 'address' },
  grants: { label: 'Grants & <aid>', kind: 'yes-no' },
};
const course = {
  modalidad: 'Presencial <b>',
  topics: ['a', 'b'],
  seats: 1200,
  enroll_by: '2027-03-01',
  fee: '10 EUR',
  length: 'P2W',
  syllabus: 'https://a.example/s?a=1&b=2',
  grants: false,
};

it('every kind of field is shown in words, after the fields that every catalog may have', async ({ folder }) => {
  expect(await run(folder, 'build', fields, { ...course, level: 'beginner' })).toMatchObject({
    exitCode: 0,
    stderr: '',
  });
  const page = readFileSync(join(folder, 'dist/courses', linkhashOf(linkurl), 'index.html'), 'utf8');
  const shown = [...page.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gsu)].map(([, label = '', value = '']) =>
    `${label}: ${value.replaceAll(/<\/li><li>/gu, '; ').replaceAll(/<[^>]*>/gu, '')}`.trim(),
  );
  expect(shown.slice(0, 9)).toEqual([
    'Level: Beginner',
    'Modalidad: Presencial &lt;b&gt;',
    'Topics: a; b',
    'Seats: 1,200',
    'Enroll by: March 1, 2027',
    'Fee: €10.00',
    'Length: 2 weeks',
    'Syllabus: https://a.example/s?a=1&amp;b=2',
    'Grants &amp; &lt;aid&gt;: No',
  ]);
  expect(page).toContain('href="https://a.example/s?a=1&amp;b=2"');
});

describe('check', () => {
  it('takes them as fields of courses, also in CSV, and no others', async ({ folder }) => {
    expect(await run(folder, 'check', fields, course)).toMatchObject({ exitCode: 0 });
    const { exitCode, stderr } = await run(folder, 'check', {}, course);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('modalidad');
  });

  it.for([
    [{ seats: 'many' }, 'Seats: a number such as 12 or "4.5"'],
    [{ grants: 'perhaps' }, 'Grants & <aid>: true or false, or "yes" or "no"'],
    [{ enroll_by: '2027-02-30' }, 'Enroll by: a text such as "2024-05-28"'],
    [{ syllabus: 'syllabus.pdf' }, 'Syllabus: a valid address that begins with http:// or https://'],
    [{ modalidad: '\ud800' }, '"modalidad" contains an unpaired surrogate'],
    [{ modalidades: 'x' }, 'did you mean modalidad?'],
  ] as const)('says what is wrong with %o', async ([wrong, says], { folder }) => {
    const { exitCode, stderr } = await run(folder, 'check', fields, wrong);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(says);
  });
});

describe('the configuration', () => {
  it.for<[unknown, string]>([
    [[], 'expected a JSON object'],
    [{ Modalidad: { label: 'x' } }, '"Modalidad": not a valid field name: expected a to z, 0 to 9 and _'],
    [{ title: { label: 'x' } }, '"title": not a valid field name: courses already have a field with that name'],
    [{ level: { label: 'x' } }, '"level": not a valid field name: courses already have a field with that name'],
    [{ fee_currency: { label: 'x' } }, '"fee_currency": not a valid field name: columns of the dumps with that ending'],
    ...(
      [
        ['id', 'courses already have a field with that name'],
        ['title', 'courses already have a field with that name'],
        ['provider_name', 'the dumps already have a column with that name'],
        ['linkhash', 'the dumps already have a column with that name'],
        ['fields', 'the dumps have all fields under that name'],
        ['key', 'imports already have a field with that name'],
        ['provider_url', 'imports already have a field with that name'],
        ['year', 'addresses of lists already have a parameter with that name'],
        ['category', 'addresses of lists already have a parameter with that name'],
        ['q', 'addresses of lists already have a parameter with that name'],
        ['sort', 'addresses of lists already have a parameter with that name'],
        ['page', 'addresses of lists already have a parameter with that name'],
        ['con', 'Windows reserves it, and a filter has a file with its name'],
        ['constructor', 'JavaScript reserves it'],
      ] as const
    ).map(([name, why]): [unknown, string] => [
      { [name]: { label: 'x' } },
      `"${name}": not a valid field name: ${why}; take another, such as "${name}_2"`,
    ]),
    ...['__proto__', 'toString', 'hasOwnProperty'].map((name): [unknown, string] => [
      // As a literal, the first would be no field.
      JSON.parse(`{"${name}": {"label": "x"}}`),
      `"${name}": not a valid field name: expected a to z, 0 to 9 and _`,
    ]),
    [
      { room: 'Room' },
      '"room": expected an object such as {"label": "Modalidad", "filter": true}, got the text "Room"',
    ],
    [{ room: {} }, '"room": "label": expected a text of 1 to 100 characters, got nothing'],
    [{ room: { label: 'x'.repeat(101) } }, '"room": "label": expected a text'],
    [{ room: { label: 'x', kind: 'choice' } }, '"room": expected text, list, number, date, duration, price, address'],
    [{ room: { label: 'x', filter: 'yes' } }, '"room": "filter": expected true or false, got the text "yes"'],
    [
      { room: { label: 'x', filtre: true } },
      '"room": expected label, kind, filter, got "filtre"; did you mean filter?',
    ],
    [
      Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, { label: 'x' }])),
      'expected at most 50 fields, got 51',
    ],
  ])('is refused where it says %o', async ([wrong, says], { folder }) => {
    const { exitCode, stderr } = await run(folder, 'check', wrong, {});
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain(`"fields": ${says}`);
  });
});
