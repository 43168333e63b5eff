// Growing buffers: text, encoded as UTF-8, and bytes are appended to memory that is reused.

/** The last byte of every file. */
export const lineEnd = 0x0a;

/** An array of zeros in shared memory. */
export function sharedNumbers(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
}

/** A copy in shared memory. */
export function sharedBytes(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

/** Collects bytes; `clear` empties it and keeps the memory. */
export class GrowingBytes {
  /** Valid up to `length`, and until more is added. */
  buffer: Buffer;
  length = 0;

  constructor(size = 64 * 1024) {
    this.buffer = Buffer.allocUnsafe(size);
  }

  /** Valid until more is added. */
  get bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  addText(text: string): void {
    // A UTF-16 unit has at most three bytes in UTF-8. Long texts are counted, as three times their length may not fit into memory.
    if (this.length + 3 * text.length > this.buffer.length) this.reserve(Buffer.byteLength(text));
    this.length += this.buffer.write(text, this.length);
  }

  addBytes(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  addByte(byte: number): void {
    this.reserve(1);
    this.buffer[this.length] = byte;
    this.length += 1;
  }

  private reserve(more: number): void {
    if (this.length + more > this.buffer.length) this.resize(2 * (this.length + more));
  }

  private resize(size: number): void {
    const larger = Buffer.allocUnsafe(size);
    larger.set(this.buffer.subarray(0, this.length));
    this.buffer = larger;
  }
}
