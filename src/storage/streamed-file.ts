// A file of the output that is written piece by piece, so that it is never in memory as a whole.
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StreamedResult, Writer } from './writer.ts';

export class StreamedFile {
  private readonly digest = createHash('sha256');
  private bytes = 0;
  private descriptor: number | undefined;

  constructor(
    private readonly writer: Writer,
    private readonly path: string,
  ) {
    const { staging } = writer.roots;
    if (staging === null) return;
    mkdirSync(join(staging, dirname(path)), { recursive: true });
    this.descriptor = openSync(join(staging, path), 'w');
  }

  add(piece: Uint8Array): void {
    this.digest.update(piece);
    this.bytes += piece.length;
    if (this.descriptor !== undefined) writeFileSync(this.descriptor, piece);
  }

  finish(): StreamedResult {
    this.close();
    const result = { bytes: this.bytes, sha256: this.digest.digest('hex') };
    this.writer.addStreamed(this.path, result);
    return result;
  }

  /** What was written stays in the staging folder. */
  close(): void {
    const { descriptor } = this;
    this.descriptor = undefined;
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
