// A line of the journal: the last change of a course.
import { readDate, timeOf } from '../catalog/date.ts';

/** What a line says. */
export interface CourseChange {
  readonly linkhash: string;
  /** The time, such as `2026-11-23T09:00:00Z`. */
  readonly at: string;
  readonly change: 'created' | 'updated' | 'deleted';
  /** The digest of the bytes of its view; empty if it is deleted. */
  readonly sha256: string;
  /** The length of its view in bytes, unless it is deleted. */
  readonly length: number;
  readonly id: number;
}

/** The text of a line, without its end. Every field but the last two has the same length, and so the same place, in every line. */
export function lineText({ linkhash, at, change, sha256, length, id }: CourseChange): string {
  const view = change === 'deleted' ? '' : `"sha256":"${sha256}","length":${length},`;
  return `{"linkhash":"${linkhash}","at":"${at}","change":"${change}",${view}"id":${id}}`;
}

const sample = {
  linkhash: '0'.repeat(32),
  at: '2026-11-23T09:00:00Z',
  change: 'created',
  sha256: 'f'.repeat(64),
  length: 1234,
  id: 5678,
} as const;

/** Where a field begins and ends in the line of the sample. */
function placeOf(field: keyof typeof sample): readonly [start: number, end: number] {
  const value = String(sample[field]);
  const start = lineText(sample).indexOf(value);
  return [start, start + value.length];
}

const linkhashPlace = placeOf('linkhash');
const timePlace = placeOf('at');
const changePlace = placeOf('change');
const sha256Place = placeOf('sha256');
const [lengthStart] = placeOf('length');

/** A line, of which most builds read little. */
export class JournalLine implements CourseChange {
  /** `text` has the form of a line, and no end. */
  constructor(readonly text: string) {}

  get linkhash(): string {
    return this.text.slice(...linkhashPlace);
  }

  get at(): string {
    return this.text.slice(...timePlace);
  }

  get change(): CourseChange['change'] {
    const word = this.text.slice(...changePlace);
    return word === 'created' || word === 'updated' ? word : 'deleted';
  }

  get sha256(): string {
    return this.change === 'deleted' ? '' : this.text.slice(...sha256Place);
  }

  get length(): number {
    return Number.parseInt(this.text.slice(lengthStart), 10);
  }

  get id(): number {
    return Number.parseInt(this.text.slice(this.text.lastIndexOf(':') + 1), 10);
  }
}

/** Reads a line; undefined for a text that is none. */
export function lineIn(text: string): JournalLine | undefined {
  const line = new JournalLine(text);
  return lineText(line) === text && hasValidFields(line) ? line : undefined;
}

function hasValidFields({ linkhash, at, change, sha256, length, id }: CourseChange): boolean {
  const isTime = /^\d{4}(?:-\d\d){2}T\d\d(?::\d\d){2}Z$/u.test(at) && typeof readDate(at) !== 'string';
  const hasView = /^[\da-f]{64}$/u.test(sha256) && length > 0 && length < 1e10;
  return /^[\da-f]{32}$/u.test(linkhash) && isTime && (change === 'deleted' || hasView) && id > 0 && id < 1e16;
}

/** Lines as the journal has them. */
export function journalText(lines: readonly JournalLine[]): string {
  return lines.map(({ text }) => `${text}\n`).join('');
}

/** The lines in a text as `journalText` makes it. */
export function linesIn(text: string): JournalLine[] {
  const texts = text.split('\n');
  if (texts.at(-1) === '') texts.pop();
  return texts.map((line) => new JournalLine(line));
}

/** The time, or if that is not after the last one a second after the last one: so whoever asks for what is later misses nothing. */
export function timeAfter(last: string | undefined, at: string): string {
  return last === undefined || at > last ? at : timeOf(Date.parse(last) / 1000 + 1);
}
