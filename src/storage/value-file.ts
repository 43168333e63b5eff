// Value files: several values in one file, each with a checksum, so that each can be loaded on its own.
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { errorCode, messageOf } from '../text/errors.ts';
import { readFully } from '../catalog/source/bytes.ts';
import { plainFile } from './published.ts';

/** A file of values is missing, unreadable or corrupt. */
export class DamagedFileError extends Error {
  constructor(
    readonly path: string,
    readonly finding: string,
    options?: ErrorOptions,
  ) {
    super(`${basename(path)}: ${finding}`, options);
    this.name = 'DamagedFileError';
  }
}

/** Memory for values that are read one after another: each is valid until the next one is read. */
export class ReusedMemory {
  private buffer = Buffer.allocUnsafeSlow(64 * 1024);

  reserve(length: number): Buffer {
    if (length > this.buffer.length) this.buffer = Buffer.allocUnsafeSlow(2 * length);
    return this.buffer.subarray(0, length);
  }
}

/** The head: a magic number, the number of values, the size and the checksum of each, and a checksum of the head and the file's name. */
const magic = 0x63637633;

/** Writes values, anything that can be cloned structurally, to a new or existing file. */
export function writeValues(path: string, values: readonly unknown[]): void {
  const parts = values.map((value) => serialize(value));
  const head = Uint32Array.from([magic, parts.length, ...parts.flatMap((part) => [part.length, crc32(part)]), 0]);
  head[head.length - 1] = headChecksum(head, basename(path));
  const descriptor = openSync(path, 'w');
  try {
    for (const bytes of [bytesOf(head), ...parts]) writeFileSync(descriptor, bytes);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Reads the value at `index` from a file of `count` values; the caller knows its type. Throws a DamagedFileError if the file
 * is missing, unreadable or corrupt. Arrays in the value are views of the memory that it is read into, or copies.
 */
export function readValue(path: string, index: number, count: number, memory?: ReusedMemory) {
  const descriptor = open(path);
  const fill = (bytes: Buffer, offset: number) => {
    if (readFully(descriptor, bytes, offset) < bytes.length) throw new DamagedFileError(path, 'it ends too early');
  };
  try {
    const head = new Uint32Array(2 * count + 3);
    fill(bytesOf(head), 0);
    const isValid = head[0] === magic && head[1] === count && head.at(-1) === headChecksum(head, basename(path));
    if (!isValid) throw new DamagedFileError(path, 'its head is not what was written');
    const sizeOf = (number: number) => head[2 + 2 * number] ?? 0;
    let offset = head.byteLength;
    for (let before = 0; before < index; before += 1) offset += sizeOf(before);
    const bytes = memory?.reserve(sizeOf(index)) ?? Buffer.allocUnsafeSlow(sizeOf(index));
    fill(bytes, offset);
    if (crc32(bytes) !== head[3 + 2 * index]) throw new DamagedFileError(path, 'it is not what was written');
    return deserialize(bytes);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw new DamagedFileError(path, messageOf(error), { cause: error });
  } finally {
    closeSync(descriptor);
  }
}

function open(path: string): number {
  try {
    return openSync(path, plainFile);
  } catch (cause) {
    throw new DamagedFileError(path, messageOf(cause), { cause });
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** With the name in it, a file in the place of another is damaged. */
function headChecksum(head: Uint32Array, name: string): number {
  return crc32(bytesOf(head.subarray(0, -1)), crc32(name));
}
