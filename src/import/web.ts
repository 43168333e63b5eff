// The web side of an import: the client that fetches its addresses, and the store of their responses beside the catalog.
import { basename, dirname, join, resolve } from 'node:path';
import { userAgentOf } from '../client/client.ts';
import { Guest, type Fetched } from '../client/guest.ts';
import { Store } from '../client/store.ts';
import { isLocal } from '../client/turns.ts';
import type { Resource, Web } from './format.ts';

export interface WebOptions {
  readonly data: string;
  readonly name: string;
  readonly rate: number | undefined;
  readonly timeout: number;
  readonly retries: number;
}

export interface OpenWeb extends Web {
  readonly requests: () => number;
  /** Marks the crawl as completed: the next import asks again. */
  readonly complete: () => void;
}

/** Opens the client for an address that the user typed. */
export async function openWeb(
  typed: string,
  options: WebOptions,
  version: string,
  signal: AbortSignal,
): Promise<OpenWeb> {
  const { data, name, rate, timeout, retries } = options;
  const store = new Store(storeFolder(data, name));
  const guest = await Guest.open({ typed, rate, store, timeout, retries, signal, userAgent: userAgentOf(version) });
  const isHere = isLocal(new URL(typed).hostname);
  return {
    get: async (address, accept) => resourceOf(await guest.get(address, accept)),
    find: async (address, accept) => {
      const found = await guest.find(address, accept);
      return found && resourceOf(found);
    },
    forget: (address) => store.forget(address),
    concurrency: isHere || (rate ?? 1) > 1 ? 8 : 1,
    requests: () => guest.requests,
    complete: () => store.complete(),
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
