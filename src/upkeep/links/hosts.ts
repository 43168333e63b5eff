// Hosts: the order of requests. Many hosts at the same time, each of them slowly.
import type { Connect } from '../../http/client.ts';
import { guardedConnect, isPrivateHost } from '../../http/private-networks.ts';
import { RateLimiter, systemClock, type Clock } from '../../http/rate-limiter.ts';
import { LinkChecker, type Answer, type CheckOptions } from './link-checker.ts';
import { probeFor } from './videos.ts';

export interface HostOptions extends Pick<CheckOptions, 'timeout' | 'retries' | 'userAgent'> {
  /** Only URLs with this prefix are requested, due or not; their host may be in a private network. */
  readonly only: string | undefined;
  /** Tests set them. */
  readonly connect?: Connect;
  readonly clock?: Clock;
}

export interface LinksIo {
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** The titles of the courses at each address. */
export type Titles = ReadonlyMap<string, readonly string[]>;

/** Hosts that get requests at the same time. */
const concurrentHosts = 64;
/** After this many refusals in a row, a host is left alone until the next run. */
const maxRefusals = 5;

/** Interleaves the URLs of all hosts, so that they share a limit. Keeps the order within each host. */
export function interleaveHosts(urls: readonly string[]): string[] {
  const turns = byHost(urls).flatMap((ofHost) => ofHost.map((url, turn) => ({ url, turn })));
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ url }) => url);
}

/** Requests URLs, and adds each answer. Throws only the signal's reason. */
export async function checkAll(
  urls: readonly string[],
  titles: Titles,
  answers: Map<string, Answer>,
  { only, timeout, retries, userAgent, connect, clock = systemClock }: HostOptions,
  { onProgress, signal }: LinksIo,
): Promise<void> {
  const shared: Pick<CheckOptions, 'limiter' | 'robots'> = { limiter: new RateLimiter(clock), robots: new Map() };
  const named = only === undefined ? undefined : new URL(only).hostname;
  const allowedHost = named !== undefined && (await isPrivateHost(named)) ? named : undefined;
  const options = { timeout, retries, userAgent, signal, ...shared, connect: connect ?? guardedConnect(allowedHost) };
  // Hosts with the most URLs take longest, so they start first.
  const hosts = byHost(urls)
    .toSorted((a, b) => b.length - a.length)
    .values();
  const keep = (url: string, answer: Answer) => {
    answers.set(url, answer);
    onProgress(answers.size, urls.length);
  };
  const work = async () => {
    for (const ofHost of hosts) await checkHost(ofHost, titles, options, keep);
  };
  await Promise.all(Array.from({ length: concurrentHosts }, work));
}

/** Requests the URLs of a host one after another, until it refuses too many. */
async function checkHost(
  urls: readonly string[],
  titles: Titles,
  options: CheckOptions,
  keep: (url: string, answer: Answer) => void,
): Promise<void> {
  const checker = new LinkChecker(options);
  let refusals = 0;
  for (const url of urls) {
    const answer = await checker.check(url, titles.get(url) ?? []);
    keep(url, answer);
    refusals = answer.isRefusal ? refusals + 1 : 0;
    if (refusals === maxRefusals) return;
  }
}

/** Groups URLs by the host that gets the request. */
function byHost(urls: readonly string[]): string[][] {
  const hosts = new Map<string, string[]>();
  for (const url of urls) {
    const { host } = new URL(probeFor(url)?.url ?? url);
    const ofHost = hosts.get(host) ?? [];
    hosts.set(host, ofHost);
    ofHost.push(url);
  }
  return [...hosts.values()];
}
