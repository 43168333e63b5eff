// The rows of a crawl in a file, so that they take no memory while its pages are read.
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readFully } from '../../catalog/source/bytes.ts';
import { attempt } from '../../text/errors.ts';
import { size } from '../../text/number-format.ts';
import { Row, type Rows } from '../rows.ts';
import { requestError } from './resource.ts';

export class SpooledRows implements Rows {
  private readonly descriptor: number;
  private readonly ends: number[] = [];

  /** `maxBytes` limits the rows, because their courses are held in memory in the end. */
  constructor(
    folder: string,
    private readonly maxBytes = 512e6,
  ) {
    const path = join(folder, `records-${randomUUID()}`);
    this.descriptor = openSync(path, 'wx+');
    // It has no name from here on, so that a kill leaves nothing behind.
    rmSync(path);
  }

  get length(): number {
    return this.ends.length;
  }

  get limitReached(): string | undefined {
    return (this.ends.at(-1) ?? 0) > this.maxBytes ? `${size(this.maxBytes)} of records` : undefined;
  }

  push({ value, location }: Row): void {
    // Writing needs more of the stack than reading did.
    const text = attempt(() => JSON.stringify([location, value]));
    if (text === undefined) throw requestError(location, 'has a value that is nested too deep');
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length;) written += writeSync(this.descriptor, bytes, written);
    this.ends.push((this.ends.at(-1) ?? 0) + bytes.length);
  }

  *[Symbol.iterator](): Generator<Row> {
    let start = 0;
    for (const end of this.ends) {
      const bytes = Buffer.allocUnsafe(end - start);
      readFully(this.descriptor, bytes, start);
      const [location, value]: [string, object] = JSON.parse(bytes.toString());
      yield new Row(value, location);
      start = end;
    }
  }

  close(): void {
    closeSync(this.descriptor);
  }
}
