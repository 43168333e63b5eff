// Writing: folders and files of a build, counted. What goes into them is decided elsewhere.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import type { IndexFile } from '../api/routes.ts';
import { GrowingBytes, lineEnd } from './bytes.ts';

/** Writes below one folder, which nobody else writes to but other threads of the same build. */
export class Writer {
  /** Files written. */
  files = 0;
  /** Bytes in them. */
  bytes = 0;
  private readonly encoded = new GrowingBytes();

  constructor(
    readonly root: string,
    readonly indexFile: IndexFile,
  ) {}

  /** Makes a folder and those above it, where they are missing. */
  folder(path: string): void {
    mkdirSync(`${this.root}/${path}`, { recursive: true });
  }

  /** Makes a folder in one that is there, and its index file. */
  writeFolder(path: string, content: string | GrowingBytes): void {
    makeFolder(`${this.root}/${path}`);
    this.writeIndex(path, content);
  }

  /** Writes the index file of a folder that is there. */
  writeIndex(path: string, content: string | GrowingBytes): void {
    this.write(`${path}/${this.indexFile}`, content);
  }

  /** Writes a file in a folder that is there. A text gets the line end that every file ends with; bytes have theirs. */
  write(path: string, content: string | GrowingBytes): void {
    const { buffer, length } = typeof content === 'string' ? this.encode(content) : content;
    writeBytes(`${this.root}/${path}`, buffer, length);
    this.files += 1;
    this.bytes += length;
  }

  private encode(text: string): GrowingBytes {
    this.encoded.clear();
    this.encoded.addText(text);
    this.encoded.addByte(lineEnd);
    return this.encoded;
  }
}

/** Two courses of one address come here twice; that they are two is reported once all courses are known. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function writeBytes(file: string, buffer: Buffer, length: number): void {
  const descriptor = openSync(file, 'w');
  try {
    for (let done = 0; done < length;) done += writeSync(descriptor, buffer, done, length - done);
  } finally {
    closeSync(descriptor);
  }
}
