// Value files: several values in one file, each with a checksum, so that each can be loaded on its own.
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { errorCode, messageOf } from '../../errors.ts';
import { plainFile } from '../../output/published.ts';

/** A file of the state is missing, unreadable or corrupt. */
export class DamagedStateError extends Error {
  constructor(path: string, finding: string, options?: ErrorOptions) {
    super(`${basename(path)}: ${finding}`, options);
    this.name = 'DamagedStateError';
  }
}

/** The header: a magic number, the number of values, the length and checksum of each, and a checksum of the header and the file's name. */
const magic = 0x63637631;
const numberBytes = Uint32Array.BYTES_PER_ELEMENT;

/** Writes values, anything that can be cloned structurally, to a new or existing file. `name` is the file's name when it is read. */
export function writeValues(path: string, values: readonly unknown[], name = basename(path)): void {
  const parts = values.map((value) => serialize(value));
  const numbers = [magic, parts.length, ...parts.flatMap((bytes) => [bytes.length, crc32(bytes)])];
  const head = Buffer.alloc(numberBytes * (numbers.length + 1));
  for (const [at, number] of numbers.entries()) head.writeUInt32LE(number, numberBytes * at);
  head.writeUInt32LE(headChecksum(head, name), head.length - numberBytes);
  const descriptor = openSync(path, 'w');
  try {
    for (const bytes of [head, ...parts]) {
      for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Reads the value at `index` from a file of `count` values; the caller knows its type. Throws a DamagedStateError if the file
 * is missing, unreadable or corrupt.
 */
export function readValue(path: string, index: number, count: number) {
  const descriptor = open(path);
  try {
    const head = readBytes(descriptor, 0, numberBytes * (2 * count + 3), path);
    const number = (at: number) => head.readUInt32LE(numberBytes * at);
    const isValid =
      number(0) === magic && number(1) === count && number(2 * count + 2) === headChecksum(head, basename(path));
    if (!isValid) throw new DamagedStateError(path, 'its head is not what was written');
    let offset = head.length;
    for (let at = 0; at < index; at += 1) offset += number(2 + 2 * at);
    const bytes = readBytes(descriptor, offset, number(2 + 2 * index), path);
    if (crc32(bytes) !== number(3 + 2 * index)) throw new DamagedStateError(path, 'it is not what was written');
    return deserialize(bytes);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw new DamagedStateError(path, messageOf(error), { cause: error });
  } finally {
    closeSync(descriptor);
  }
}

function open(path: string): number {
  try {
    return openSync(path, plainFile);
  } catch (cause) {
    throw new DamagedStateError(path, messageOf(cause), { cause });
  }
}

function readBytes(descriptor: number, offset: number, length: number, path: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let done = 0; done < length;) {
    const count = readSync(descriptor, bytes, done, length - done, offset + done);
    if (count === 0) throw new DamagedStateError(path, 'it ends too early');
    done += count;
  }
  return bytes;
}

/** With the name in it, a file in the place of another is damaged. */
function headChecksum(head: Buffer, name: string): number {
  return crc32(head.subarray(0, -numberBytes), crc32(name));
}
