// The journal: when each course of a catalog was created, updated or deleted. An input of a build and an output of it: see `docs/changes.md`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { timeOf } from '../catalog/date.ts';
import { isAbsence } from '../storage/published.ts';
import { errorAt, problemAt, ProblemsError, quoteText, type Problem } from '../problems.ts';
import { reasonOf } from '../source/errors.ts';
import { grouped } from '../text/format.ts';
import { memoize } from '../text/utf8.ts';

/** The last change of a course: a line, of which most builds read little. */
export class JournalLine {
  /** The bytes of its view in the catalog of this build; 0 if it is not there. */
  length = 0;

  /** `text` has the form of a line, and no end. */
  constructor(readonly text: string) {}

  get linkhash(): string {
    return this.text.slice(13, 45);
  }

  get id(): number {
    return Number(this.text.slice(52, this.text.indexOf(',', 52)));
  }

  /** As `2026-11-23T09:00:00Z`. */
  get at(): string {
    return this.change === 'deleted' ? this.text.slice(-41, -21) : this.text.slice(-117, -97);
  }

  get change(): 'created' | 'updated' | 'deleted' {
    if (this.text.endsWith('"deleted"}')) return 'deleted';
    return this.text.startsWith('created', this.text.length - 85) ? 'created' : 'updated';
  }

  /** Of the bytes of its view; empty if it is deleted. */
  get sha256(): string {
    return this.change === 'deleted' ? '' : this.text.slice(-66, -2);
  }
}

/** A view of a catalog. */
export interface JournaledView {
  readonly linkhash: string;
  readonly id: number;
  readonly sha256: string;
  readonly length: number;
}

/** A journal as a build leaves it. */
export interface Journal {
  readonly file: string;
  /** Its text as the build found it; undefined if there was none. */
  readonly before: string | undefined;
  readonly text: string;
  /** The oldest first, those of one time by linkhash; one for each course. */
  readonly lines: readonly JournalLine[];
  /** The line of each course of the catalog, by its number. */
  readonly ofCourses: readonly JournalLine[];
  /** For people, after the build. */
  readonly notes: readonly string[];
}

/** The option: a file, or true for the one in the source folder. */
export type JournalOption = string | true | undefined;

/** The file of a journal; undefined without one. */
export function journalFile({ data, journal }: { data: string; journal: JournalOption }): string | undefined {
  return journal === true ? join(data, '.journal.ndjson') : journal;
}

/**
 * Brings the journal in a file up to date with the views of a catalog, in the order of their numbers. `at` is called if anything changed.
 * Throws a ProblemsError if it is not as a build wrote it, or would have more than `maxLines`: text of V8 has no room for them.
 */
export function updateJournal(
  file: string,
  views: Iterable<JournaledView>,
  at: (() => string) | undefined,
  maxLines = 2_500_000,
): Journal {
  const before = textIn(file);
  const known = linesIn(before ?? '', file);
  const newest = [...known.values()].at(-1)?.at;
  let time: string | undefined;
  const now = () => (time ??= timeAfter(newest, at?.() ?? timeOf(0)));
  const fresh: JournalLine[] = [];
  const write = (linkhash: string, id: number, change: JournalLine['change'], digest = '') => {
    const line = new JournalLine(`{"linkhash":"${linkhash}","id":${id},"at":"${now()}","change":"${change}"${digest}}`);
    fresh.push(line);
    return line;
  };
  const ofCourses = Array.from(views, ({ linkhash, id, sha256, length }) => {
    const last = known.get(linkhash);
    const digest = `,"sha256":"${sha256}"`;
    const isSame = last?.text.endsWith(`${digest}}`) === true;
    const change = last === undefined || last.change === 'deleted' ? 'created' : 'updated';
    const line = last && isSame ? last : write(linkhash, id, change, digest);
    for (const one of [last, line]) if (one) one.length = length;
    return line;
  });
  for (const line of known.values())
    if (line.length === 0 && line.change !== 'deleted') write(line.linkhash, line.id, 'deleted');
  const isNew = known.size === 0 && ofCourses.length > 0;
  for (const { linkhash } of fresh) known.delete(linkhash);
  const lines = [...known.values(), ...fresh.toSorted((a, b) => (a.linkhash < b.linkhash ? -1 : 1))];
  if (lines.length > maxLines) {
    const finding = `would have ${grouped(lines.length)} lines, and may have ${grouped(maxLines)}`;
    throw errorAt(file, { rule: 'journal-file', finding, remedy: 'build without --journal' });
  }
  const notes = isNew ? [`A new journal begins in ${file}: every course counts as created`] : [];
  return { file, before, text: textOf(lines), lines, ofCourses, notes };
}

/** Lines as the journal has them. */
export function textOf(lines: readonly JournalLine[]): string {
  return lines.length === 0 ? '' : `${lines.map(({ text }) => text).join('\n')}\n`;
}

const form =
  /^\{"linkhash":"[\da-f]{32}","id":[1-9]\d{0,15},"at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ","change":"(?:(?:created|updated)","sha256":"[\da-f]{64}|deleted)"\}$/u;

/** Reads lines of journals and of lists of changes; undefined for a text that is none. */
export function lineReader(): (text: string) => JournalLine | undefined {
  const isTime = memoize((at: string) => secondsOf(at) !== undefined);
  return (text) => {
    const line = form.test(text) ? new JournalLine(text) : undefined;
    return line && isTime(line.at) ? line : undefined;
  };
}

/** The lines of a journal by linkhash. Throws a ProblemsError with all that is wrong in it. */
function linesIn(text: string, file: string): Map<string, JournalLine> {
  const problems: Problem[] = [];
  const found = new Map<string, JournalLine>();
  const read = lineReader();
  let last = { at: '', linkhash: '' };
  const lines = text === '' ? [] : text.replace(/\n$/u, '').split('\n');
  for (const [index, one] of lines.entries()) {
    const refuse = (finding: string) =>
      problems.push(problemAt(file, { line: index + 1, column: 1 }, '', { rule: 'journal-line', finding }));
    const line = read(one);
    if (!line) {
      refuse(`is ${quoteText(one)}, no line of a journal`);
      continue;
    }
    const { at, linkhash } = line;
    if (found.has(linkhash)) refuse(`has the linkhash ${linkhash} again`);
    else if (at < last.at || (at === last.at && linkhash < last.linkhash)) refuse(`is of ${at}, out of order`);
    else {
      last = { at, linkhash };
      found.set(linkhash, line);
    }
  }
  if (problems.length > 0) throw new ProblemsError(problems);
  return found;
}

function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw errorAt(file, { rule: 'journal-line', finding: reasonOf(error), remedy: 'make it a file that you may read' });
  }
}

/** The time, or if that is not after the last one a second after the last one: so whoever asks for what is later misses nothing. */
export function timeAfter(last: string | undefined, at: string): string {
  return last === undefined || at > last ? at : timeOf((secondsOf(last) ?? 0) + 1);
}

/** The seconds of a time since 1970; undefined if there is no such time. */
function secondsOf(at: string): number | undefined {
  const seconds = Date.parse(at) / 1000;
  return Number.isNaN(seconds) || timeOf(seconds) !== at ? undefined : seconds;
}
