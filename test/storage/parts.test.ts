// Files that are written in parts: compared with the published ones, whatever these are, and staged only where they differ.
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Writer } from '../../src/storage/writer.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';

const parts = ['first ', 'second ', 'third\n'];
const text = parts.join('');

/** Writes the parts, each of which is gone once the next one is taken, and says what came of it. */
function write(folder: string, isDryRun = false) {
  const staging = isDryRun ? null : join(folder, 'staging');
  const published = join(folder, 'published');
  const roots = { staging, published, specialEntries: new Set<string>(), courseFiles: new Map() };
  const writer = new Writer(roots, { indexFile: 'index.json', precompress: [] });
  const buffer = Buffer.alloc(16);
  function* taken(): Generator<Uint8Array> {
    for (const part of parts) yield buffer.subarray(0, buffer.fill(0).write(part));
  }
  writer.writeParts('dumps/all.json', taken());
  const { added, changed, bytes } = writer.tally();
  const staged = join(folder, 'staging/dumps/all.json');
  return { added, changed, bytes, staged: existsSync(staged) ? readFileSync(staged, 'utf8') : undefined };
}

const path = 'dumps/all.json';

it('nothing is staged of parts that are published', ({ folder }) => {
  writeFiles(join(folder, 'published'), { [path]: text });
  expect(write(folder)).toEqual({ added: [], changed: [], bytes: text.length, staged: undefined });
});

it.for([
  ['a longer file', `${text}more\n`],
  ['a shorter one', 'first second '],
  ['another last part', 'first second Third\n'],
  ['another first part', 'First second third\n'],
  ['an empty file', ''],
])('parts take the place of %s', ([, published = ''], { folder }) => {
  writeFiles(join(folder, 'published'), { [path]: published });
  expect(write(folder)).toEqual({ added: [], changed: [path], bytes: text.length, staged: text });
});

it('parts take the place of a link, even to the same bytes', ({ folder }) => {
  writeFiles(folder, { 'published/dumps/other': text });
  symlinkSync(join(folder, 'published/dumps/other'), join(folder, 'published', path));
  expect(write(folder)).toMatchObject({ changed: [path], staged: text });
});

it('parts are new where nothing is published, and a dry run only counts them', ({ folder }) => {
  writeFiles(join(folder, 'published'), { 'index.html': '' });
  expect(write(folder)).toEqual({ added: [path], changed: [], bytes: text.length, staged: text });
  writeFiles(join(folder, 'dry'), { 'published/index.html': '' });
  expect(write(join(folder, 'dry'), true)).toEqual({
    added: [path],
    changed: [],
    bytes: text.length,
    staged: undefined,
  });
});
