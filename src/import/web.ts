// The web side of an import: the client that fetches its addresses, and the store of their responses beside the catalog.
import { basename, dirname, join, resolve } from 'node:path';
import { userAgentOf } from '../client/client.ts';
import { Guest, type Fetched, type GuestOptions } from '../client/guest.ts';
import { Store } from '../client/store.ts';
import { isLocal } from '../client/turns.ts';
import type { Resource, Web } from './format.ts';
import { Spool } from './spool.ts';

export interface WebOptions extends Pick<GuestOptions, 'rate' | 'timeout' | 'retries' | 'maxRequests'> {
  readonly data: string;
  readonly name: string;
}

export interface OpenWeb extends Web {
  readonly requests: () => number;
  /** Marks the crawl as completed: the next import asks again. */
  readonly complete: () => void;
  readonly close: () => void;
}

/** Opens the client for an address that the user typed. */
export async function openWeb(
  typed: string,
  options: WebOptions,
  version: string,
  signal: AbortSignal,
): Promise<OpenWeb> {
  const { data, name, rate, timeout, retries, maxRequests } = options;
  const folder = storeFolder(data, name);
  const store = new Store(folder);
  const userAgent = userAgentOf(version);
  const guest = await Guest.open({ typed, rate, store, timeout, retries, maxRequests, signal, userAgent });
  const rows = new Spool(folder);
  const isHere = isLocal(new URL(typed).hostname);
  return {
    get: async (address) => resourceOf(await guest.get(address)),
    find: async (address) => {
      const found = await guest.find(address);
      return found && resourceOf(found);
    },
    forget: (address) => store.forget(address),
    concurrency: isHere || (rate ?? 1) > 1 ? 8 : 1,
    rows,
    spent: () => guest.spent ?? rows.spent,
    requests: () => guest.requests,
    complete: () => store.complete(),
    close: () => rows.close(),
  };
}

/** Raw responses lie beside the catalog, where no build reads them. */
function storeFolder(data: string, name: string): string {
  const folder = resolve(data);
  return join(dirname(folder), `.${basename(folder)}.import`, name);
}

function resourceOf({ url, ...fetched }: Fetched): Resource {
  return { ...fetched, address: url, isUrl: true };
}
