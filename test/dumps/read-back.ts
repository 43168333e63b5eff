// Reads dumps back as their users do: CSV and Parquet with DuckDB, NDJSON by hand and with DuckDB.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect } from 'vitest';
import type { FullCourse } from '../../src/api/records.ts';

const columns = {
  linkhash: 'varchar',
  title: 'varchar',
  description: 'varchar',
  tags: 'varchar',
  provider: 'bigint',
  provider_name: 'varchar',
  language: 'varchar[]',
  date_published: 'timestamp',
  id: 'bigint',
  linkurl: 'varchar',
  author: 'varchar',
  categories: 'varchar[]',
  catalog_id: 'bigint',
  categories_ids: 'bigint[]',
} as const satisfies Record<keyof FullCourse, string>;

const typed = `{${Object.entries(columns)
  .map(([name, type]) => `'${name}': '${type}'`)
  .join(', ')}}`;

/** Cells with several values, and empty ones, have no type of their own in CSV. */
const fromCsv = Object.entries(columns).map(([name, type]) => {
  if (type === 'varchar') return `coalesce("${name}", '') as "${name}"`;
  if (!type.endsWith('[]')) return `"${name}"::${type} as "${name}"`;
  return `(case when "${name}" is null then [] else string_split("${name}", ';')::${type} end) as "${name}"`;
});

/** How DuckDB reads the dump of the courses in each format; `in` is the folder with a pattern for all its parts. */
const queries = {
  ndjson: (files: string) => `from read_ndjson('${files}.ndjson.gz', columns = ${typed})`,
  csv: (files: string) =>
    `select ${fromCsv.join(', ')} from read_csv('${files}.csv', header = true, all_varchar = true)`,
  parquet: (files: string) => `from read_parquet('${files}.parquet')`,
} as const;

/** Every course as DuckDB reads it, in the order of its rows; `files` is their pattern without their endings. */
export async function coursesByDuckdb(
  out: string,
  format: keyof typeof queries,
  files = 'courses*',
): Promise<FullCourse[]> {
  const query = queries[format](join(out, 'dumps', files));
  const types = await rowsByDuckdb(`describe ${query}`);
  expect(types.map((row) => [row['column_name'], row['column_type']])).toEqual(
    Object.entries(columns).map(([name, type]) => [name, type.toUpperCase()]),
  );
  const rows = await rowsByDuckdb(
    `select to_json(struct_pack(${Object.keys(columns)
      .map(
        (name) =>
          `"${name}" := ${name === 'date_published' ? `strftime(date_published, '%Y-%m-%dT%H:%M:%S.%f')` : `"${name}"`}`,
      )
      .join(', ')}))::varchar as record from (${query})`,
  );
  return rows.map(({ record }) => JSON.parse(typeof record === 'string' ? record : ''));
}

/** The result of a query, as values of JSON. */
export async function rowsByDuckdb(query: string) {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(query)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** The lines of a compressed file. */
export function linesIn(path: string): string[] {
  return gunzipSync(readFileSync(path)).toString().split('\n').slice(0, -1);
}

/** A date with exactly six digits of fraction, as DuckDB prints it. */
export function withSixDigits(course: FullCourse): FullCourse {
  const [seconds = '', fraction = ''] = course.date_published.split('.');
  return { ...course, date_published: `${seconds}.${fraction.padEnd(6, '0')}` };
}
