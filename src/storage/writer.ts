// Writing: each file of a build is compared with the published one; only what differs goes to the staging folder.
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureDirSync } from 'fs-extra/esm';
import type { Encoding } from '../api/http.ts';
import { entryAt, pathsAbove } from '../paths.ts';
import { errorAt } from '../text/problems.ts';
import { reasonOf } from '../catalog/source/file-errors.ts';
import { GrowingBytes, lineEnd } from '../text/bytes.ts';
import type { Access } from './access.ts';
import { encode, encodingEndings, isEncoded } from './encodings.ts';
import { digestFile, type FileDigest } from './file-digests.ts';
import { responseBytes, type IndexFileOptions } from './index-files.ts';
import { linkOrCopy } from './link-or-copy.ts';
import {
  comparePublished,
  comparePublishedParts,
  isSameFile,
  readIfExists,
  readPublishedFile,
  type Comparison,
} from './published.ts';

/** By the paths of the folders that have a folder for each course, the names of the files in these. */
export type CourseFiles = ReadonlyMap<string, readonly string[]>;

/** Where files are written, and what they are compared with. */
export interface WriteRoots {
  /** The folder for new and changed files; null in a dry run. */
  readonly staging: string | null;
  /** The published folder; null if nothing is published, so that every file is new. */
  readonly published: string | null;
  /** Paths of special entries in it, neither files nor folders, such as links, but for those in the folders of courses: files below them never count as published. */
  readonly specialEntries: ReadonlySet<string>;
  /** All else that is published in the folders of courses is stale. */
  readonly courseFiles: CourseFiles;
  /** Whether each file gets a digest. */
  readonly isDigested?: boolean;
}

/** Number and size of files, including unchanged ones. */
export interface Tally {
  readonly files: number;
  readonly bytes: number;
  readonly largest: { readonly path: string; readonly bytes: number };
}

/** What was written. The paths are empty if nothing is published: then everything is new. */
export interface WrittenFiles extends Tally {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  /** Published compressed files of responses that are no longer worth compressing. */
  readonly unwanted: readonly string[];
  /** Paths in the folders of courses that are published, and not part of this build. */
  readonly stale: readonly string[];
}

const noFiles: Tally = { files: 0, bytes: 0, largest: { path: '', bytes: 0 } };
export const noneWritten: WrittenFiles = { ...noFiles, added: [], changed: [], unwanted: [], stale: [] };

/** Writes to the staging folder. Only threads of the same build write there. */
export class Writer {
  private files = 0;
  private bytes = 0;
  private largest = noFiles.largest;
  private added: string[] = [];
  private changed: string[] = [];
  private unwanted: string[] = [];
  private stale: string[] = [];
  /** The folder of the last file, because many files go into the same one. */
  private lastFolder = '';
  /** The folder of a course that was looked into last. */
  private lastSeen = '';
  private readonly encoded = new GrowingBytes();
  private readonly digests: FileDigest[] = [];

  constructor(
    readonly roots: WriteRoots,
    /** The form of the responses of the API. */
    private readonly indexFileOptions: IndexFileOptions,
    /** Where to list the path of each file, if anywhere. */
    private readonly list?: string[],
  ) {}

  /** What was written since the last call. */
  tally(): WrittenFiles {
    const { files, bytes, largest, added, changed, unwanted, stale } = this;
    [this.files, this.bytes, this.largest] = [0, 0, noFiles.largest];
    [this.added, this.changed, this.unwanted, this.stale] = [[], [], [], []];
    return { files, bytes, largest, added, changed, unwanted, stale };
  }

  /** The digests of all files written since the last call, unchanged ones included. Empty unless they were asked for. */
  takeDigests(): FileDigest[] {
    return this.digests.splice(0);
  }

  /** Writes the same response as the index file of folders, and its compressed copies, which are made only where no published one is right. */
  writeResponse(content: string | GrowingBytes, ...folders: readonly string[]): void {
    const { indexFile, precompress } = this.indexFileOptions;
    const bytes = responseBytes(this.bytesOf(content));
    for (const folder of folders) this.writeBytes(`${folder}/${indexFile}`, bytes);
    for (const encoding of precompress) {
      const name = `${indexFile}${encodingEndings[encoding]}`;
      const outdated = folders.filter((folder) => !this.keepEncoded(`${folder}/${name}`, encoding, bytes));
      const encoded = outdated.length > 0 ? encode(encoding, bytes) : undefined;
      for (const folder of outdated) {
        if (encoded) this.writeBytes(`${folder}/${name}`, encoded);
        else this.markUnwanted(`${folder}/${name}`);
      }
    }
  }

  /** Writes a text and a final line end, or bytes as they are. */
  write(path: string, content: string | GrowingBytes | Uint8Array): void {
    this.writeBytes(path, content instanceof Uint8Array ? content : this.bytesOf(content));
  }

  /** Writes a file from its parts, each valid until the next one is taken. */
  writeParts(path: string, parts: Iterable<Uint8Array>): void {
    if (this.roots.isDigested) throw new Error('a file in parts has no digest');
    const staged = this.stagedPath(path);
    const descriptor = staged === undefined ? undefined : openSync(staged, 'w');
    let size = 0;
    function* written(): Generator<Uint8Array> {
      for (const part of parts) {
        if (descriptor !== undefined) writeFileSync(descriptor, part);
        size += part.length;
        yield part;
      }
    }
    const all = written();
    let comparison: Comparison;
    try {
      comparison = this.compareWith(path, (published) => comparePublishedParts(published, all));
      // Nothing to compare with takes none of them.
      while (all.next().done !== true);
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
    this.count(path, size, comparison);
    if (staged !== undefined && comparison === 'same') rmSync(staged);
  }

  /** Copies the bytes of a file, but not its mode or owner. Throws a ProblemsError if the file cannot be read. */
  copy(from: string, path: string): void {
    this.writeBytes(path, readCopied(from));
  }

  /**
   * Links a file of a folder that stays as it is if it has this access, or copies it where there can be no link. Returns false if it
   * is gone.
   */
  linkOrCopy(from: string, entry: Stats, path: string, access: Access | undefined): boolean {
    const compare = (published: string) =>
      isSameFile(entry, published) ? 'same' : comparePublished(published, readFileSync(from));
    const comparison = this.compareWith(path, compare);
    this.count(path, entry.size, comparison);
    const staged = comparison === 'same' ? undefined : this.stagedPath(path);
    return staged === undefined || linkOrCopy(from, entry, staged, access);
  }

  private bytesOf(content: string | GrowingBytes): Buffer {
    if (typeof content !== 'string') return content.bytes;
    this.encoded.clear();
    this.encoded.addText(content);
    this.encoded.addByte(lineEnd);
    return this.encoded.bytes;
  }

  /** Compares bytes with the published file, and stages them where they differ. */
  private writeBytes(path: string, bytes: Uint8Array): Comparison {
    const comparison = this.compareWith(path, (published) => comparePublished(published, bytes));
    this.count(path, bytes.length, comparison);
    const staged = comparison === 'same' ? undefined : this.stagedPath(path);
    if (staged !== undefined) writeFileSync(staged, bytes);
    if (this.roots.isDigested) {
      this.digests.push(digestFile(path, staged ?? `${this.roots.published ?? ''}/${path}`, bytes));
    }
    return comparison;
  }

  /** Counts the published file at a path if it is a compressed copy of these bytes. Returns false, and does nothing, if it is not. */
  private keepEncoded(path: string, encoding: Encoding, bytes: Uint8Array): boolean {
    // A digest needs the bytes.
    if (this.roots.isDigested) return false;
    let size = 0;
    const comparison = this.compareWith(path, (published) => {
      const file = readPublishedFile(published);
      size = file?.length ?? 0;
      return file && isEncoded(encoding, file, bytes) ? 'same' : 'other';
    });
    if (comparison !== 'same') return false;
    this.count(path, size, comparison);
    return true;
  }

  private compareWith(path: string, compare: (published: string) => Comparison): Comparison {
    const { published, specialEntries } = this.roots;
    if (published === null) return 'absent';
    if (specialEntries.size > 0 && pathsAbove(path).some((above) => specialEntries.has(above))) return 'other';
    this.findStale(published, dirname(path));
    return compare(`${published}/${path}`);
  }

  /** Finds what is stale in a folder that is about to be written to, if it is that of a course. */
  private findStale(published: string, folder: string): void {
    if (folder === this.lastSeen) return;
    const names = this.roots.courseFiles.get(dirname(folder));
    if (!names) return;
    this.lastSeen = folder;
    const listed = readIfExists(() => readdirSync(`${published}/${folder}`)) ?? [];
    this.stale.push(...listed.filter((name) => !names.includes(name)).map((name) => `${folder}/${name}`));
  }

  private count(path: string, size: number, comparison: Comparison): void {
    this.files += 1;
    this.bytes += size;
    if (size > this.largest.bytes) this.largest = { path, bytes: size };
    this.list?.push(path);
    if (this.roots.published === null || comparison === 'same') return;
    (comparison === 'absent' ? this.added : this.changed).push(path);
  }

  /** The place of a file in the staging folder, whose folder it makes. Undefined in a dry run. */
  private stagedPath(path: string): string | undefined {
    const { staging } = this.roots;
    if (staging === null) return undefined;
    const staged = `${staging}/${path}`;
    const folder = dirname(staged);
    if (folder !== this.lastFolder) ensureDirSync(folder);
    this.lastFolder = folder;
    return staged;
  }

  /** Lists a compressed file that is no longer wanted, if it is published. */
  private markUnwanted(path: string): void {
    const { published } = this.roots;
    if (published !== null && entryAt(join(published, path))) this.unwanted.push(path);
  }
}

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

/** An unreadable file is reported under its own path; other system errors of a build are reported against the output. */
function readCopied(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw errorAt(path, { rule: 'public-file', finding: reasonOf(error) });
  }
}
