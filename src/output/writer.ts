// Writing: the files of a build, each held against the one that is published; only what differs goes to the stage.
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Encoding } from '../api/http.ts';
import type { IndexFile } from '../api/routes.ts';
import { problemAt, ProblemsError } from '../problems.ts';
import { whyUnreadable } from '../source/errors.ts';
import { GrowingBytes, lineEnd } from './bytes.ts';
import { encode, encodingEndings } from './encodings.ts';
import { comparePublished, isThere } from './published.ts';

/** How index files are written. */
export interface IndexForm {
  readonly indexFile: IndexFile;
  /** Encodings of which a twin lies beside each index file that is worth it. */
  readonly precompress: readonly Encoding[];
}

/** Where files go. */
export interface Places {
  /** The folder of what is new; null where nothing is to be written. */
  readonly stage: string | null;
  /** The folder that the files will be in, where an earlier build is; null where there is none. */
  readonly published: string | null;
  /** Paths of what is published and neither a file nor a folder: what is read through them is not what lies there. */
  readonly odd: readonly string[];
}

/** What files came to, those that stay as they are included. */
export interface Tally {
  readonly files: number;
  readonly bytes: number;
  /** The largest file. */
  readonly largest: { readonly path: string; readonly bytes: number };
}

/** What was written. The paths are empty where nothing was published: then everything is new. */
export interface Written extends Tally {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  /** Published twins that are not worth a file any more. */
  readonly stale: readonly string[];
}

/** The index file of one folder: its bytes, those of its twins too, and which twins there are, a bit for each encoding asked for. */
export interface IndexSize {
  plain: number;
  all: number;
  twins: number;
}

export const noFiles: Tally = { files: 0, bytes: 0, largest: { path: '', bytes: 0 } };
export const noneWritten: Written = { ...noFiles, added: [], changed: [], stale: [] };

/** Writes below the stage, which nobody else writes to but other threads of the same build. */
export class Writer {
  private files = 0;
  private bytes = 0;
  private largest = noFiles.largest;
  private added: string[] = [];
  private changed: string[] = [];
  private stale: string[] = [];
  /** The folder that was made last: many files come into the same one. */
  private lastFolder = '';
  private readonly encoded = new GrowingBytes();
  /** Of the index file written last. */
  readonly last: IndexSize = { plain: 0, all: 0, twins: 0 };

  constructor(
    private readonly places: Places,
    private readonly form: IndexForm,
    private readonly onFile: (path: string, bytes: number) => void = () => {},
  ) {}

  /** What was written since this was last asked. */
  tally(): Written {
    const { files, bytes, largest, added, changed, stale } = this;
    [this.files, this.bytes, this.largest] = [0, 0, noFiles.largest];
    [this.added, this.changed, this.stale] = [[], [], []];
    return { files, bytes, largest, added, changed, stale };
  }

  /** Makes a folder and those above it for a build that everything is new in; in another, folders come with their files. */
  folder(path: string): void {
    const { stage, published } = this.places;
    if (stage === null || published !== null || path === this.lastFolder) return;
    mkdirSync(`${stage}/${path}`, { recursive: true });
    this.lastFolder = path;
  }

  /** Makes a folder in one that is there, and its index file, which others that are there get, too. */
  writeFolder(path: string, content: string | GrowingBytes, ...others: readonly string[]): void {
    const { stage, published } = this.places;
    if (stage !== null && published === null) makeFolder(`${stage}/${path}`);
    this.writeIndex(content, path, ...others);
  }

  /** Writes the same index file to folders that are there, and its twins. */
  writeIndex(content: string | GrowingBytes, ...folders: readonly string[]): void {
    const { indexFile, precompress } = this.form;
    const { last } = this;
    const bytes = this.bytesOf(content);
    [last.plain, last.all, last.twins] = [bytes.length, bytes.length, 0];
    for (const folder of folders) this.writeBytes(`${folder}/${indexFile}`, bytes);
    for (const [at, encoding] of precompress.entries()) {
      const twin = `${indexFile}${encodingEndings[encoding]}`;
      const encoded = encode(encoding, bytes);
      if (encoded) {
        last.all += encoded.length;
        last.twins |= 1 << at;
      }
      for (const folder of folders) {
        if (encoded) this.writeBytes(`${folder}/${twin}`, encoded);
        else this.leave(`${folder}/${twin}`);
      }
    }
  }

  /** Writes a text, and the line end that every file ends with, or bytes as they are; folders are made as they are needed. */
  write(path: string, content: string | GrowingBytes): void {
    this.folder(dirname(path));
    this.writeBytes(path, this.bytesOf(content));
  }

  /** Copies the bytes of a file, but neither its mode nor its owner; folders are made as they are needed. Throws a ProblemsError where the file cannot be read. */
  copy(from: string, path: string): void {
    this.folder(dirname(path));
    this.writeBytes(path, readCopied(from));
  }

  private bytesOf(content: string | GrowingBytes): Buffer {
    if (typeof content !== 'string') return content.buffer.subarray(0, content.length);
    this.encoded.clear();
    this.encoded.addText(content);
    this.encoded.addByte(lineEnd);
    return this.encoded.buffer.subarray(0, this.encoded.length);
  }

  private writeBytes(path: string, bytes: Uint8Array): void {
    this.count(path, bytes.length);
    const { stage, published } = this.places;
    if (published !== null) {
      const isOdd = this.places.odd.some((odd) => path.startsWith(`${odd}/`));
      const found = isOdd ? 'other' : comparePublished(join(published, path), bytes);
      if (found === 'same') return;
      (found === 'absent' ? this.added : this.changed).push(path);
      if (stage !== null) mkdirSync(`${stage}/${dirname(path)}`, { recursive: true });
    }
    if (stage !== null) writeWhole(`${stage}/${path}`, bytes);
  }

  private leave(path: string): void {
    const { published } = this.places;
    if (published !== null && isThere(join(published, path))) this.stale.push(path);
  }

  private count(path: string, bytes: number): void {
    this.files += 1;
    this.bytes += bytes;
    if (bytes > this.largest.bytes) this.largest = { path, bytes };
    this.onFile(path, bytes);
  }
}

/** What files in several parts come to. */
export function sumOf(parts: readonly Tally[]): Tally {
  return parts.reduce(
    (sum, part) => ({
      files: sum.files + part.files,
      bytes: sum.bytes + part.bytes,
      largest: part.largest.bytes > sum.largest.bytes ? part.largest : sum.largest,
    }),
    noFiles,
  );
}

/** The other errors of a build are those of its output. */
function readCopied(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const finding = whyUnreadable(error);
    if (finding === undefined) throw error;
    throw new ProblemsError([problemAt(path, undefined, '', { rule: 'public-file', finding })]);
  }
}

function writeWhole(path: string, bytes: Uint8Array): void {
  const descriptor = openSync(path, 'w');
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
  } finally {
    closeSync(descriptor);
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
