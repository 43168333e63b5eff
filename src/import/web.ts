// The web side of an import: the client that fetches its addresses, and the store of their responses beside the catalog.
import { basename, dirname, join, resolve } from 'node:path';
import { userAgentOf } from '../client/client.ts';
import { PoliteClient, type Fetched, type PoliteClientOptions } from '../client/polite-client.ts';
import { Store } from '../client/store.ts';
import { isLocal } from '../client/rate-limiter.ts';
import type { Resource, Web } from './format.ts';
import { Spool } from './spool.ts';

export interface WebOptions extends Pick<PoliteClientOptions, 'rate' | 'timeout' | 'retries' | 'maxRequests'> {
  readonly data: string;
  readonly name: string;
}

/** Opens the client for an address that the user typed. */
export async function openWeb(typed: string, options: WebOptions, version: string, signal: AbortSignal): Promise<Web> {
  const { data, name, rate, timeout, retries, maxRequests } = options;
  const catalog = resolve(data);
  // Raw responses lie beside the catalog, where no build reads them.
  const folder = join(dirname(catalog), `.${basename(catalog)}.import`, name);
  const store = new Store(folder);
  const userAgent = userAgentOf(version);
  const client = await PoliteClient.open({ typed, rate, store, timeout, retries, maxRequests, signal, userAgent });
  const rows = new Spool(folder);
  const isHere = isLocal(new URL(typed).hostname);
  return {
    get: async (address) => resourceOf(await client.get(address)),
    find: async (address) => {
      const found = await client.find(address);
      return found && resourceOf(found);
    },
    forget: (address) => store.forget(address),
    concurrency: isHere || (rate ?? 1) > 1 ? 8 : 1,
    rows,
    spent: () => client.spent ?? rows.spent,
    requests: () => client.requests,
    complete: () => store.complete(),
    close: () => rows.close(),
  };
}

function resourceOf({ url, ...fetched }: Fetched): Resource {
  return { ...fetched, address: url, isUrl: true };
}
