// Owns the generator of catalogs of any size: `npx tsx scripts/generate-catalog.ts N DIR [--seed S]`.
import { closeSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureDirSync, outputJsonSync } from 'fs-extra/esm';
import { type CatalogPlan, planCatalog } from './catalog/records.ts';

export interface CatalogOptions {
  /** Number of courses. */
  courses: number;
  /** Folder to write, created if it does not exist; it must be empty. */
  directory: string;
  /** The same seed and number of courses give the same records; 1 by default. */
  seed?: number;
  /** Number of course files: 1 is `courses.ndjson`, more are `courses/part-00001.ndjson` and so on; 1 by default. */
  files?: number;
}

const bufferLength = 1_000_000;
const usage = 'usage: npx tsx scripts/generate-catalog.ts N DIR [--seed S]';

/**
 * Writes `providers.json`, `categories.json`, `languages.json` and the courses, streamed, about 1.2 kB each. Throws if the folder is not empty:
 * leftover course files would become part of the catalog.
 */
export function generateCatalog({ courses, directory, seed = 1, files = 1 }: CatalogOptions): void {
  ensureDirSync(directory);
  if (readdirSync(directory).length > 0) throw new Error(`${directory} is not empty`);
  const plan = planCatalog(courses, seed);
  writeList(join(directory, 'providers.json'), plan.providers);
  writeList(join(directory, 'categories.json'), plan.categories);
  writeList(join(directory, 'languages.json'), plan.languages);
  for (let file = 0; file < files; file++) {
    const from = Math.floor((courses * file) / files);
    const to = Math.floor((courses * (file + 1)) / files);
    writeCourses(join(directory, courseFile(file, files)), plan, from, to);
  }
}

function courseFile(index: number, files: number): string {
  return files === 1 ? 'courses.ndjson' : `courses/part-${String(index + 1).padStart(5, '0')}.ndjson`;
}

function writeList(path: string, records: readonly unknown[]): void {
  outputJsonSync(path, records, { spaces: 1 });
}

function writeCourses(path: string, plan: CatalogPlan, from: number, to: number): void {
  ensureDirSync(dirname(path));
  const file = openSync(path, 'w');
  try {
    let buffer = '';
    for (let index = from; index < to; index++) {
      buffer += courseLine(plan, index);
      if (buffer.length < bufferLength) continue;
      writeFileSync(file, buffer);
      buffer = '';
    }
    writeFileSync(file, buffer);
  } finally {
    closeSync(file);
  }
}

// Some exporters write ASCII only: one line in forty imitates them.
function courseLine(plan: CatalogPlan, index: number): string {
  const line = JSON.stringify(plan.course(index));
  return `${index % 40 === 7 ? asciiOnly(line) : line}\n`;
}

function asciiOnly(json: string): string {
  return json.replaceAll(/[^\0-\u007F]/g, (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function naturalNumber(text = ''): number {
  if (!/^\d{1,15}$/.test(text)) throw new RangeError(`"${text}" is not a whole number\n${usage}`);
  return Number(text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string', default: '1' } },
  });
  const [courses, directory] = positionals;
  if (directory === undefined || positionals.length > 2) throw new RangeError(usage);
  generateCatalog({ courses: naturalNumber(courses), directory, seed: naturalNumber(values.seed) });
}
