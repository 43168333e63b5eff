// A file of the output that is written piece by piece, so that it is never in memory as a whole.
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compareDigest } from './published.ts';
import { isBelowSpecialEntry, noneWritten, type WriteRoots, type WrittenFiles } from './writer.ts';

/** A file that was written, and its SHA-256 in hexadecimal digits. */
export interface StreamedResult {
  readonly written: WrittenFiles;
  readonly bytes: number;
  readonly sha256: string;
}

/** Disposing closes the file; what was written of it stays in the staging folder. */
export class StreamedFile {
  private readonly digest = createHash('sha256');
  private bytes = 0;
  private descriptor: number | undefined;
  /** Undefined until it is finished. */
  result: StreamedResult | undefined;

  constructor(
    private readonly roots: WriteRoots,
    private readonly path: string,
  ) {
    if (roots.staging === null) return;
    mkdirSync(join(roots.staging, dirname(path)), { recursive: true });
    this.descriptor = openSync(join(roots.staging, path), 'w');
  }

  add(piece: Uint8Array): void {
    this.digest.update(piece);
    this.bytes += piece.length;
    if (this.descriptor !== undefined) writeFileSync(this.descriptor, piece);
  }

  /** Removes the file from the staging folder if it is published already. */
  finish(): StreamedResult {
    this.close();
    const { roots, path, bytes } = this;
    const sha256 = this.digest.digest('hex');
    const compare = (folder: string) =>
      isBelowSpecialEntry(path, roots) ? 'other' : compareDigest(join(folder, path), bytes, sha256);
    const comparison = roots.published === null ? undefined : compare(roots.published);
    if (comparison === 'same' && roots.staging !== null) rmSync(join(roots.staging, path));
    const [added, changed] = [comparison === 'absent' ? [path] : [], comparison === 'other' ? [path] : []];
    const written = { ...noneWritten, files: 1, bytes, largest: { path, bytes }, added, changed };
    return (this.result = { written, bytes, sha256 });
  }

  close(): void {
    const { descriptor } = this;
    this.descriptor = undefined;
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
