// robots.txt: what a host lets this client read (RFC 9309).
import robotsParser from 'robots-parser';
import type { HttpResponse } from './client.ts';

export interface Robots {
  readonly allows: (url: string) => boolean;
  /** Seconds between requests that the host asks for. */
  readonly delay: number;
  /** The finding for an address that it does not allow. */
  readonly why: string;
}

const agent = 'static-course-catalog';
const maxDelay = 10;
const maxBytes = 500 * 1024;
const maxCost = 200_000;

export const allowAll: Robots = { allows: () => true, delay: 0, why: '' };

/** Nothing may be read, as the rules cannot be known. */
function allowNone(why: string): Robots {
  return { allows: () => false, delay: 0, why: `may be forbidden: ${why}` };
}

/** The rules of an origin, in an answer for its robots.txt. A host without rules allows everything; one that fails to say allows nothing. */
export function robotsIn({ status, body, request }: HttpResponse, origin: string): Robots {
  if (status >= 500) return allowNone(`${request.url} answered ${status}`);
  return status === 200 ? readRobots(body, origin) : allowAll;
}

export function readRobots(body: Uint8Array, origin: string): Robots {
  const file = `${origin}/robots.txt`;
  const text = normalized(new TextDecoder().decode(body.subarray(0, maxBytes)));
  const isRule = (line: string) => /^\s*(?:user-agent|(?:dis)?allow|crawl-delay)\s*:/iu.test(line);
  const lines = text.split(/\r\n|\r|\n/u).filter(isRule);
  // A Crawl-delay between two user agents ends no group of rules.
  const rules = lines.filter((line) => !/^\s*crawl/iu.test(line));
  if (isCostly(rules) || isCostly(lines)) return allowNone(`${file} has too many rules`);
  const parsed = robotsParser(file, rules.join('\n'));
  const delay = robotsParser(file, lines.join('\n')).getCrawlDelay(agent) ?? 0;
  return {
    why: 'robots.txt does not allow it',
    delay: Math.max(0, Math.min(maxDelay, delay)),
    allows: (url) => url === file || parsed.isAllowed(normalized(url), agent) !== false,
  };
}

/**
 * Whether the rules of a hostile host would take minutes or all memory: each is kept for every agent above it, and each character
 * of one with a `*` is compared with every place in an address.
 */
function isCostly(rules: readonly string[]): boolean {
  const isAgent = (line = '') => /^\s*user/iu.test(line);
  let [agents, cost] = [0, 0];
  for (const [index, line] of rules.entries()) {
    if (isAgent(line)) agents = isAgent(rules[index - 1]) ? agents + 1 : 1;
    else cost += agents * (line.includes('*') ? 4 * line.length : 1);
  }
  return cost > maxCost;
}

/** Letters, digits, `-`, `.`, `_` and `~` are the same with and without percent-encoding. */
function normalized(text: string): string {
  return text.replaceAll(/%(?:[46][1-9a-f]|[57][\da]|3\d|2[de]|5f|7e)/giu, decodeURIComponent);
}
