// The polite client: obeys robots.txt, keeps to a rate, follows few redirects, and requests nothing twice.
import { readFileSync } from 'node:fs';
import { errorAt } from '../text/problems.ts';
import { grouped, size } from '../text/number-format.ts';
import { memoize } from '../memoize.ts';
import { quoteText } from '../text/quote.ts';
import { locationIn, requestableUrl, withoutUser } from './addresses.ts';
import { Client, redirectStatuses, type ClientOptions, type Connect } from './client.ts';
import { guardedConnect, isPrivateHost, privateCode } from './private-networks.ts';
import { RateLimiter, systemClock, type Clock } from './rate-limiter.ts';
import type { ResponseStore, StoredResponse } from './response-store.ts';
import { robotsIn, type Robots } from './robots.ts';
import { Variables } from '../text/secrets.ts';

export interface PoliteClientOptions extends Omit<ClientOptions, 'connect' | 'turn'> {
  readonly typed: string;
  /** Largest number of addresses to request; tests set it. */
  readonly maxRequests?: number;
  readonly store: ResponseStore;
  readonly clock?: Clock;
  /** Bytes of all responses; tests set it. */
  readonly maxTotalBytes?: number;
  /** Headers for the host of the typed address, as `Name: value`. */
  readonly header?: readonly string[];
  /** What addresses and headers name in place of secrets. */
  readonly variables?: Variables;
}

/** A response with status 200, and the file with its body. */
export interface FetchedResponse extends Omit<StoredResponse, 'digest'> {
  readonly file: string;
}

const maxRedirects = 5;
const maxHours = 24;
/** The size of one body, and of all that are being read: as much as a file of a dump may have. */
const maxBytes = 512 * 1024 * 1024;

export class PoliteClient {
  /** Requested once for each host. */
  private readonly robotsOf = memoize((origin) => this.askRobots(origin));
  private readonly limiter: RateLimiter;
  private readonly client: Client;
  private readonly clock: Clock;
  private readonly began: number;
  readonly store: ResponseStore;
  private readonly variables: Variables;
  private addressCount = 0;
  private bytes = 0;

  constructor(private readonly options: PoliteClientOptions) {
    this.store = options.store;
    this.variables = options.variables ?? new Variables([], {});
    this.clock = options.clock ?? systemClock;
    this.began = this.clock.now();
    this.limiter = new RateLimiter(this.clock, true);
    const { hostname } = new URL(options.typed);
    const guarded = isPrivateHost(hostname).then((isPrivate) => guardedConnect(isPrivate ? hostname : undefined));
    const connect: Connect = async (url, init) => (await guarded)(url, init);
    const limits = { bytes: maxBytes, bytesInFlight: maxBytes, totalWait: 6 * 60 * 60, ...options.limits };
    const turn = async (url: string) => this.limiter.wait(url, options.signal);
    this.client = new Client({ ...options, limits, connect, waitForSlot: turn });
  }

  get requests(): number {
    return this.client.requests;
  }

  /** The limit that the crawl has reached, if any: nothing more is requested. */
  get limitReached(): string | undefined {
    const { maxRequests = 100_000, maxTotalBytes = 16e9 } = this.options;
    if (this.addressCount >= maxRequests) return `${grouped(maxRequests)} requests, the most of an import`;
    if (this.bytes > maxTotalBytes) return `${size(maxTotalBytes)} of responses`;
    return this.clock.now() - this.began > maxHours * 3_600_000 ? `${maxHours} hours` : undefined;
  }

  /** Fetches an address. Throws a ProblemsError if there is no response with status 200. */
  async get(address: string): Promise<FetchedResponse> {
    const url = this.hide(address);
    const { fetched, why } = await this.ask(url);
    if (fetched === undefined) throw errorAt(url, { rule: 'import-request', finding: why });
    return fetched;
  }

  /** Fetches an address; undefined if the host says that there is nothing. */
  async find(address: string): Promise<FetchedResponse | undefined> {
    const url = this.hide(address);
    const { fetched, why, status } = await this.ask(url);
    // A 429 says nothing about the address.
    if (fetched === undefined && (status === 429 || !(status >= 400 && status < 500)))
      throw errorAt(url, { rule: 'import-request', finding: why });
    return fetched;
  }

  /** An address as it is kept and shown: without the secrets in it. */
  hide(address: string): string {
    return this.variables.hide(address);
  }

  hasSecret(text: string): boolean {
    return this.variables.isIn(text);
  }

  /** The stored response of an address, if it has this SHA-256 digest. Sends no request. */
  findWithDigest(url: string, sha256: string): FetchedResponse | undefined {
    const known = this.store.find(url);
    return known?.stored.digest === sha256 ? { ...known.stored, file: known.file } : undefined;
  }

  private async ask(url: string): Promise<{ fetched?: FetchedResponse; why: string; status: number }> {
    const { store } = this;
    const target = requestableUrl(url);
    if (typeof target === 'string') throw errorAt(withoutUser(url), { rule: 'import-address', finding: target });
    if (this.limitReached !== undefined)
      throw errorAt(url, { rule: 'import-request', finding: `comes after ${this.limitReached}` });
    this.addressCount += 1;
    const known = store.find(url);
    if (known?.isFresh === true) return { fetched: { ...known.stored, file: known.file }, why: '', status: 200 };
    const { etag, lastModified } = known?.stored ?? {};
    const conditions = {
      ...(etag && { 'If-None-Match': etag }),
      ...(lastModified && { 'If-Modified-Since': lastModified }),
    };
    const { response, finalUrl } = await this.follow(url, { Accept: '*/*', ...conditions }, async (current) => {
      const robots = await this.robotsOf(new URL(current).origin);
      if (!robots.allows(current)) throw errorAt(current, { rule: 'import-robots', finding: robots.why });
    });
    const { status, headers, body, failure } = response;
    this.bytes += body.length;
    const same = status === 304 ? known : undefined;
    if (failure !== undefined || (status !== 200 && !same)) return { why: failure ?? `answered ${status}`, status };
    const stored = {
      address: url,
      finalUrl,
      type: headers.get('content-type') ?? '',
      etag: headers.get('etag'),
      lastModified: headers.get('last-modified'),
      ...same?.stored,
      at: Date.now(),
    };
    const file = store.keep(stored, same ? readFileSync(same.file) : body);
    return { fetched: { ...stored, file }, why: '', status: 200 };
  }

  /** Sends a request, and follows its redirects; `check` may refuse an address by throwing. */
  private async follow(url: string, headers: Record<string, string>, check?: (url: string) => Promise<void>) {
    let current = url;
    for (let redirects = 0; ; redirects += 1) {
      await check?.(current);
      const filled = this.variables.fill(current, encodeURIComponent);
      const own = new URL(filled).origin === new URL(this.options.typed).origin ? this.ownHeaders() : {};
      const response = await this.client.send({ method: 'GET', url: filled, headers: { ...headers, ...own } });
      if (response.errorCode === privateCode)
        throw errorAt(current, { rule: 'import-address', finding: response.failure ?? '' });
      const location = locationIn(response.headers);
      if (!redirectStatuses.has(response.status) || location === null) return { response, finalUrl: current };
      const failure = `has more than ${maxRedirects} redirects`;
      if (redirects === maxRedirects) return { response: { ...response, failure }, finalUrl: current };
      current = this.hide(redirected(current, location));
    }
  }

  private ownHeaders(): Record<string, string> {
    const pairs = (this.options.header ?? []).map(readHeader);
    return Object.fromEntries(pairs.map(([name, value]) => [name, this.variables.fill(value).trim()]));
  }

  private async askRobots(origin: string): Promise<Robots> {
    const { response, finalUrl } = await this.follow(`${origin}/robots.txt`, {});
    const { status, failure } = response;
    // After too many redirects, assume that there are no rules.
    if (failure !== undefined && !redirectStatuses.has(status))
      throw errorAt(finalUrl, { rule: 'import-request', finding: failure });
    const robots = robotsIn(response, origin);
    this.limiter.keepBetween(new URL(origin).host, robots.delay);
    return robots;
  }
}

/** The name and the value of a header that is written as `Name: value`. */
export function readHeader(header: string): readonly [name: string, value: string] {
  const [name = '', value = ''] = header.split(/:(.*)/su, 2);
  return [name.trim(), value.trim()];
}

/** The target of a redirect. Throws a ProblemsError if it may not be followed. */
export function redirected(from: string, location: string): string {
  const refusal = (finding: string) => errorAt(from, { rule: 'import-address', finding });
  const to = requestableUrl(location, from);
  if (typeof to === 'string') throw refusal(`redirects to ${quoteText(withoutUser(location, from))}, which ${to}`);
  if (from.startsWith('https:') && to.protocol === 'http:')
    throw refusal(`redirects from https to ${quoteText(to.href)}`);
  return to.href;
}
