// A run: the context that all checks of one verification share, and how they read an address.
import { describeValue, quoteText } from '../problems.ts';
import type { Answer, Client } from '../client/client.ts';
import { quoteLink, type Findings } from './findings.ts';
import { allowFault, typeFault, varyFault } from './headers.ts';
import type { RuleName } from './rules.ts';

export interface Run {
  /** The verified address, without a trailing slash. */
  readonly base: string;
  readonly client: Client;
  readonly findings: Findings;
  readonly sample: number | undefined;
  readonly seed: number;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Compares a response with the file of a local build; undefined if there is no build to compare with. */
  readonly compare: ((url: string, answer: Answer) => Promise<void>) | undefined;
  readonly onProgress: (progress: { done: number; total: number; what: string }) => void;
}

/** Far more than any response of this interface has; to validate more would block for minutes, Ctrl-C included. */
const maxValues = 1_000_000;
const comma = 0x2c;

/** A response with its parsed body. */
export interface JsonAnswer {
  readonly value: unknown;
  readonly answer: Answer;
}

/**
 * GETs an address that must answer 200 with JSON, and checks status, headers and body. A status other than 200 breaks
 * `statusRule`. Returns undefined if the body cannot be used.
 */
export async function readJson(
  run: Run,
  url: string,
  statusRule: RuleName = 'status',
): Promise<JsonAnswer | undefined> {
  const answer = await run.client.send({ method: 'GET', url });
  const { findings } = run;
  const { request, status, headers, body } = answer;
  if (!isAnswered(run, answer)) return undefined;
  if (!findings.expect(statusRule, status === 200, request, () => describeAnswer(answer))) return undefined;
  await run.compare?.(url, answer);
  findings.faults('content-type', typeFault(headers), request, `${url}: `);
  findings.faults('vary', varyFault(headers), request);
  findings.faults('allow', allowFault(headers), request);
  const value = hasTooManyValues(body) ? undefined : parseJson(body);
  const isRead = findings.expect('json', value !== undefined, request, () => {
    return hasTooManyValues(body)
      ? `${url} has more than ${maxValues} values`
      : `${url} answered with ${bodyStart(body)}, not JSON`;
  });
  return isRead ? { value, answer } : undefined;
}

/** The items of a body that must be an array; anything else breaks `rule`. */
export function itemsOf(run: Run, rule: RuleName, { value, answer }: JsonAnswer): readonly unknown[] {
  const { request } = answer;
  run.findings.expect(
    rule,
    Array.isArray(value),
    request,
    () => `${request.url} is ${describeValue(value)}, not an array`,
  );
  return Array.isArray(value) ? value : [];
}

/** Whether there was an answer with any status. A host that is silent or busy breaks only this rule. */
export function isAnswered({ findings }: Run, answer: Answer): boolean {
  return findings.expect('answers', answer.failure === undefined, answer.request, () => describeAnswer(answer));
}

/** An answer as a finding: `https://… answered 404`. */
export function describeAnswer({ request, status, headers, failure }: Answer): string {
  if (failure !== undefined) return `${request.url}: ${failure}`;
  const location = headers.get('location');
  return `${request.url} answered ${status}${location === null ? '' : `, to ${quoteLink(location)}`}`;
}

/** Parses JSON in UTF-8; undefined if the bytes are invalid, which no JSON text means. */
export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    return undefined;
  }
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
