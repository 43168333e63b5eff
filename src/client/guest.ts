// A guest on a host of others: asks what it may read, keeps to a rate, follows few redirects, and asks for nothing twice.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { problemAt, ProblemsError, quoteText, type Rule } from '../problems.ts';
import { Client, type Answer, type ClientOptions } from './client.ts';
import { guardedConnect, isPrivateHost } from './guarded.ts';
import { everything, readRobots, type Robots } from './robots.ts';
import type { Store, Stored } from './store.ts';

export interface GuestOptions extends Omit<ClientOptions, 'connect'> {
  /** The address that the user typed. */
  readonly typed: string;
  /** Requests per second for each host; undefined for one, and for no limit on this machine. */
  readonly rate: number | undefined;
  readonly store: Store;
}

/** A response with status 200. */
export interface Fetched {
  readonly url: string;
  readonly finalUrl: string;
  readonly type: string;
  readonly day: string;
  /** The file with the body. */
  readonly file: string;
  /** The body, unless it was in the store. */
  readonly body: Uint8Array | undefined;
}

const maxRedirects = 5;
const maxRequests = 100_000;
const maxBytes = 128 * 1024 * 1024;

export class Guest {
  private readonly robots = new Map<string, Promise<Robots>>();
  /** When the next request to each host may be sent. */
  private readonly nextSlot = new Map<string, number>();

  private constructor(
    private readonly client: Client,
    private readonly options: GuestOptions,
  ) {}

  static async open(options: GuestOptions): Promise<Guest> {
    const { hostname } = new URL(options.typed);
    const allowed = (await isPrivateHost(hostname)) ? hostname : undefined;
    const limits = { bytes: maxBytes, totalWait: 6 * 60 * 60, ...options.limits };
    return new Guest(new Client({ ...options, limits, connect: guardedConnect(allowed) }), options);
  }

  /** Requests sent. */
  get requests(): number {
    return this.client.requests;
  }

  /** Fetches an address. Throws a ProblemsError if there is no response with status 200. */
  async get(url: string, accept = '*/*'): Promise<Fetched> {
    const { fetched, why } = await this.ask(url, accept);
    if (fetched === undefined) throw problem('import-request', url, why);
    return fetched;
  }

  /** Fetches an address; undefined if the host says that there is nothing. */
  async find(url: string, accept = '*/*'): Promise<Fetched | undefined> {
    const { fetched, why, status } = await this.ask(url, accept);
    if (fetched === undefined && !(status >= 400 && status < 500)) throw problem('import-request', url, why);
    return fetched;
  }

  private async ask(
    url: string,
    accept: string,
  ): Promise<{ fetched: Fetched | undefined; why: string; status: number }> {
    const { store } = this.options;
    const known = store.find(url);
    if (known?.isFresh === true)
      return { fetched: { ...known.stored, file: known.file, body: undefined }, why: '', status: 200 };
    const { answer, finalUrl } = await this.follow(url, { Accept: accept, ...(known && conditionsOf(known.stored)) });
    const { status, headers, body, failure } = answer;
    const now = Date.now();
    const day = dayOf(headers.get('date'), now);
    if (status === 304 && known) {
      const { digest: _, ...stored } = known.stored;
      const file = store.keep({ ...stored, at: now, day }, readFileSync(known.file));
      return { fetched: { ...stored, day, file, body: undefined }, why: '', status };
    }
    if (failure !== undefined || status !== 200)
      return { fetched: undefined, why: failure ?? `answered ${status}`, status };
    const stored = {
      url,
      finalUrl,
      status,
      type: headers.get('content-type') ?? '',
      etag: headers.get('etag'),
      lastModified: headers.get('last-modified'),
      day,
      at: now,
    };
    return { fetched: { ...stored, file: store.keep(stored, body), body }, why: '', status };
  }

  private async follow(url: string, headers: Record<string, string>): Promise<{ answer: Answer; finalUrl: string }> {
    let at = url;
    for (let redirects = 0; ; redirects += 1) {
      const robots = await this.robotsOf(at);
      if (!robots.allows(at)) throw problem('import-robots', at, robots.why);
      const answer = await this.send(at, headers, robots.delay);
      const location = answer.headers.get('location');
      if (![301, 302, 303, 307, 308].includes(answer.status) || location === null) return { answer, finalUrl: at };
      if (redirects === maxRedirects) throw problem('import-request', url, `has more than ${maxRedirects} redirects`);
      at = redirected(at, location);
    }
  }

  /** Sends a request when the host's turn has come. */
  private async send(url: string, headers: Record<string, string>, delay = 0): Promise<Answer> {
    if (this.client.requests >= maxRequests)
      throw problem('import-request', url, `comes after ${maxRequests} requests, more than one import sends`);
    const { hostname, host } = new URL(url);
    const { rate, signal } = this.options;
    const usual = rate === undefined ? (isLocal(hostname) ? 0 : 1000) : 1000 / rate;
    const between = Math.max(usual, delay * 1000);
    const now = performance.now();
    const slot = Math.max(now, this.nextSlot.get(host) ?? 0);
    this.nextSlot.set(host, slot + between);
    if (slot > now) await pause(slot - now, undefined, { signal });
    const answer = await this.client.send({ method: 'GET', url, headers });
    if (answer.failure?.includes('private network') === true) throw problem('import-address', url, answer.failure);
    return answer;
  }

  /** Asked once for each host. A host without rules allows everything; one that fails to say allows nothing. */
  private robotsOf(url: string): Promise<Robots> {
    const { origin } = new URL(url);
    const known = this.robots.get(origin);
    if (known) return known;
    const asked = this.askRobots(origin);
    this.robots.set(origin, asked);
    return asked;
  }

  private async askRobots(origin: string): Promise<Robots> {
    let at = `${origin}/robots.txt`;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const { status, headers, body, failure } = await this.send(at, {});
      const location = headers.get('location');
      if (status >= 300 && status < 400 && location !== null) at = redirected(at, location);
      else if (failure !== undefined) throw problem('import-request', at, failure);
      else if (status >= 500)
        return { allows: () => false, delay: 0, why: `may be forbidden: ${at} answered ${status}` };
      else return status === 200 ? readRobots(new TextDecoder().decode(body.subarray(0, 512 * 1024))) : everything;
    }
    return everything;
  }
}

/** Whether a host is this machine. */
export function isLocal(hostname: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(hostname);
}

/** Where a redirect leads. Throws a ProblemsError if it may not be followed. */
export function redirected(from: string, location: string): string {
  const to = URL.canParse(location, from) ? new URL(location, from) : undefined;
  if (to === undefined || !/^https?:$/u.test(to.protocol))
    throw problem('import-address', from, `redirects to ${quoteText(location)}`);
  if (from.startsWith('https:') && to.protocol === 'http:')
    throw problem('import-address', from, `redirects from https to ${quoteText(to.href)}`);
  return to.href;
}

function conditionsOf({ etag, lastModified }: Stored): Record<string, string> {
  return {
    ...(etag !== null && { 'If-None-Match': etag }),
    ...(lastModified !== null && { 'If-Modified-Since': lastModified }),
  };
}

function dayOf(header: string | null, now: number): string {
  const at = header === null ? Number.NaN : Date.parse(header);
  return new Date(Number.isNaN(at) ? now : at).toISOString().slice(0, 10);
}

function problem(rule: Rule, url: string, finding: string): ProblemsError {
  return new ProblemsError([problemAt(url, undefined, '', { rule, finding })]);
}
