// The web side of an import: the client that requests its addresses, and keeps their responses beside the catalog.
import { basename, dirname, join, resolve } from 'node:path';
import { userAgentOf } from '../../http/client.ts';
import { PoliteClient, type PoliteClientOptions } from '../../http/polite-client.ts';
import { isLocal } from '../../http/rate-limiter.ts';
import { ResponseStore } from '../../http/response-store.ts';
import { SpooledRows } from './spooled-rows.ts';

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
  readonly rows: SpooledRows;
  readonly maxAddresses: number;

  constructor(typed: string, options: WebOptions, version: string, signal: AbortSignal) {
    const { data, name, maxRecordBytes, maxAddresses = 1_000_000 } = options;
    const catalog = resolve(data);
    // Raw responses lie beside the catalog, where no build reads them.
    const folder = join(dirname(catalog), `.${basename(catalog)}.import`, name);
    super({ ...options, typed, store: new ResponseStore(folder), signal, userAgent: userAgentOf(version) });
    this.rows = new SpooledRows(folder, maxRecordBytes);
    this.concurrency = isLocal(new URL(typed).hostname) ? 8 : 1;
    this.maxAddresses = maxAddresses;
  }

  /** The limit that the crawl has reached, if any: the rest is skipped. */
  get reachedLimit(): string | undefined {
    return this.limitReached ?? this.rows.limitReached;
  }
}
