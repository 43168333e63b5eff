// Writing: folders and files of a build, counted. What goes into them is decided elsewhere.
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Encoding } from '../api/http.ts';
import type { IndexFile } from '../api/routes.ts';
import { GrowingBytes, lineEnd } from './bytes.ts';
import { encode, encodingEndings } from './encodings.ts';

/** How index files are written. */
export interface IndexForm {
  readonly indexFile: IndexFile;
  /** Encodings of which a twin lies beside each index file that is worth it. */
  readonly precompress: readonly Encoding[];
}

/** What was written. */
export interface Written {
  readonly files: number;
  readonly folders: number;
  readonly bytes: number;
  /** The largest file. */
  readonly largest: { readonly path: string; readonly bytes: number };
}

const nothing: Written = { files: 0, folders: 0, bytes: 0, largest: { path: '', bytes: 0 } };

/** Writes below one folder, which nobody else writes to but other threads of the same build. */
export class Writer {
  private files = 0;
  private folders = 0;
  private bytes = 0;
  private largest = nothing.largest;
  private readonly encoded = new GrowingBytes();

  constructor(
    readonly root: string,
    private readonly form: IndexForm,
  ) {}

  /** What was written since this was last asked. */
  tally(): Written {
    const { files, folders, bytes, largest } = this;
    [this.files, this.folders, this.bytes, this.largest] = [0, 0, 0, nothing.largest];
    return { files, folders, bytes, largest };
  }

  /** Makes a folder and those above it, where they are missing. Threads may ask for the same one as long as that above it is there. */
  folder(path: string): void {
    const first = mkdirSync(`${this.root}/${path}`, { recursive: true });
    if (first !== undefined)
      this.folders +=
        path
          .slice(first.length - this.root.length)
          .split('/')
          .filter(Boolean).length + 1;
  }

  /** Makes a folder in one that is there, and its index file, which others that are there get, too. */
  writeFolder(path: string, content: string | GrowingBytes, ...others: readonly string[]): void {
    if (makeFolder(`${this.root}/${path}`)) this.folders += 1;
    this.writeIndex(content, path, ...others);
  }

  /** Writes the same index file to folders that are there, and its twins. */
  writeIndex(content: string | GrowingBytes, ...folders: readonly string[]): void {
    const { indexFile, precompress } = this.form;
    const bytes = this.bytesOf(content);
    for (const folder of folders) this.writeBytes(`${folder}/${indexFile}`, bytes);
    for (const encoding of precompress) {
      const encoded = encode(encoding, bytes);
      if (!encoded) continue;
      for (const folder of folders) this.writeBytes(`${folder}/${indexFile}${encodingEndings[encoding]}`, encoded);
    }
  }

  /** Writes a text, and the line end that every file ends with, to a file; folders are made as they are needed. */
  write(path: string, content: string): void {
    this.folder(dirname(path));
    this.writeBytes(path, this.bytesOf(content));
  }

  /** Copies the bytes of a file, but neither its mode nor its owner; folders are made as they are needed. */
  copy(from: string, path: string): void {
    this.folder(dirname(path));
    this.writeBytes(path, readFileSync(from));
  }

  private bytesOf(content: string | GrowingBytes): Buffer {
    if (typeof content !== 'string') return content.buffer.subarray(0, content.length);
    this.encoded.clear();
    this.encoded.addText(content);
    this.encoded.addByte(lineEnd);
    return this.encoded.buffer.subarray(0, this.encoded.length);
  }

  private writeBytes(path: string, bytes: Uint8Array): void {
    const descriptor = openSync(`${this.root}/${path}`, 'w');
    try {
      for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
    } finally {
      closeSync(descriptor);
    }
    this.count(path, bytes.length);
  }

  private count(path: string, bytes: number): void {
    this.files += 1;
    this.bytes += bytes;
    if (bytes > this.largest.bytes) this.largest = { path, bytes };
  }
}

/** What was written in several parts. */
export function sumOf(parts: readonly Written[]): Written {
  return parts.reduce(
    (sum, part) => ({
      files: sum.files + part.files,
      folders: sum.folders + part.folders,
      bytes: sum.bytes + part.bytes,
      largest: part.largest.bytes > sum.largest.bytes ? part.largest : sum.largest,
    }),
    nothing,
  );
}

/** Two courses of one address come here twice; that they are two is reported once all courses are known. */
function makeFolder(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return false;
  }
}
