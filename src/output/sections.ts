// Sections: named stretches of bytes in one file, each read when it is asked for and held against its checksum.
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** The file does not hold what was written to it. */
export class DamagedFile extends Error {}

const marker = 'course-catalog sections 1\n';
/** Bytes that are read at once in the beginning: the table of sections, and mostly the first of them. */
const firstRead = 16 * 1024;

/** Writes sections; views of numbers are written as they lie in memory. */
export function writeSections(path: string, sections: Readonly<Record<string, ArrayBufferView>>): void {
  const all = Object.entries(sections).map(([name, { buffer, byteOffset, byteLength }]) => {
    return { name, bytes: new Uint8Array(buffer, byteOffset, byteLength) };
  });
  const table: Table = all.map(({ name, bytes }) => [name, bytes.length, crc32(bytes)]);
  const head = Buffer.from(JSON.stringify(table));
  const start = Buffer.from(`${marker}${numberText(head.length)}${numberText(crc32(head))}`);
  const descriptor = openSync(path, 'w');
  try {
    for (const bytes of [start, head, ...all.map((one) => one.bytes)]) {
      for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Reads some sections and answers for them by name. They lie in one stretch of memory that threads share, each where numbers may begin.
 * Throws a DamagedFile where the file, or one of them, is not what was written.
 */
export function readSections<Name extends string>(path: string, ...names: readonly Name[]): (name: Name) => Uint8Array {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    const first = Buffer.allocUnsafe(firstRead);
    const filled = readSync(descriptor, first, 0, firstRead, 0);
    const { table, end } = tableIn(first.subarray(0, filled), path);
    const wanted = sectionsIn(table, end).filter(({ name }) => names.some((one) => one === name));
    const memory = new SharedArrayBuffer(wanted.reduce((sum, { length }) => sum + aligned(length), 0));
    const found = new Map<string, Uint8Array>();
    let at = 0;
    for (const { name, offset, length, checksum } of wanted) {
      const bytes = new Uint8Array(memory, at, length);
      if (offset + length <= filled) bytes.set(first.subarray(offset, offset + length));
      else readWhole(descriptor, bytes, offset, path);
      if (crc32(bytes) !== checksum) throw new DamagedFile(`${path}: ${name}`);
      found.set(name, bytes);
      at += aligned(length);
    }
    return (name) => {
      const bytes = found.get(name);
      if (!bytes) throw new DamagedFile(`${path} has no ${name}`);
      return bytes;
    };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new DamagedFile(path, { cause: error });
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Bytes of a section seen as numbers. */
export function asUint32({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT);
}

/** Bytes of a section seen as numbers. */
export function asFloat64({ buffer, byteOffset, byteLength }: Uint8Array): Float64Array {
  return new Float64Array(buffer, byteOffset, byteLength / Float64Array.BYTES_PER_ELEMENT);
}

/** Name, length in bytes and checksum of each section, in their order. */
type Table = [name: string, length: number, checksum: number][];

interface Section {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
  readonly checksum: number;
}

function sectionsIn(table: Table, end: number): Section[] {
  let next = end;
  return table.map(([name, length, checksum]) => {
    const offset = next;
    next += length;
    return { name, offset, length, checksum };
  });
}

/** The length with what is left out behind it, so that numbers of any size may follow. */
function aligned(length: number): number {
  return Math.ceil(length / Float64Array.BYTES_PER_ELEMENT) * Float64Array.BYTES_PER_ELEMENT;
}

const numberDigits = 10;

function numberText(number: number): string {
  return String(number).padStart(numberDigits, '0');
}

function tableIn(bytes: Buffer, path: string): { table: Table; end: number } {
  const start = marker.length + 2 * numberDigits;
  const text = bytes.toString('latin1', 0, start);
  const length = Number(text.slice(marker.length, marker.length + numberDigits));
  const head = bytes.subarray(start, start + length);
  const isSound =
    text.startsWith(marker) && head.length === length && crc32(head) === Number(text.slice(-numberDigits));
  if (!isSound) throw new DamagedFile(path);
  const table: Table = JSON.parse(head.toString('utf8'));
  return { table, end: start + length };
}

function readWhole(descriptor: number, into: Uint8Array, offset: number, path: string): void {
  for (let done = 0; done < into.length;) {
    const count = readSync(descriptor, into, done, into.length - done, offset + done);
    if (count === 0) throw new DamagedFile(path);
    done += count;
  }
}
