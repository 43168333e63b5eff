// A line of the journal: the last change of a course, as JSON with these fields in this order, without its end.
import type { CourseChange } from '../../api/records.ts';
import { timeOf } from '../../catalog/date.ts';
import { lineEnd } from '../../text/bytes.ts';

const time = String.raw`"\d{4}(?:-\d\d){2}T\d\d(?::\d\d){2}Z"`;
const form = new RegExp(
  String.raw`^\{"linkhash":"[\da-f]{32}","at":${time},"change":"(?:deleted"|(?:created"|updated","created":${time}),"sha256":"[\da-f]{64}","length":[1-9]\d{0,9}),"id":[1-9]\d{0,15}\}$`,
  'u',
);

/** The last time that a line can have. */
export const lastTime = '9999-12-31T23:59:59Z';

/** Reads a line; undefined for any other text. */
export function changeIn(line: string): CourseChange | undefined {
  return form.test(line) && [timeIn(line), createdIn(line)].every(exists) ? JSON.parse(line) : undefined;
}

/** Whether a time is empty or exists: a day that does not exist is read as a later one, or not at all. */
function exists(text: string): boolean {
  const seconds = Date.parse(text) / 1000;
  return text === '' || (!Number.isNaN(seconds) && timeOf(seconds) === text);
}

/** The linkhash in a line; like the time, it is at the same offset in each. */
export function linkhashIn(line: string): string {
  return line.slice(13, 45);
}

/** The time in a line; empty without one. */
export function timeIn(line = ''): string {
  return line.slice(53, 73);
}

/** When the course of a line was created; empty if it is deleted, or without a line. */
export function createdIn(line: string): string {
  if (line.includes('"change":"created"')) return timeIn(line);
  return /"created":"([^"]*)"/u.exec(line)?.[1] ?? '';
}

/** The lines of a text, each with an end, from the last to the first: in a journal, the newest first. */
export function* lastLinesFirst(text: Uint8Array): Generator<string> {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.length);
  for (let end = bytes.length - 1; end > 0;) {
    const start = bytes.lastIndexOf(lineEnd, end - 1) + 1;
    // Valid lines are ASCII.
    yield bytes.toString('latin1', start, end);
    end = start - 1;
  }
}

/** Returns `at`, or one second after `last` if `at` is not later. Times only increase, so a client that asks for later changes misses none. */
export function timeAfter(last: string, at: string): string {
  return at > last ? at : timeOf(Date.parse(last) / 1000 + 1);
}
