// A run: what all checks of one verification have in common, whether there is an API at all, and how an address is read.
import pMap from 'p-map';
import { addressOf, apiRoot } from '../api/routes.ts';
import type { HttpResponse, Client } from '../http/client.ts';
import { attempt } from '../text/errors.ts';
import type { Progress } from '../results.ts';
import { quoteText } from '../text/quote.ts';
import { parseUrl } from '../text/parse-url.ts';
import { quoteLink, type Checks } from './checks.ts';
import type { SeenCourses } from './courses.ts';
import { allowFault, typeFault, varyFault } from './headers.ts';
import type { RuleName } from './rules.ts';

export interface VerifyRun {
  /** The verified address, without a trailing slash. */
  readonly base: string;
  readonly client: Client;
  readonly checks: Checks;
  readonly courses: SeenCourses;
  /** The most lists and courses of each kind to check; undefined for all. */
  readonly sample: number | undefined;
  readonly signal: AbortSignal;
  /** Compares a response with what else is known of its address. */
  readonly compare: (url: string, response: HttpResponse) => void;
  readonly onProgress: (progress: Progress) => void;
  /** Pages of lists that may still be read: a bound that no response can change. */
  pagesLeft: number;
}

/** Far more than any response of this interface has; to validate more would block for minutes, Ctrl-C included. */
const maxValues = 1_000_000;
const comma = 0x2c;
/** Requests, and lists, at the same time. */
export const concurrency = 8;

/** Checks each item, several at a time. */
export async function checkEach<Item>(
  { signal, onProgress }: VerifyRun,
  items: readonly Item[],
  what: string,
  check: (item: Item) => Promise<void>,
): Promise<void> {
  let done = 0;
  const checkItem = async (item: Item) => {
    await check(item);
    done += 1;
    onProgress({ done, total: items.length, what });
  };
  await pMap(items, checkItem, { concurrency, signal });
}

/**
 * GETs an address that must answer 200 with JSON, and checks status, headers and body. A status other than 200 breaks
 * `statusRule`. Returns the value; undefined if there is none.
 */
export async function requestJson(run: VerifyRun, url: string, statusRule: RuleName = 'status'): Promise<unknown> {
  const request = { method: 'GET', url };
  const response = await run.client.send(request);
  const { checks } = run;
  const { status, headers, body } = response;
  if (!isAnswered(run, response)) return undefined;
  if (!checks.expect(statusRule, status === 200, request, describeResponse(response))) return undefined;
  run.compare(url, response);
  checks.expectNone('content-type', typeFault(headers), request, `${url}: `);
  checks.expectNone('vary', varyFault(headers), request);
  checks.expectNone('allow', allowFault(headers), request);
  const isTooLong = hasTooManyValues(body);
  const value = isTooLong ? undefined : parseBody(body);
  const fault = isTooLong ? `has more than ${maxValues} values` : `answered with ${bodyStart(body)}, not JSON`;
  checks.expect('json', value !== undefined, request, `${url} ${fault}`);
  return value;
}

/** Whether there was an answer with any status. A host that is silent or busy breaks only this rule. */
export function isAnswered({ checks }: VerifyRun, response: HttpResponse): boolean {
  return checks.expect('answers', response.failure === undefined, response.request, describeResponse(response));
}

/** An answer as a finding: `https://… answered 404`. */
export function describeResponse({ request, status, headers, failure }: HttpResponse): string {
  if (failure !== undefined) return `${request.url}: ${failure}`;
  const location = headers.get('location');
  return `${request.url} answered ${status}${location === null ? '' : `, to ${quoteLink(location)}`}`;
}

/** The value of a body of JSON in UTF-8; undefined for any other body. */
export function parseBody(body: Uint8Array): unknown {
  return attempt(() => JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)));
}

/** Estimates the number of values by counting commas, before parsing. */
function hasTooManyValues(body: Uint8Array): boolean {
  if (body.length < maxValues) return false;
  let commas = 0;
  for (const byte of body) if (byte === comma) commas += 1;
  return commas >= maxValues;
}

/** The start of a body that is not JSON, as a finding shows it. */
export function bodyStart(body: Uint8Array): string {
  return body.length === 0 ? 'nothing' : quoteText(new TextDecoder().decode(body.subarray(0, 200)));
}

/** Whether one of the addresses without a parameter answers 200 with JSON. If not, records what they answer. */
export async function isReachable({ client, checks, base }: VerifyRun): Promise<boolean> {
  const responses: HttpResponse[] = [];
  for (const route of ['categories', 'providers', 'latest'] as const) {
    const response = await client.send({ method: 'GET', url: addressOf(base, route) });
    if (response.status === 200 && parseBody(response.body) !== undefined) {
      return checks.expect('reachable', true, response.request, '');
    }
    responses.push(response);
    if (response.failure !== undefined) break;
  }
  for (const response of responses) {
    const fault = `${response.request.url} answered with ${bodyStart(response.body)}, not JSON`;
    const finding = response.status === 200 ? fault : `${describeResponse(response)}${redirectOf(response)}`;
    checks.expect('reachable', false, response.request, finding);
  }
  return false;
}

/** Suggests verifying the target of a redirect. */
function redirectOf({ headers, request }: HttpResponse): string {
  const location = headers.get('location');
  const target = location === null ? undefined : parseUrl(location, request.url);
  if (!target) return '';
  const { origin, pathname } = target;
  const apiStart = pathname.indexOf(`/${apiRoot}/`);
  return apiStart === -1 ? '' : `; verify ${origin}${pathname.slice(0, apiStart)} instead`;
}
