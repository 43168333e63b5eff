// Damages: what users, disks or programs can do to a state between two builds.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { writeFiles } from '../helpers/folders.ts';
import { readValue, writeValues } from '../../src/storage/value-file.ts';

/** The bytes of each file of a state. */
export type Files = ReadonlyMap<string, Buffer>;

/** The damage to one file of a state, or to its folder; `older` is the state before the last build. */
export interface Damage {
  readonly what: string;
  readonly apply: (path: string, older: Files) => void;
}

/** `count` positions in a file, in fractions of its length. */
const fractions = (count: number) => Array.from({ length: count }, (_, at) => at / count);

const changed = (what: string, change: (bytes: Buffer) => Uint8Array): Damage => ({
  what,
  apply: (file) => fs.writeFileSync(file, change(fs.readFileSync(file))),
});

const replaced = (what: string, put: (path: string) => void): Damage => ({
  what,
  apply: (path) => {
    fs.rmSync(path, { recursive: true });
    put(path);
  },
});

/** For any file, whatever its content, and for the whole folder. */
export const placeDamages: readonly Damage[] = [
  replaced('not there', () => {}),
  replaced('a link to itself', (path) => fs.symlinkSync(path, path)),
  replaced('a link to nothing', (path) => fs.symlinkSync(`${path}-gone`, path)),
  replaced('a pipe', (path) => void execFileSync('mkfifo', [path])),
  { what: 'unreadable', apply: (path) => fs.chmodSync(path, 0) },
  { what: 'unwritable', apply: (path) => fs.chmodSync(path, 0o500) },
];

export const folderDamages: readonly Damage[] = [
  ...placeDamages,
  replaced('a file', (path) => fs.writeFileSync(path, 'mine')),
  replaced('an empty folder', (path) => fs.mkdirSync(path)),
  {
    what: 'with pipes where a new file may be written first',
    apply: (path) => {
      for (const file of filesIn(path)) execFileSync('mkfifo', [`${file}.new`]);
    },
  },
  {
    what: 'a link to its new place',
    apply: (path) => {
      fs.renameSync(path, `${path}-moved`);
      fs.symlinkSync(`${path}-moved`, path);
    },
  },
];

/** For the content of any file. */
export const contentDamages: readonly Damage[] = [
  { what: 'empty', apply: (file) => fs.truncateSync(file) },
  { what: 'longer', apply: (file) => fs.appendFileSync(file, '{"x":1}\n') },
  { what: 'nonsense', apply: (file) => fs.writeFileSync(file, 'nonsense'.repeat(1000)) },
  changed('one byte shorter', (bytes) => bytes.subarray(0, -1)),
  changed('twice over', (bytes) => Buffer.concat([bytes, bytes])),
  ...fractions(2).map((at) => changed(`cut at ${at}`, (bytes) => bytes.subarray(0, Math.floor(bytes.length * at)))),
  ...fractions(6).map((at) =>
    changed(`another byte at ${at}`, (bytes) => invert(bytes, Math.floor(bytes.length * at))),
  ),
  ...fractions(2).map((at) => changed(`zeros from ${at} on`, (bytes) => bytes.fill(0, Math.floor(bytes.length * at)))),
  changed('its second half first', (bytes) => {
    const half = Math.floor(bytes.length / 2);
    return Buffer.concat([bytes.subarray(half), bytes.subarray(0, half)]);
  }),
  ...[0, 1].flatMap((nth): Damage[] => [
    { what: `a copy of another file (${nth})`, apply: (file) => fs.copyFileSync(otherThan(file, nth), file) },
    {
      what: `swapped with another file (${nth})`,
      apply: (file) => {
        const other = otherThan(file, nth);
        fs.renameSync(file, `${file}~`);
        fs.renameSync(other, file);
        fs.renameSync(`${file}~`, other);
      },
    },
    {
      what: `with the content of an older file (${nth})`,
      apply: (file, older) => fs.writeFileSync(file, [...older.values()].at(-1 - nth) ?? ''),
    },
  ]),
];

export const fileDamages: readonly Damage[] = [
  ...placeDamages,
  replaced('a folder', (path) => fs.mkdirSync(path)),
  replaced('a folder with content', (path) => writeFiles(path, { 'mine.txt': 'mine' })),
  replaced('a link to its folder', (path) => fs.symlinkSync(dirname(path), path)),
  ...contentDamages,
];

/** Forgeries that a faulty program of ours might have written: the values of one field are odd, and every checksum is right. */
export function forgeries(state: string, headFile: string): Damage[] {
  const path = join(state, headFile);
  // Of fields of one name that many outputs have, the last.
  const fields = new Map(
    fieldsOf(readValue(path, 0, 1)).map((one) => [`${one[0][0]} ${one[0].length} ${one[0].at(-1)}`, one]),
  );
  return [...fields.values()].flatMap(([field, value]) =>
    oddValues(value).map((odd) => ({
      what: `${field.join('.')} is ${JSON.stringify(odd)}`,
      apply: () => writeValues(path, [withField(readValue(path, 0, 1), field, odd)]),
    })),
  );
}

/** Every field; of the values of a list only those of the first. */
function fieldsOf(value: unknown, path: readonly string[] = []): [path: readonly string[], value: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  const below = Object.entries(value).slice(0, Array.isArray(value) ? 1 : undefined);
  return [[path, value], ...below.flatMap(([name, one]) => fieldsOf(one, [...path, name]))];
}

function oddValues(value: unknown): unknown[] {
  if (typeof value === 'number') return [-1, 1e15, null];
  if (typeof value === 'string') return ['', null];
  return typeof value === 'boolean' ? [!value] : [null, Array.isArray(value) ? [] : {}];
}

function withField(value: unknown, [name, ...rest]: readonly string[], odd: unknown): unknown {
  if (name === undefined || typeof value !== 'object' || value === null) return odd;
  const entries = Object.entries(value).map(([key, one]) => [key, key === name ? withField(one, rest, odd) : one]);
  return Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}

export function invert(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  return bytes;
}

function otherThan(file: string, nth: number): string {
  const others = filesIn(dirname(file)).filter((one) => one !== file);
  return others[nth % others.length] ?? file;
}

function filesIn(folder: string): string[] {
  return fs
    .readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name));
}
