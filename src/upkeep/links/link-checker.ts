// Link checker: requests the URLs of one host, and judges what each answer proves.
import { locationIn, requestableUrl, withoutUser } from '../../http/addresses.ts';
import { Client, redirectStatuses, type Connect, type HttpResponse, type Request } from '../../http/client.ts';
import { privateCode } from '../../http/private-networks.ts';
import type { RateLimiter } from '../../http/rate-limiter.ts';
import { allowAll, robotsIn, type Robots } from '../../http/robots.ts';
import { memoize } from '../../memoize.ts';
import { parseJson } from '../../catalog/source/json.ts';
import { quoteText } from '../../text/quote.ts';
import { softNotFoundReason, pageBytes } from './page.ts';
import { probeFor, type Probe } from './videos.ts';

/** An `error` is certain; `unknown` says nothing about the address. */
type LinkResult = 'ok' | 'error' | 'unknown' | 'moved' | 'suspicious';

export interface Answer {
  readonly result: LinkResult;
  /** What was found, as in "answered 404"; empty if it is ok. */
  readonly what: string;
  /** The new address, if it has moved. */
  readonly to?: string | undefined;
  /** The status of the last response; 0 without one. */
  readonly status: number;
  /** Whether the host answered a request with nothing that helps, or not at all. */
  readonly isRefusal: boolean;
}

export interface CheckOptions {
  /** Tests set them. */
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
  readonly signal: AbortSignal;
  readonly userAgent: string;
  readonly connect: Connect;
  /** Shared by all hosts, because a redirect may lead from one to another. */
  readonly limiter: RateLimiter;
  /** The robots.txt of each origin, requested once. Shared in the same way. */
  readonly robots: Map<string, Promise<RobotsAnswer>>;
}

/** The rules of an origin; `failed` is the failure that every request to it would have. */
interface RobotsAnswer {
  readonly rules: Robots;
  readonly failed?: HttpResponse;
}

/** The end of a chain of redirects: a response, or why there is none. */
interface Followed {
  readonly end: HttpResponse | string;
  readonly hops: readonly { readonly to: string; readonly isPermanent: boolean }[];
}

/** The error code for a name without an address. A failed lookup has another code. */
const noHost = 'ENOTFOUND';
const maxRedirects = 10;
const robotsBytes = 500 * 1024;
const probeBytes = 64 * 1024;

/** Requests the URLs of one host, and pauses when the host asks for it. */
export class LinkChecker {
  private readonly client: Client;
  private readonly limiter: RateLimiter;
  private readonly robots: CheckOptions['robots'];

  private readonly isThere = memoize(async (control: string) => isFound(await this.requestProbe(control)));

  constructor({ limiter, robots, ...options }: CheckOptions) {
    this.limiter = limiter;
    this.robots = robots;
    const turn = async (url: string) => limiter.wait(url, options.signal);
    this.client = new Client({ ...options, waitForSlot: turn });
  }

  /** Checks a URL. `titles` are those of the courses at it; empty if it is not the page of a course. Throws only the signal's reason. */
  async check(url: string, titles: readonly string[]): Promise<Answer> {
    const probe = probeFor(url);
    if (probe !== undefined) return this.checkVideo(probe);
    return answerOf(await this.follow(url, (to) => this.request(to)), url, titles);
  }

  private async checkVideo({ name, url, control }: Probe): Promise<Answer> {
    const end = await this.requestProbe(url);
    if (isFound(end)) return ok(200);
    if (typeof end === 'string') return unknown(`${name} could not be requested: ${end}`, 0, false);
    const { status, failure = `answered ${status}` } = end;
    if (status === 404 && (await this.isThere(control)))
      return { result: 'error', what: `${name} ${failure}`, status, isRefusal: false };
    // 401 and 403 are answers about the video: it is private, or must not be embedded.
    return unknown(`${name} ${failure}, which proves nothing`, status, ![200, 400, 401, 403, 404].includes(status));
  }

  private async requestProbe(url: string): Promise<HttpResponse | string> {
    return (await this.follow(url, (to) => this.get(to, probeBytes))).end;
  }

  private async follow(url: string, send: (url: string) => Promise<HttpResponse | string>): Promise<Followed> {
    const hops: { to: string; isPermanent: boolean }[] = [];
    const first = requestableUrl(url);
    if (typeof first === 'string') return { end: first, hops };
    for (let current = url; ;) {
      const end = await send(current);
      const location = typeof end === 'string' ? null : locationIn(end.headers);
      if (typeof end === 'string' || !redirectStatuses.has(end.status) || location === null) return { end, hops };
      const to = requestableUrl(location, current);
      if (typeof to === 'string')
        return { end: `redirects to ${quoteText(withoutUser(location, current))}, which ${to}`, hops };
      to.hash = '';
      if (to.href === url || hops.some((hop) => hop.to === to.href)) return { end: 'redirects in a circle', hops };
      hops.push({ to: to.href, isPermanent: [301, 308].includes(end.status) });
      if (hops.length > maxRedirects) return { end: `has more than ${maxRedirects} redirects`, hops };
      current = to.href;
    }
  }

  /** HEAD; then the start of GET, unless HEAD has settled it: some hosts answer only GET correctly. */
  private async request(url: string): Promise<HttpResponse | string> {
    const obstacle = await this.obstacleTo(url);
    if (obstacle !== undefined) return obstacle;
    const head = await this.send({ method: 'HEAD', url });
    const { status, headers, errorCode = '' } = head;
    const isFile = status >= 200 && status < 300 && !isPage(headers);
    const isBusy = status === 429 || status === 503;
    const isSettled = isFile || isBusy || redirectStatuses.has(status) || [noHost, privateCode].includes(errorCode);
    return isSettled ? head : this.get(url, pageBytes);
  }

  private async get(url: string, firstBytes: number): Promise<HttpResponse | string> {
    return (await this.obstacleTo(url)) ?? this.send({ method: 'GET', url, firstBytes });
  }

  private async send(request: Request): Promise<HttpResponse> {
    const response = await this.client.send(request);
    this.limiter.countFromNow(request.url);
    return response;
  }

  /** Why a URL must not be requested; a response if its host fails to answer. */
  private async obstacleTo(url: string): Promise<HttpResponse | string | undefined> {
    const { rules, failed } = await this.robotsOf(new URL(url).origin);
    return failed ?? (rules.allows(url) ? undefined : rules.why);
  }

  private async robotsOf(origin: string): Promise<RobotsAnswer> {
    const answer = this.robots.get(origin) ?? this.requestRobots(origin);
    this.robots.set(origin, answer);
    return answer;
  }

  private async requestRobots(origin: string): Promise<RobotsAnswer> {
    const send = (url: string) => this.send({ method: 'GET', url, firstBytes: robotsBytes });
    const { end } = await this.follow(`${origin}/robots.txt`, send);
    // Redirects that lead nowhere forbid nothing.
    if (typeof end === 'string') return { rules: allowAll };
    if (end.failure !== undefined) return { rules: allowAll, failed: end };
    const rules = robotsIn(end, origin);
    this.limiter.keepBetween(new URL(origin).host, rules.delay);
    return { rules };
  }
}

/** Whether a probe has found the video. It has been seen to answer 200 without JSON, which proves nothing. */
function isFound(end: HttpResponse | string): boolean {
  if (typeof end === 'string' || end.status !== 200) return false;
  return end.failure === undefined && parseJson(Buffer.from(end.body).toString()) !== undefined;
}

function isPage(headers: Headers): boolean {
  return /html|^$/iu.test(headers.get('content-type') ?? '');
}

/** What the end of the redirects from a URL proves about it. */
function answerOf({ end, hops }: Followed, url: string, titles: readonly string[]): Answer {
  if (typeof end === 'string') return unknown(end, 0, false);
  const { status, failure, errorCode, body, headers } = end;
  const last = hops.at(-1)?.to ?? url;
  const way = hops.length === 0 ? '' : `redirects to ${last}: `;
  const answer = (result: LinkResult, what: string) => ({ result, what: `${way}${what}`, status, isRefusal: false });
  if (errorCode === noHost) return answer('error', 'no host of this name exists');
  if (failure !== undefined) return unknown(`${way}${failure}`, status, true);
  if (status === 404 || status === 410) return answer('error', `answered ${status}`);
  if (status < 200 || status >= 300) return unknown(`${way}answered ${status}`, status, true);
  if (isFrontPage(last, url) && !isFrontPage(url, url)) return answer('suspicious', 'the front page of its host');
  const doubt = isPage(headers) ? softNotFoundReason(body, headers.get('content-type') ?? '', titles) : undefined;
  if (doubt !== undefined) return answer('suspicious', doubt);
  const to = movedTo(hops);
  return to === undefined ? ok(status) : { ...answer('moved', ''), what: `has moved to ${to}`, to };
}

/** The address after the leading permanent redirects; undefined if the first one is temporary. */
function movedTo(hops: Followed['hops']): string | undefined {
  const temporary = hops.findIndex(({ isPermanent }) => !isPermanent);
  return hops.slice(0, temporary === -1 ? hops.length : temporary).at(-1)?.to;
}

/** Whether a URL is the front page of a site, or of its part in one language: a two-letter folder that `from` is in as well. */
function isFrontPage(url: string, from: string): boolean {
  const { pathname, search } = new URL(url);
  const [language = '/'] = /^\/[a-z]{2}(?:[_-][a-z]{2})?(?:\/|$)/iu.exec(new URL(from).pathname) ?? [];
  const path = `${pathname}/`.startsWith(language) ? pathname.slice(language.length) : pathname.slice(1);
  return search === '' && /^(?:(?:index|default)\.\w+)?$/iu.test(path);
}

function ok(status: number): Answer {
  return { result: 'ok', what: '', status, isRefusal: false };
}

function unknown(what: string, status: number, isRefusal: boolean): Answer {
  return { result: 'unknown', what, status, isRefusal };
}
