// The hosts of addresses: in which order addresses are asked for, many hosts at the same time and each of them slowly.
import type { Connect } from '../../http/client.ts';
import { guardedConnect, isPrivateHost } from '../../http/private-networks.ts';
import { RateLimiter, systemClock, type Clock } from '../../http/rate-limiter.ts';
import { HostAsker, type Answer, type AskOptions } from './ask.ts';
import { probeFor } from './videos.ts';

export interface HostOptions extends Pick<AskOptions, 'timeout' | 'retries' | 'userAgent'> {
  /** The start of the only addresses to ask for, due or not; their host may be in a private network. */
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

/** Hosts that are asked at the same time. */
const concurrentHosts = 64;
/** Refusals in a row after which a host is left alone until the next run. */
const maxRefusals = 5;

/** Addresses in turn of their hosts, so that a limit is shared by all; those of a host in their order. */
export function inTurn(urls: readonly string[]): string[] {
  const turns = byHost(urls).flatMap((ofHost) => ofHost.map((url, turn) => ({ url, turn })));
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ url }) => url);
}

/** Asks for addresses, and adds each answer. Throws only the signal's reason. */
export async function askAll(
  urls: readonly string[],
  titles: Titles,
  answers: Map<string, Answer>,
  { only, timeout, retries, userAgent, connect, clock = systemClock }: HostOptions,
  { onProgress, signal }: LinksIo,
): Promise<void> {
  const shared: Pick<AskOptions, 'limiter' | 'robots'> = { limiter: new RateLimiter(clock), robots: new Map() };
  const named = only === undefined ? undefined : new URL(only).hostname;
  const allowedHost = named !== undefined && (await isPrivateHost(named)) ? named : undefined;
  const options = { timeout, retries, userAgent, signal, ...shared, connect: connect ?? guardedConnect(allowedHost) };
  // The largest hosts take longest, and begin first.
  const hosts = byHost(urls)
    .toSorted((a, b) => b.length - a.length)
    .values();
  const keep = (url: string, answer: Answer) => {
    answers.set(url, answer);
    onProgress(answers.size, urls.length);
  };
  const work = async () => {
    for (const ofHost of hosts) await askHost(ofHost, titles, options, keep);
  };
  await Promise.all(Array.from({ length: concurrentHosts }, work));
}

/** Asks for the addresses of a host one after another, until it refuses too many. */
async function askHost(
  urls: readonly string[],
  titles: Titles,
  options: AskOptions,
  keep: (url: string, answer: Answer) => void,
): Promise<void> {
  const asker = new HostAsker(options);
  let refusals = 0;
  for (const url of urls) {
    const answer = await asker.ask(url, titles.get(url) ?? []);
    keep(url, answer);
    refusals = answer.isRefusal ? refusals + 1 : 0;
    if (refusals === maxRefusals) return;
  }
}

/** Addresses by the host that is asked about them. */
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
