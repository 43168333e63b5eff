// Catalogs of odd input, each in its own folder, and what `check` reports for them.
import fs from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { check } from '../../src/build/check.ts';
import { ProblemsError } from '../../src/text/problems.ts';
import { problemLines } from '../../src/text/messages.ts';
import { makeFolder, removeFolder, writeFiles } from '../helpers/folders.ts';
import { plain } from '../helpers/plain.ts';
import { pageFields } from '../../src/catalog/fields.ts';

export type Files = Readonly<Record<string, string | Buffer>>;

/** A new folder with these files in its `data`, removed after the test. */
export function folderOf(files: Files): string {
  const folder = makeFolder();
  onTestFinished(() => removeFolder(folder));
  fs.mkdirSync(join(folder, 'data'));
  writeFiles(join(folder, 'data'), files);
  return folder;
}

/** What is reported for the catalog in a folder, without the lines of the remedies. */
export async function findingsOf(folder: string, chunkSize?: number): Promise<string[]> {
  const lines = (await reportOf(folder, chunkSize)).trimEnd().split('\n');
  return lines.filter((one) => !one.startsWith('    '));
}

/** One provider and one category. */
export const references = {
  'providers.json': '[{ "id": 12, "name": "AVU" }]\n',
  'categories.json': '[{ "id": 1, "name": "Science" }]\n',
};

/** What is reported for a catalog of these files and the references. */
export async function findingsIn(files: Files, chunkSize?: number): Promise<string[]> {
  return findingsOf(folderOf({ ...references, ...files }), chunkSize);
}

/** A course, with some fields of its own. */
export function course(id: number, fields: object = {}) {
  return {
    id,
    title: `Course ${id}`,
    linkurl: `https://example.org/${id}`,
    provider: 12,
    language: 'English',
    date_published: '2024-05-28',
    ...fields,
  };
}

/** The same as a line of NDJSON. */
export function line(id: number, fields: object = {}): string {
  return `${JSON.stringify(course(id, fields))}\n`;
}

/** Checks `<folder>/data`, in chunks of this size if one is given; paths in the report are relative to the folder. */
export async function reportOf(folder: string, chunkSize?: number): Promise<string> {
  const lines = await linesOf(`${folder}/data`, chunkSize);
  return lines.map((one) => `${one.replaceAll(`${folder}/`, '')}\n`).join('');
}

async function linesOf(data: string, chunkSize?: number): Promise<string[]> {
  try {
    const { summary, warnings } = await check(
      { data, threads: 1, pageSize: 25, fields: pageFields, ...(chunkSize !== undefined && { chunkSize }) },
      { onProgress: () => {}, signal: new AbortController().signal },
    );
    const counts = Object.entries(summary).map(([name, number]) => `${number} ${name}`);
    return [...problemLines(warnings).map(plain), `sound: ${counts.join(', ')}`];
  } catch (error) {
    if (error instanceof ProblemsError) return problemLines(error.problems).map(plain);
    throw error;
  }
}
