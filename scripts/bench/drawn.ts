// Owns catalogs of any size with the values of a real one: its languages, categories, providers and dates, as often as they are there.
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { pick, randomStream } from '../catalog/random.ts';

const record = z.looseObject({ title: z.string(), linkurl: z.string() });

/** Writes courses each of which is a random one of the catalog in `from`, with a number in its title and address. */
export function drawCatalog(from: string, courses: number, directory: string): void {
  mkdirSync(directory, { recursive: true });
  for (const file of ['providers.json', 'categories.json', 'languages.json']) {
    if (existsSync(join(from, file))) copyFileSync(join(from, file), join(directory, file));
  }
  const lines = readFileSync(join(from, 'courses.ndjson'), 'utf8').trimEnd().split('\n');
  const records = lines.map((line) => record.parse(JSON.parse(line)));
  const random = randomStream(1, 0);
  const file = openSync(join(directory, 'courses.ndjson'), 'w');
  for (let id = 1; id <= courses; id += 1) {
    const { title, linkurl, ...values } = pick(random, records);
    const drawn = { ...values, id, title: `${title} ${id}`, linkurl: `${linkurl}#${id}` };
    writeFileSync(file, `${JSON.stringify(drawn)}\n`);
  }
  closeSync(file);
}
