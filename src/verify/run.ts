// A run: what every check of one verification shares, and how it reads an address.
import { describeValue, quoteText } from '../problems.ts';
import { quoteLink } from './addresses.ts';
import type { Answer, Client } from './client.ts';
import type { Findings } from './findings.ts';
import { allowFault, typeFault, varyFault } from './headers.ts';
import type { RuleName } from './rules.ts';

export interface Run {
  /** The verified address, without a last slash. */
  readonly base: string;
  readonly client: Client;
  readonly findings: Findings;
  readonly sample: number | undefined;
  readonly seed: number;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Compares a response with the file of a local build; undefined where there is no build to compare with. */
  readonly compare: ((url: string, answer: Answer) => Promise<void>) | undefined;
  readonly onProgress: (progress: { done: number; total: number; what: string }) => void;
}

/** No response of this interface comes near; to hold more against a schema would take minutes, deaf to Ctrl-C. */
const mostValues = 1_000_000;
const comma = 0x2c;

/** A body that was read as JSON. */
export interface Read {
  readonly value: unknown;
  readonly answer: Answer;
}

/**
 * GETs an address that must answer 200 with JSON, and holds status, headers and body against their rules. A status other
 * than 200 goes to `statusRule`. Undefined where there is nothing to go on with.
 */
export async function readJson(run: Run, url: string, statusRule: RuleName = 'status'): Promise<Read | undefined> {
  const answer = await run.client.send({ method: 'GET', url });
  const { findings } = run;
  const { request, status, headers, body } = answer;
  if (!isAnswered(run, answer)) return undefined;
  if (!findings.expect(statusRule, status === 200, request, () => saidBy(answer))) return undefined;
  await run.compare?.(url, answer);
  findings.faults('content-type', typeFault(headers), request, `${url}: `);
  findings.faults('vary', varyFault(headers), request);
  findings.faults('allow', allowFault(headers), request);
  const value = hasTooMuch(body) ? undefined : parseJson(body);
  const isRead = findings.expect('json', value !== undefined, request, () => {
    return hasTooMuch(body) ? `${url} has more than ${mostValues} values` : `${url} answers ${startOf(body)}`;
  });
  return isRead ? { value, answer } : undefined;
}

/** The items of a body that must be an array; anything else breaks `rule`. */
export function itemsOf(run: Run, rule: RuleName, { value, answer }: Read): readonly unknown[] {
  const { request } = answer;
  run.findings.expect(rule, Array.isArray(value), request, () => `${request.url} is ${describeValue(value)}, no array`);
  return Array.isArray(value) ? value : [];
}

/** Whether there was an answer, whatever its status; silence and a busy host break this rule and no other. */
export function isAnswered({ findings }: Run, answer: Answer): boolean {
  return findings.expect('answers', answer.failure === undefined, answer.request, () => saidBy(answer));
}

/** What an address said, as a finding: `https://… answered 404`. */
export function saidBy({ request, status, headers, failure }: Answer): string {
  if (failure !== undefined) return `${request.url}: ${failure}`;
  const location = headers.get('location');
  return `${request.url} answered ${status}${location === null ? '' : `, to ${quoteLink(location)}`}`;
}

/** Undefined where the bytes are no JSON text in UTF-8; JSON has no undefined of its own. */
export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    return undefined;
  }
}

/** Told before it is parsed: values stand between commas. */
function hasTooMuch(body: Uint8Array): boolean {
  if (body.length < mostValues) return false;
  let commas = 0;
  for (const byte of body) if (byte === comma) commas += 1;
  return commas >= mostValues;
}

/** The beginning of a body that is no JSON. */
export function startOf(body: Uint8Array): string {
  return body.length === 0 ? 'nothing' : quoteText(new TextDecoder().decode(body.subarray(0, 200)));
}
