// Fields in the dumps: columns and an object behind what the interface has, described in the data package, and none where no course has any.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBuild, type Chosen } from '../build/run.ts';
import { plainCourse } from '../build/small-catalog.ts';
import { makeFolder, removeFolder, writeFiles } from '../helpers/folders.ts';
import { words } from '../helpers/words.ts';
import type { Cell } from '../../src/outputs/dumps/csv.ts';
import { customKinds, pageFields, type CustomKind } from '../../src/catalog/fields.ts';
import { customFields } from '../../src/options/custom-fields.ts';
import { dataPackage } from './public-formats.ts';
import { linesIn, rowsByDuckdb } from './read-back.ts';

const interfaceFields = words`linkhash title description tags provider provider_name language date_published id linkurl author categories catalog_id categories_ids`;

/** What each course says of fields; none of them says anything of prerequisites, certificate and accessibility. */
const said = [
  {
    level: '=HYPERLINK("https://evil.example/"),\r\n"quoted"',
    price: '49.90 EUR',
    duration: 'PT10H30M',
    workload: '2–3 hours per week',
    format: ['online', 'a;b'],
    start_date: '2027-03-01T09:00:00+02:00',
    end_date: '0001-01-01',
    image: 'https://a.example/1.png',
    audience: '</script>\u2028\\N',
  },
  {},
  { price: 0, subtitles: 'English', end_date: '9999-12-31' },
  { level: ' ', price: null, format: [] },
  { level: 'beginner', price: '1250.125 KWD', format: 'on-site', subtitles: ['English', 'Deutsch'] },
];

/** The same as programs read it. */
const expected = [
  {
    level: '=HYPERLINK("https://evil.example/"),\r\n"quoted"',
    price: 49.9,
    price_currency: 'EUR',
    duration: 'PT10H30M',
    workload: '2–3 hours per week',
    format: ['online', 'a;b'],
    start_date: '2027-03-01',
    end_date: '0001-01-01',
    image: 'https://a.example/1.png',
    audience: '</script>\u2028\\N',
  },
  {},
  { price: 0, end_date: '9999-12-31', subtitles: ['English'] },
  {},
  { level: 'beginner', price: 1250.125, price_currency: 'KWD', format: ['on-site'], subtitles: ['English', 'Deutsch'] },
] satisfies Record<string, Cell>[];

/** The same in NDJSON, where a price is one value. */
const inNdjson = expected.map(({ price, price_currency: currency = null, ...others }: Record<string, Cell>) => {
  return { ...others, ...(price !== undefined && { price: { amount: price, currency } }) };
});

const types = {
  level: 'VARCHAR',
  price: 'DOUBLE',
  price_currency: 'VARCHAR',
  duration: 'VARCHAR',
  workload: 'VARCHAR',
  format: 'VARCHAR[]',
  start_date: 'DATE',
  end_date: 'DATE',
  image: 'VARCHAR',
  subtitles: 'VARCHAR[]',
  audience: 'VARCHAR',
};
const fieldColumns = Object.keys(types);

let folder: string;
beforeAll(async () => {
  folder = makeFolder();
  await build('with', said);
  await build(
    'without',
    said.map(() => ({})),
  );
});
afterAll(() => removeFolder(folder));

/** Builds a catalog in small chunks, with the fields of each of its courses. */
async function build(name: string, fieldsOfCourses: readonly object[], more: Partial<Chosen> = {}) {
  const courses = fieldsOfCourses.map((found, at) => plainCourse(at + 1, found));
  const [data, out] = [join(folder, `${name}-data`), join(folder, name)];
  writeFiles(data, {
    'providers.json': '[{"id": 1, "name": "Uni"}]',
    'categories.json': '[]',
    'courses.ndjson': courses.map((course) => `${JSON.stringify(course)}\n`).join(''),
  });
  return runBuild({ data, out, chosen: { dumps: ['ndjson', 'csv', 'parquet'], chunkSize: 200, ...more } });
}

const pathOf = (name: string, file: string) => join(folder, name, 'dumps', file);
const csvRows = (name: string, file = 'courses.csv'): string[][] => parse(readFileSync(pathOf(name, file)));
const parquetRows = async (name: string, columns: readonly string[]) =>
  rowsByDuckdb(`select ${columns.map((column) => `"${column}"`).join(', ')} from '${pathOf(name, 'courses.parquet')}'`);
const ndjsonLines = (name: string) => linesIn(pathOf(name, 'courses.ndjson.gz'));
const packageOf = (name: string) => JSON.parse(readFileSync(pathOf(name, 'datapackage.json'), 'utf8'));
const schemaIn = (name: string, resource: string) =>
  packageOf(name).resources.find((one: { name: string }) => one.name === resource).schema;

describe('fields in the dumps', () => {
  it('are columns of their own in CSV, with empty cells where a course has none', () => {
    const [header, ...rows] = csvRows('with');
    expect(header).toEqual([...interfaceFields, ...fieldColumns]);
    const cells = expected.map((found: Record<string, Cell>) =>
      fieldColumns.map((column) => [found[column] ?? ''].flat().join(';')),
    );
    expect(rows.map((row) => row.slice(interfaceFields.length))).toEqual(cells);
  });

  it('are columns with types in Parquet, with null where a course has none', async () => {
    const described = await rowsByDuckdb(`describe from '${pathOf('with', 'courses.parquet')}'`);
    expect(described.map((row) => row['column_name'])).toEqual([...interfaceFields, ...fieldColumns]);
    const columns = described.slice(interfaceFields.length);
    expect(Object.fromEntries(columns.map((row) => [row['column_name'], row['column_type']]))).toEqual(types);
    const rows = expected.map((found) => ({
      ...Object.fromEntries(fieldColumns.map((name) => [name, null])),
      ...found,
    }));
    expect(await parquetRows('with', fieldColumns)).toEqual(rows);
  });

  it('are an object at the end of the record in NDJSON, where a course has some', () => {
    const found = ndjsonLines('with').map((line) => JSON.parse(line).fields);
    expect(found).toEqual(inNdjson.map((one) => (Object.keys(one).length === 0 ? undefined : one)));
  });

  it('leave all before them as it is', async () => {
    const bare = ndjsonLines('without');
    for (const [at, line] of ndjsonLines('with').entries()) {
      const { fields: found } = JSON.parse(line);
      const end = found === undefined ? '}' : `,"fields":${JSON.stringify(found)}}`;
      expect(line).toBe(`${bare[at]?.slice(0, -1)}${end}`);
    }
    expect(csvRows('with').map((row) => row.slice(0, interfaceFields.length))).toEqual(csvRows('without'));
    expect(await parquetRows('with', interfaceFields)).toEqual(await parquetRows('without', interfaceFields));
  });

  it('are in none of the files where no course has any', async () => {
    const records = ndjsonLines('without').map((line): object => JSON.parse(line));
    for (const record of records) expect(Object.keys(record)).toEqual(interfaceFields);
    expect(csvRows('without')[0]).toEqual(interfaceFields);
    const described = await rowsByDuckdb(`describe from '${pathOf('without', 'courses.parquet')}'`);
    expect(described.map((row) => row['column_name'])).toEqual(interfaceFields);
    expect(schemaIn('without', 'courses').fields.map(({ name }: { name: string }) => name)).toEqual(interfaceFields);
    expect(schemaIn('without', 'courses-ndjson')).toBeUndefined();
  });

  it('have columns in every part, also where one course of the last part has any', async () => {
    const description = 'x'.repeat(1_000_000);
    const large = Array.from({ length: 25 }, () => ({ description }));
    await build('parts', [...large, { description, level: 'beginner' }]);
    for (const file of ['courses.csv', 'courses-2.csv'])
      expect(csvRows('parts', file)[0]).toEqual([...interfaceFields, 'level']);
    const levels = await rowsByDuckdb(`select count(*)::int as courses, count(level)::int as levels
      from read_parquet(['${pathOf('parts', 'courses.parquet')}', '${pathOf('parts', 'courses-2.parquet')}'])`);
    expect(levels).toEqual([{ courses: 26, levels: 1 }]);
  });
});

describe('fields of the catalog itself', () => {
  const kinds = {
    text: ['12', 'VARCHAR', '12'],
    list: ['12', 'VARCHAR[]', ['12']],
    number: [-4.5, 'DOUBLE', -4.5],
    date: ['2027-03-01', 'DATE', '2027-03-01'],
    duration: ['PT10H', 'VARCHAR', 'PT10H'],
    price: ['12 EUR', 'DOUBLE', 12],
    address: ['https://a.example/', 'VARCHAR', 'https://a.example/'],
    'yes-no': [false, 'BOOLEAN', false],
  } as const satisfies Record<CustomKind, readonly [said: unknown, type: string, cell: Cell]>;
  const nameOf = (kind: CustomKind) => `own_${kind.replace('-', '_')}`;
  const cells = Object.fromEntries(customKinds.map((kind) => [nameOf(kind), kinds[kind][2]]));

  beforeAll(async () => {
    const own = Object.fromEntries(customKinds.map((kind) => [nameOf(kind), { label: `The ${kind}`, kind }]));
    const course = Object.fromEntries(customKinds.map((kind) => [nameOf(kind), kinds[kind][0]]));
    await build('own', [course, {}], { fields: customFields.read(JSON.stringify(own)) });
  });

  it('have the type of their kind, in each format', async () => {
    const columns = customKinds.map((kind) => nameOf(kind));
    const path = pathOf('own', 'courses.parquet');
    const described = await rowsByDuckdb(`describe select ${columns.join(', ')} from '${path}'`);
    expect(described.map((row) => row['column_type'])).toEqual(customKinds.map((kind) => kinds[kind][1]));
    expect(await parquetRows('own', columns)).toEqual([cells, Object.fromEntries(columns.map((name) => [name, null]))]);
    const [line = ''] = ndjsonLines('own');
    expect(JSON.parse(line).fields).toEqual({ ...cells, own_price: { amount: 12, currency: 'EUR' } });
    const [header = [], ...rows] = csvRows('own');
    const inCsv = rows.map((row) => columns.map((name) => row[header.indexOf(name)]));
    expect(inCsv).toEqual([columns.map((name) => [cells[name]].flat().join(';')), columns.map(() => '')]);
  });

  it('are described by their labels', () => {
    const { fields } = schemaIn('own', 'courses');
    expect(dataPackage.safeParse(packageOf('own')).error?.issues).toBeUndefined();
    expect(fields).toContainEqual({
      name: 'own_yes_no',
      title: 'The yes-no',
      type: 'boolean',
      description: 'The yes-no',
    });
  });
});

describe('the data package', () => {
  it('describes the columns of fields, each of which may be missing', () => {
    expect(dataPackage.safeParse(packageOf('with')).error?.issues).toBeUndefined();
    const fields = schemaIn('with', 'courses').fields.slice(interfaceFields.length);
    expect(fields.map(({ name }: { name: string }) => name)).toEqual(fieldColumns);
    expect(fields.filter((field: object) => 'constraints' in field)).toEqual([]);
    const fieldOf = (name: string) => fields.find((field: { name: string }) => field.name === name);
    const { level, price, format, start_date: start } = pageFields;
    expect(fieldOf('level')).toEqual({ name: 'level', title: 'Level', type: 'string', description: level.description });
    expect(fieldOf('start_date')).toMatchObject({ title: 'Start', type: 'date', description: start.description });
    expect(fieldOf('format')).toMatchObject({ title: 'Format', type: 'string' });
    expect(fieldOf('format').description).toBe(`${format.description}. Several values, with semicolons between them.`);
    expect(fieldOf('price')).toMatchObject({ title: 'Price', type: 'number' });
    expect(fieldOf('price').description).toMatch(price.description);
    expect(fieldOf('price_currency')).toMatchObject({ title: 'Price (currency)', type: 'string' });
  });

  it('has a JSON Schema of the fields in NDJSON, which each of them matches', () => {
    const { fields } = schemaIn('with', 'courses-ndjson');
    expect(fields.map(({ name }: { name: string }) => name)).toEqual([...interfaceFields, 'fields']);
    const { jsonSchema } = fields.at(-1).constraints;
    expect(Object.keys(jsonSchema.properties)).toEqual(fieldColumns.filter((name) => name !== 'price_currency'));
    expect(jsonSchema.properties.level).toEqual({
      title: 'Level',
      description: pageFields.level.description,
      type: 'string',
    });
    const isValid = new Ajv2020({ validateFormats: false }).compile({ ...jsonSchema, additionalProperties: false });
    for (const found of inNdjson) expect(isValid(found)).toBe(true);
    for (const wrong of [{ level: 1 }, { format: 'online' }, { price: '49.90 EUR' }, { other: '' }])
      expect(isValid(wrong)).toBe(false);
  });
});
