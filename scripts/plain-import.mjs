// A plain script that parses a CSV file with csv-parse and writes its rows as NDJSON: what an import is compared with.
//   node scripts/plain-import.mjs FILE.csv FILE.ndjson
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';

const [source = '', target = ''] = process.argv.slice(2);
await pipeline(
  createReadStream(source),
  parse({ columns: true }),
  async function* (rows) {
    for await (const row of rows) yield `${JSON.stringify(row)}\n`;
  },
  createWriteStream(target),
);
