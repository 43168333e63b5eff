// History: the last answer of each address, in a file that `links` reads and writes (docs/links.md).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { dayNumber, dayPart } from '../../catalog/date.ts';
import { problemAt, ProblemsError, type Problem } from '../../text/problems.ts';
import { parseJson } from '../../catalog/source/json.ts';
import { readIfExists } from '../../storage/published.ts';
import { writeSideFile } from '../../storage/side-files.ts';
import { quoteText } from '../../text/quote.ts';
import type { Answer } from './link-checker.ts';

const time = z.iso.datetime();
const okLine = z.strictObject({ url: z.string(), checkedAt: time });
const failureLine = z.strictObject({
  ...okLine.shape,
  result: z.enum(['error', 'unknown', 'moved', 'suspicious']),
  /** The time of the first such result in a row. */
  since: time,
  /** Days in a row with this result. */
  times: z.int().positive(),
  /** The last finding. */
  what: z.string(),
  /** The new address, if it has moved. */
  to: z.string().optional(),
});

/** The record of an address whose last answer was not ok. */
export type FailureRecord = z.infer<typeof failureLine>;
/** The record of any address that was requested. */
export type AddressRecord = z.infer<typeof okLine> | FailureRecord;

/** Lines that are reported: a file that is none of ours has as many. */
const maxProblems = 1000;

export function historyFile(data: string): string {
  return join(data, '.links.ndjson');
}

/** Reads the history of a source folder; empty without a file. Throws a ProblemsError with every invalid line. */
export function readHistory(data: string): Map<string, AddressRecord> {
  const file = historyFile(data);
  const text = readIfExists(() => readFileSync(file, 'utf8')) ?? '';
  const problems: Problem[] = [];
  const known = new Map<string, AddressRecord>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = z.union([okLine, failureLine]).safeParse(parseJson(line)).data;
    if (value) known.set(value.url, value);
    else {
      const finding = `is ${quoteText(line)}, which is not a line of this file`;
      problems.push(problemAt(file, { line: index + 1, column: 1 }, '', { rule: 'links-line', finding }));
      if (problems.length === maxProblems) break;
    }
  }
  if (problems.length > 0) throw new ProblemsError(problems);
  return known;
}

/** Replaces the history, sorted by address. Throws a ProblemsError if it cannot be written. */
export function writeHistory(data: string, known: Iterable<AddressRecord>): void {
  const lines = Array.from(known, (address) => `${JSON.stringify(address)}\n`).toSorted();
  const problems = writeSideFile(historyFile(data), lines, { rule: 'links-write' });
  if (problems.length > 0) throw new ProblemsError(problems);
}

/** The record of an address after an answer at a time. */
export function withAnswer(url: string, answer: Answer, known: AddressRecord | undefined, at: string): AddressRecord {
  const { result, what, to } = answer;
  const earlier = failureRecordOf(known);
  if (result === 'ok') return { url, checkedAt: at };
  // An unknown result does not clear an earlier failure: a dead address stays dead on a bad day of its host.
  if (result === 'unknown' && earlier?.result === 'error') return { ...earlier, checkedAt: at };
  const row = earlier?.result === result && !isLater(known, at) ? earlier : { checkedAt: '', since: at, times: 0 };
  const times = row.times + (dayPart(row.checkedAt) === dayPart(at) ? 0 : 1);
  return { url, checkedAt: at, result, since: row.since, times, what, ...(to !== undefined && { to }) };
}

/** The record of an address, if its last answer was not ok. */
export function failureRecordOf(known: AddressRecord | undefined): FailureRecord | undefined {
  return known && 'result' in known ? known : undefined;
}

/** Whether an answer is of a day that is still to come, as after a run with a wrong clock. */
export function isLater(known: AddressRecord | undefined, at: string): boolean {
  return known !== undefined && dayNumber(known.checkedAt) > dayNumber(at);
}

/** Whether to request an address again: after a day if it failed, after 30 days if it answered, and if the clock was wrong. */
export function isDue(known: AddressRecord | undefined, at: string): boolean {
  if (known === undefined) return true;
  const result = failureRecordOf(known)?.result;
  const wait = result === 'error' || result === 'unknown' ? 1 : 30;
  return isLater(known, at) || dayNumber(at) - dayNumber(known.checkedAt) >= wait;
}
