// The store: raw responses beside a catalog, so that an interrupted crawl continues and a later one requests only what changed.
import { hash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDirSync, readJsonSync, writeJsonSync } from 'fs-extra/esm';
import { attempt } from '../text/errors.ts';

/** A response as it is kept. */
export interface StoredResponse {
  readonly address: string;
  /** The address after redirects. */
  readonly finalUrl: string;
  readonly type: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** When it was received, in milliseconds. */
  readonly at: number;
  readonly digest: string;
}

/** An interrupted crawl continues within a day. */
const freshFor = 24 * 60 * 60 * 1000;

export class ResponseStore {
  private readonly marker: string;
  private readonly started: number;

  /** Opens the store of one source; the folder above it ignores itself. */
  constructor(private readonly folder: string) {
    const now = Date.now();
    ensureDirSync(folder);
    const ignored = join(folder, '..', '.gitignore');
    if (!existsSync(ignored)) writeFileSync(ignored, '*\n');
    this.marker = join(folder, 'crawl');
    const begun = existsSync(this.marker) ? Number(readFileSync(this.marker, 'utf8')) : 0;
    this.started = begun > now - freshFor && begun <= now ? begun : now;
    if (this.started !== begun) writeFileSync(this.marker, String(this.started));
  }

  /** The stored response of an address; `isFresh` if this crawl received it. */
  find(address: string) {
    const file = this.fileOf(address);
    return attempt(() => {
      const stored: StoredResponse = readJsonSync(`${file}.json`);
      // A response that was cut off by a kill is requested again.
      if (stored.address !== address || hash('sha256', readFileSync(file)) !== stored.digest) return undefined;
      return { stored, file, isFresh: stored.at >= this.started };
    });
  }

  /** Keeps a response; returns the file with its body. */
  keep(stored: Omit<StoredResponse, 'digest'>, body: Uint8Array): string {
    const file = this.fileOf(stored.address);
    writeFileSync(file, body);
    writeJsonSync(`${file}.part`, { ...stored, digest: hash('sha256', body) });
    renameSync(`${file}.part`, `${file}.json`);
    return file;
  }

  /** Forgets what is kept of an address: it is requested again. */
  forget(address: string): void {
    rmSync(`${this.fileOf(address)}.json`, { force: true });
  }

  /** Marks the crawl as completed: the next one requests everything again. */
  complete(): void {
    rmSync(this.marker, { force: true });
  }

  private fileOf(address: string): string {
    return join(this.folder, hash('sha256', address).slice(0, 32));
  }
}
