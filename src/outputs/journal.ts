// The journal: when each course of a catalog was created, updated or deleted. An input of a build and an output of it: see `docs/changes.md`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDate, timeOf } from '../catalog/date.ts';
import { isAbsence } from '../storage/published.ts';
import { errorAt, problemAt, ProblemsError, quoteText, type Problem } from '../problems.ts';
import { reasonOf } from '../source/file-errors.ts';
import { grouped } from '../text/format.ts';

/** The last change of a course: a line of a journal or of a list of changes, of which most builds read little. */
export class JournalLine {
  /** `text` has the form of a line, and no end. */
  constructor(readonly text: string) {}

  get linkhash(): string {
    return this.text.slice(13, 45);
  }

  /** The time, such as `2026-11-23T09:00:00Z`. */
  get at(): string {
    return this.text.slice(53, 73);
  }

  get change(): 'created' | 'updated' | 'deleted' {
    const word = this.text.slice(85, 92);
    return word === 'created' || word === 'updated' ? word : 'deleted';
  }

  /** The digest of the bytes of its view; empty if it is deleted. */
  get sha256(): string {
    return this.change === 'deleted' ? '' : this.text.slice(104, 168);
  }

  /** The length of its view in bytes, unless it is deleted. */
  get length(): number {
    return Number.parseInt(this.text.slice(179), 10);
  }

  get id(): number {
    return Number.parseInt(this.text.slice(this.text.lastIndexOf(':') + 1), 10);
  }
}

const form =
  /^\{"linkhash":"[\da-f]{32}","at":"\d{4}(?:-\d\d){2}T\d\d(?::\d\d){2}Z","change":"(?:(?:created|updated)","sha256":"[\da-f]{64}","length":[1-9]\d{0,9}|deleted"),"id":[1-9]\d{0,15}\}$/u;

/** Reads a line; undefined for a text that is none. */
export function lineIn(text: string): JournalLine | undefined {
  const line = form.test(text) ? new JournalLine(text) : undefined;
  return line && typeof readDate(line.at) !== 'string' ? line : undefined;
}

/** A journal as a build leaves it. */
export interface Journal {
  readonly file: string;
  /** Its text as the build found it; undefined if there was none. */
  readonly before: string | undefined;
  readonly text: string;
  /** The oldest first, those of one time by linkhash; one for each course. */
  readonly lines: readonly JournalLine[];
  /** The lines that this build added. */
  readonly fresh: readonly JournalLine[];
  /** What people are told after the build. */
  readonly notes: readonly string[];
}

/** The option: a file, or true for the one in the source folder. */
export type JournalOption = string | true | undefined;

/** The file of a journal; undefined without one. */
export function journalFile({ data, journal }: { data: string; journal: JournalOption }): string | undefined {
  return journal === true ? join(data, '.journal.ndjson') : journal;
}

/** A view of a catalog. */
export interface JournaledView {
  readonly linkhash: string;
  readonly id: number;
  /** The digest of its bytes, and how many they are. */
  readonly sha256: string;
  readonly length: number;
}

const viewLength = 106;

/** A view in the text of those of a chunk: its linkhash, its digest and its length, each in as many characters as in any other. */
export function viewText({ linkhash, sha256, length }: Omit<JournaledView, 'id'>): string {
  return linkhash + sha256 + String(length).padStart(10);
}

/** The views of a chunk. */
export function* viewsIn(views: string, ids: ArrayLike<number>): Generator<JournaledView> {
  for (let at = 0; at * viewLength < views.length; at += 1) {
    const view = views.slice(at * viewLength, (at + 1) * viewLength);
    yield {
      linkhash: view.slice(0, 32),
      id: ids[at] ?? 0,
      sha256: view.slice(32, 96),
      length: Number(view.slice(96)),
    };
  }
}

/**
 * Brings the journal in a file up to date: with the views `now` in place of those `before`, or if that is undefined, of all. `at` is
 * called if anything changed. Throws a ProblemsError if the journal is not as a build wrote it, unless it is known to be, or if it
 * would have more than `maxLines`: text of V8 has no room for them.
 */
export function updateJournal(
  file: string,
  { now, before }: { now: Iterable<JournaledView>; before: Iterable<JournaledView> | undefined },
  at: () => string,
  maxLines = 2_500_000,
): Journal {
  const found = textIn(file);
  const texts = (found ?? '').split('\n');
  if (texts.at(-1) === '') texts.pop();
  const old = before ? texts.map((text) => new JournalLine(text)) : linesIn(texts, file);
  const known = new Map<string, Pick<JournaledView, 'linkhash' | 'id' | 'sha256'>>();
  for (const one of before ?? old) if (one.sha256 !== '') known.set(one.linkhash, one);
  let time: string | undefined;
  const changed = new Map<string, string>();
  const write = (linkhash: string, id: number, change: string, view = '') => {
    time ??= timeAfter(old.at(-1)?.at, at());
    changed.set(linkhash, `{"linkhash":"${linkhash}","at":"${time}","change":"${change}",${view}"id":${id}}`);
  };
  for (const { linkhash, id, sha256, length } of now) {
    const last = known.get(linkhash);
    known.delete(linkhash);
    if (last?.sha256 === sha256) continue;
    write(linkhash, id, last ? 'updated' : 'created', `"sha256":"${sha256}","length":${length},`);
  }
  for (const { linkhash, id } of known.values()) write(linkhash, id, 'deleted');
  // All begin with the linkhash.
  const fresh = [...changed.values()].toSorted().map((text) => new JournalLine(text));
  const lines = [...old.filter(({ linkhash }) => !changed.has(linkhash)), ...fresh];
  if (lines.length > maxLines) {
    const finding = `would have ${grouped(lines.length)} lines, and may have ${grouped(maxLines)}`;
    throw errorAt(file, { rule: 'journal-file', finding, remedy: 'build without --journal' });
  }
  const isNew = old.length === 0 && fresh.length > 0;
  const notes = isNew ? [`A new journal begins in ${file}: every course counts as created`] : [];
  return { file, before: found, text: journalText(lines), lines, fresh, notes };
}

/** Lines as the journal has them. */
export function journalText(lines: readonly JournalLine[]): string {
  return lines.map(({ text }) => `${text}\n`).join('');
}

/** Throws a ProblemsError with all that is wrong in the lines of a journal. */
function linesIn(texts: readonly string[], file: string): JournalLine[] {
  const problems: Problem[] = [];
  const linkhashes = new Set<string>();
  let last = '';
  const lines = texts.flatMap((text, index) => {
    const line = lineIn(text);
    const { linkhash = '', at = '' } = line ?? {};
    const place = at + linkhash;
    if (line && !linkhashes.has(linkhash) && place > last) {
      linkhashes.add(linkhash);
      last = place;
      return line;
    }
    const again = linkhashes.has(linkhash) ? `has the linkhash ${linkhash} again` : `is of ${at}, out of order`;
    const finding = line ? again : `is ${quoteText(text)}, no line of a journal`;
    problems.push(problemAt(file, { line: index + 1, column: 1 }, '', { rule: 'journal-line', finding }));
    return [];
  });
  if (problems.length > 0) throw new ProblemsError(problems);
  return lines;
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
  return last === undefined || at > last ? at : timeOf(Date.parse(last) / 1000 + 1);
}
