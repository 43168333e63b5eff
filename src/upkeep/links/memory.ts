// The memory: what each address answered last, in a file that is an input of `links` and an output of it (docs/links.md).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { dayNumber, dayPart } from '../../catalog/date.ts';
import { problemAt, ProblemsError, type Problem } from '../../text/problems.ts';
import { parseJson } from '../../catalog/source/json.ts';
import { readIfExists } from '../../storage/published.ts';
import { writeSideFile } from '../../storage/side-files.ts';
import { quoteText } from '../../text/quote.ts';
import type { Answer } from './ask.ts';

const time = z.iso.datetime();
const wellLine = z.strictObject({ url: z.string(), asked: time });
const troubleLine = z.strictObject({
  ...wellLine.shape,
  result: z.enum(['error', 'unknown', 'moved', 'suspicious']),
  /** When it first had this result. */
  since: time,
  /** Days in a row on which it had it. */
  times: z.int().positive(),
  /** What was found last. */
  what: z.string(),
  /** The address that it has moved to. */
  to: z.string().optional(),
});

/** What is known of an address that did not answer well. */
export type Trouble = z.infer<typeof troubleLine>;
/** What is known of any address that was asked. */
export type KnownAddress = z.infer<typeof wellLine> | Trouble;

export const memoryRefusal = { rule: 'links-write', remedy: 'make it a file that may be replaced' } as const;

export function memoryFile(data: string): string {
  return join(data, '.links.ndjson');
}

/** Reads the memory of a source folder; empty without a file. Throws a ProblemsError with every line that is not as it was written. */
export function readMemory(data: string): Map<string, KnownAddress> {
  const file = memoryFile(data);
  const text = readIfExists(() => readFileSync(file, 'utf8')) ?? '';
  const problems: Problem[] = [];
  const known = new Map<string, KnownAddress>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = z.union([wellLine, troubleLine]).safeParse(parseJson(line)).data;
    if (value) known.set(value.url, value);
    else {
      const finding = `is ${quoteText(line)}, which is not a line of this file`;
      problems.push(problemAt(file, { line: index + 1, column: 1 }, '', { rule: 'links-line', finding }));
    }
  }
  if (problems.length > 0) throw new ProblemsError(problems);
  return known;
}

/** Replaces the memory, sorted by address. Throws a ProblemsError if it cannot be written. */
export function writeMemory(data: string, known: Iterable<KnownAddress>): void {
  const lines = Array.from(known, (address) => `${JSON.stringify(address)}\n`).toSorted();
  const problems = writeSideFile(memoryFile(data), lines, memoryRefusal);
  if (problems.length > 0) throw new ProblemsError(problems);
}

/** What is known of an address after an answer at a time. */
export function withAnswer(url: string, answer: Answer, known: KnownAddress | undefined, at: string): KnownAddress {
  const { result, what, to } = answer;
  const earlier = troubleOf(known);
  if (result === 'well') return { url, asked: at };
  // An unknown result does not clear an earlier failure: a dead address stays dead on a bad day of its host.
  if (result === 'unknown' && earlier?.result === 'error') return { ...earlier, asked: at };
  const row = earlier?.result === result ? earlier : { asked: '', since: at, times: 0 };
  const times = row.times + (dayPart(row.asked) === dayPart(at) ? 0 : 1);
  return { url, asked: at, result, since: row.since, times, what, ...(to !== undefined && { to }) };
}

/** What is known of an address, if it did not answer well. */
export function troubleOf(known: KnownAddress | undefined): Trouble | undefined {
  return known && 'result' in known ? known : undefined;
}

/** Whether to ask for an address again: after a day if it failed, after 30 days if it answered. */
export function isDue(known: KnownAddress | undefined, at: string): boolean {
  if (known === undefined) return true;
  const result = troubleOf(known)?.result;
  const wait = result === 'error' || result === 'unknown' ? 1 : 30;
  return dayNumber(at) - dayNumber(known.asked) >= wait;
}
