// Digests of the files of a shard, which tell whether these are unchanged wherever its folder was moved or copied to.
import { hash } from 'node:crypto';
import { lstatSync, readFileSync, type Stats } from 'node:fs';
import { unlessRefused } from '../text/errors.ts';
import { entryAt } from '../paths.ts';

/** A file as it was written. */
export interface FileDigest {
  /** Relative to the folder of all files. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly sha256: string;
}

/** Digests the file at `file`, which holds these bytes. */
export function digestFile(path: string, file: string, bytes: Uint8Array): FileDigest {
  return { path, size: bytes.length, mtimeMs: lstatSync(file).mtimeMs, sha256: hash('sha256', bytes) };
}

/** The file at `file` if it is the one that was digested: its size and time say so or, where the time is another one, its bytes. */
export function unchangedFile(file: string, { size, mtimeMs, sha256 }: FileDigest): Stats | undefined {
  // A file that cannot be read is not as it was written.
  return unlessRefused(() => {
    const entry = entryAt(file);
    if (entry?.isFile() !== true || entry.size !== size) return undefined;
    return entry.mtimeMs === mtimeMs || hash('sha256', readFileSync(file)) === sha256 ? entry : undefined;
  });
}
