// A line of the journal: the last change of a course.
import { timeOf } from '../catalog/date.ts';

/** What a line says. */
export interface CourseChange {
  readonly linkhash: string;
  /** The time, such as `2026-11-23T09:00:00Z`. */
  readonly at: string;
  readonly change: 'created' | 'updated' | 'deleted';
  /** The digest of the bytes of its view; empty if it is deleted. */
  readonly sha256: string;
  /** The length of its view in bytes; 0 if it is deleted. */
  readonly length: number;
  readonly id: number;
}

/** The text of a line, without its end. See `fieldPlaces`. */
export function lineText({ linkhash, at, change, sha256, length, id }: CourseChange): string {
  const view = change === 'deleted' ? '' : `"sha256":"${sha256}","length":${length},`;
  return `{"linkhash":"${linkhash}","at":"${at}","change":"${change}",${view}"id":${id}}`;
}

/** Where the first fields begin and end, which have the same length in every line. */
export const fieldPlaces = { linkhash: [13, 45], at: [53, 73] } as const;

const form =
  /^\{"linkhash":"([\da-f]{32})","at":"(\d{4}(?:-\d\d){2}T\d\d(?::\d\d){2}Z)","change":"(?:deleted"|(created|updated)","sha256":"([\da-f]{64})","length":([1-9]\d{0,9})),"id":([1-9]\d{0,15})\}$/u;

/** Reads a line; undefined for a text that is none. */
export function lineIn(text: string): CourseChange | undefined {
  const [line, linkhash = '', at = '', written, sha256 = '', length = 0, id] = form.exec(text) ?? [];
  const seconds = Date.parse(at) / 1000;
  // A day that does not exist is read as a later one.
  if (line === undefined || Number.isNaN(seconds) || timeOf(seconds) !== at) return undefined;
  const change = written === 'created' || written === 'updated' ? written : 'deleted';
  return { linkhash, at, change, sha256, length: Number(length), id: Number(id) };
}

/** The time, or if that is not after the last one a second after the last one: so whoever asks for what is later misses nothing. */
export function timeAfter(last: string | undefined, at: string): string {
  return last === undefined || at > last ? at : timeOf(Date.parse(last) / 1000 + 1);
}
