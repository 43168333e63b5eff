// The web side of an import: the client that requests its addresses, and keeps their responses beside the catalog.
import { basename, dirname, join, resolve } from 'node:path';
import { userAgentOf } from '../../http/client.ts';
import { PoliteClient, readHeader, type PoliteClientOptions } from '../../http/polite-client.ts';
import { mayBeSecretHeader, Variables } from '../../text/secrets.ts';
import { errorAt } from '../../text/problems.ts';
import { isLocal } from '../../http/rate-limiter.ts';
import { ResponseStore } from '../../http/response-store.ts';
import { SpooledRows } from './spooled-rows.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface WebOptions extends Omit<
  PoliteClientOptions,
  'typed' | 'store' | 'signal' | 'userAgent' | 'variables'
> {
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

  constructor(typed: string, options: WebOptions, version: string, signal: AbortSignal, env: Environment = {}) {
    const { data, name, maxRecordBytes, maxAddresses = 1_000_000 } = options;
    const catalog = resolve(data);
    // Raw responses lie beside the catalog, where no build reads them.
    const folder = join(dirname(catalog), `.${basename(catalog)}.import`, name);
    const variables = variablesIn(typed, options.header ?? [], env);
    super({ ...options, typed, variables, store: new ResponseStore(folder), signal, userAgent: userAgentOf(version) });
    this.rows = new SpooledRows(folder, maxRecordBytes);
    this.concurrency = isLocal(new URL(typed).hostname) ? 8 : 1;
    this.maxAddresses = maxAddresses;
  }

  /** The limit that the crawl has reached, if any: the rest is skipped. */
  get reachedLimit(): string | undefined {
    return this.limitReached ?? this.rows.limitReached;
  }
}

/** The variables that an address and headers name. Throws a ProblemsError if one is not set, or if a header may have a secret written out. */
function variablesIn(typed: string, headers: readonly string[], env: Environment): Variables {
  for (const header of headers) {
    const [name, value] = readHeader(header);
    const finding = `${name} may have a secret, which would be written to files that are committed`;
    const remedy = 'put it into a variable of the environment, and write ${TOKEN} in its place, within single quotes';
    if (mayBeSecretHeader(name, value)) throw errorAt('--header', { rule: 'import-address', finding, remedy });
  }
  const variables = new Variables([typed, ...headers], env);
  const [missing] = variables.missing;
  if (missing === undefined) return variables;
  const finding = `names the variable ${missing}, which is not set in the environment`;
  throw errorAt(typed, { rule: 'import-address', finding, remedy: `set it, as by export ${missing}=…` });
}
