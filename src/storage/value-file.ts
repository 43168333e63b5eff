// Value files: several values in one file, each with a checksum, so that each can be loaded on its own.
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { DefaultDeserializer, DefaultSerializer } from 'node:v8';
import { crc32 } from 'node:zlib';
import { errorCode, messageOf } from '../errors.ts';
import { readFully } from '../source/bytes.ts';
import { sharedBytes } from '../text/bytes.ts';
import { plainFile } from './published.ts';

/** A file of the state is missing, unreadable or corrupt. */
export class DamagedStateError extends Error {
  constructor(path: string, finding: string, options?: ErrorOptions) {
    super(`${basename(path)}: ${finding}`, options);
    this.name = 'DamagedStateError';
  }
}

/** Memory for values that are read one after another: each is valid until the next one is read. */
export class ReusedMemory {
  private buffer = Buffer.allocUnsafeSlow(64 * 1024);

  take(length: number): Buffer {
    if (length > this.buffer.length) this.buffer = Buffer.allocUnsafeSlow(2 * length);
    return this.buffer.subarray(0, length);
  }
}

/** The header: a magic number, the number of values, the sizes and the checksum of each, and a checksum of the header and the file's name. */
const magic = 0x63637632;
const numberBytes = Uint32Array.BYTES_PER_ELEMENT;
/** Numbers of a value in the header: bytes of the value without its arrays, bytes of its arrays, and a checksum of both. */
const numbersPerValue = 3;

/** Writes values, anything that can be cloned structurally, to a new or existing file. `name` is the file's name when it is read. */
export function writeValues(path: string, values: readonly unknown[], name = basename(path)): void {
  const parts = values.map(serialize);
  const numbers = [magic, parts.length, ...parts.flatMap(sizesOf)];
  const head = Buffer.alloc(numberBytes * (numbers.length + 1));
  for (const [at, number] of numbers.entries()) head.writeUInt32LE(number, numberBytes * at);
  head.writeUInt32LE(headChecksum(head, name), head.length - numberBytes);
  const descriptor = openSync(path, 'w');
  try {
    for (const bytes of [head, ...parts.flat()]) writeFileSync(descriptor, bytes);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Reads the value at `index` from a file of `count` values; the caller knows its type. Throws a DamagedStateError if the file
 * is missing, unreadable or corrupt. If `memory` is given, the file is read into it, and arrays of bytes in the value are views of
 * it, unless they are to be copied.
 */
export function readValue(path: string, index: number, count: number, memory?: ReusedMemory, isCopied = !memory) {
  const descriptor = open(path);
  try {
    const numbers = 2 + numbersPerValue * count;
    const head = readBytes(descriptor, 0, numberBytes * (numbers + 1), path);
    const number = (at: number) => head.readUInt32LE(numberBytes * at);
    const isValid =
      number(0) === magic && number(1) === count && number(numbers) === headChecksum(head, basename(path));
    if (!isValid) throw new DamagedStateError(path, 'its head is not what was written');
    const sizeOf = (at: number) => number(2 + numbersPerValue * at) + number(3 + numbersPerValue * at);
    let offset = head.length;
    for (let at = 0; at < index; at += 1) offset += sizeOf(at);
    const bytes = readBytes(descriptor, offset, sizeOf(index), path, memory);
    const checksum = number(4 + numbersPerValue * index);
    if (crc32(bytes) !== checksum) throw new DamagedStateError(path, 'it is not what was written');
    return new ArrayDeserializer(bytes, number(2 + numbersPerValue * index), !isCopied).read();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw new DamagedStateError(path, messageOf(error), { cause: error });
  } finally {
    closeSync(descriptor);
  }
}

/** The types of arrays in a state; a file has the index of each. */
const arrayTypes = [
  { Type: Uint8Array, over: (buffer: ArrayBufferLike) => new Uint8Array(buffer) },
  { Type: Uint32Array, over: (buffer: ArrayBufferLike) => new Uint32Array(buffer) },
  { Type: Int32Array, over: (buffer: ArrayBufferLike) => new Int32Array(buffer) },
  { Type: Float64Array, over: (buffer: ArrayBufferLike) => new Float64Array(buffer) },
] as const;

/** Leaves the bytes of typed arrays, which make up nearly all of a state, where they are: they are written from there. */
class ArraySerializer extends DefaultSerializer {
  readonly arrays: Uint8Array[] = [];

  _writeHostObject(array: NodeJS.TypedArray): void {
    const type = arrayTypes.findIndex(({ Type }) => array instanceof Type);
    if (type === -1) throw new TypeError(`a state cannot hold a ${array.constructor.name}`);
    this.writeUint32(type);
    this.writeUint32(array.byteLength);
    // The checksum of no bytes may start anew.
    if (array.byteLength > 0) this.arrays.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  }
}

/** Reads what an ArraySerializer wrote. Its arrays are in shared memory, which is not copied for every job in another thread. */
class ArrayDeserializer extends DefaultDeserializer {
  constructor(
    private readonly bytes: Uint8Array,
    private arraysAt: number,
    /** Whether arrays of bytes are views of `bytes`. */
    private readonly isReused: boolean,
  ) {
    super(bytes.subarray(0, arraysAt));
  }

  read() {
    this.readHeader();
    return this.readValue();
  }

  _readHostObject(): NodeJS.TypedArray {
    const type = arrayTypes[this.readUint32()];
    if (!type) throw new TypeError('it holds an array of an unknown type');
    const end = this.arraysAt + this.readUint32();
    const bytes = this.bytes.subarray(this.arraysAt, end);
    this.arraysAt = end;
    // No Buffer, whose slices are not copies.
    if (this.isReused && type.Type === Uint8Array) {
      return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    const { buffer } = this.isReused ? new Uint8Array(bytes) : sharedBytes(bytes);
    return type.over(buffer);
  }
}

/** The bytes of a value, and those of its arrays. */
function serialize(value: unknown): [Uint8Array, ...Uint8Array[]] {
  const serializer = new ArraySerializer();
  serializer.writeHeader();
  serializer.writeValue(value);
  return [serializer.releaseBuffer(), ...serializer.arrays];
}

function sizesOf([value, ...arrays]: readonly [Uint8Array, ...Uint8Array[]]): number[] {
  let checksum = crc32(value);
  for (const bytes of arrays) checksum = crc32(bytes, checksum);
  return [value.length, arrays.reduce((sum, { length }) => sum + length, 0), checksum];
}

function open(path: string): number {
  try {
    return openSync(path, plainFile);
  } catch (cause) {
    throw new DamagedStateError(path, messageOf(cause), { cause });
  }
}

function readBytes(descriptor: number, offset: number, length: number, path: string, memory?: ReusedMemory): Buffer {
  const bytes = memory?.take(length) ?? Buffer.allocUnsafeSlow(length);
  if (readFully(descriptor, bytes, offset) < length) throw new DamagedStateError(path, 'it ends too early');
  return bytes;
}

/** With the name in it, a file in the place of another is damaged. */
function headChecksum(head: Buffer, name: string): number {
  return crc32(head.subarray(0, -numberBytes), crc32(name));
}
