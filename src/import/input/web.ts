// The web side of an import: the client that requests its addresses, and the records of its crawl.
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { userAgentOf } from '../../client/client.ts';
import { PoliteClient, type PoliteClientOptions } from '../../client/polite-client.ts';
import { isLocal } from '../../client/rate-limiter.ts';
import { Store } from '../../client/store.ts';
import { readFully } from '../../source/bytes.ts';
import { size } from '../../text/format.ts';
import { Row, type Rows } from '../rows.ts';

export interface WebOptions extends Omit<PoliteClientOptions, 'typed' | 'store' | 'signal' | 'userAgent'> {
  readonly data: string;
  readonly name: string;
  /** Bytes of all records; tests set it. */
  readonly maxRecordBytes?: number;
  /** Addresses of pages that sitemaps list; tests set it. */
  readonly maxAddresses?: number;
}

export class Web extends PoliteClient {
  readonly concurrency: number;
  readonly rows: Spool;
  readonly maxAddresses: number;

  constructor(typed: string, options: WebOptions, version: string, signal: AbortSignal) {
    const { data, name, rate = 1, maxRecordBytes, maxAddresses = 1_000_000 } = options;
    const catalog = resolve(data);
    // Raw responses lie beside the catalog, where no build reads them.
    const folder = join(dirname(catalog), `.${basename(catalog)}.import`, name);
    super({ ...options, typed, store: new Store(folder), signal, userAgent: userAgentOf(version) });
    this.rows = new Spool(folder, maxRecordBytes);
    this.concurrency = isLocal(new URL(typed).hostname) || rate > 1 ? 8 : 1;
    this.maxAddresses = maxAddresses;
  }

  /** The limit that the crawl has reached, if any: the rest of the source is left out. */
  get reachedLimit(): string | undefined {
    return this.limitReached ?? this.rows.limitReached;
  }
}

/** Records of a crawl in a file, so that they take no memory while its pages are read. */
class Spool implements Rows {
  private readonly descriptor: number;
  private readonly ends: number[] = [];

  /** In the end courses are held in memory: `maxBytes` limits them. */
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

  /** The limit that the file has reached, if any. */
  get limitReached(): string | undefined {
    return (this.ends.at(-1) ?? 0) > this.maxBytes ? `${size(this.maxBytes)} of records` : undefined;
  }

  push({ value, place }: Row): void {
    const bytes = Buffer.from(JSON.stringify([place, value]));
    for (let written = 0; written < bytes.length;) written += writeSync(this.descriptor, bytes, written);
    this.ends.push((this.ends.at(-1) ?? 0) + bytes.length);
  }

  *[Symbol.iterator](): Generator<Row> {
    let start = 0;
    for (const end of this.ends) {
      const bytes = Buffer.allocUnsafe(end - start);
      readFully(this.descriptor, bytes, start);
      const [place, value]: [string, object] = JSON.parse(bytes.toString());
      yield new Row(value, place);
      start = end;
    }
  }

  close(): void {
    closeSync(this.descriptor);
  }
}
