// The journal: when each course of a catalog was created, updated or deleted. An input of a build and an output of it: see `docs/changes.md`.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { attempt } from '../errors.ts';
import { realPath } from '../paths.ts';
import { GrowingBytes, lineEnd } from '../text/bytes.ts';
import { KnownLines, type FoundJournal } from './known.ts';
import { changeIn, lastLinesFirst, linkhashIn, timeIn } from './line.ts';

/** A journal as a build leaves it. */
export interface Journal {
  readonly found: FoundJournal;
  /** Its bytes: those that were found if nothing has changed. */
  readonly text: Uint8Array;
  /** Its lines, the newest first, those of one time by linkhash, the last first; one for each course. */
  readonly lines: readonly string[];
  /** What people are told after the build. */
  readonly notes: readonly string[];
}

/** Brings a journal up to date with the lines of courses that were read (see `lineOf`), and the linkhashes of those that are gone. */
export function updateJournal(found: FoundJournal, read: Iterable<Uint8Array>, gone: Iterable<string>): Journal {
  const { at } = found.known;
  const known = new KnownLines(found.known);
  const fresh = new Map<string, string>();
  for (const lines of read)
    for (const line of lastLinesFirst(lines)) if (timeIn(line) === at) fresh.set(linkhashIn(line), line);
  for (const linkhash of gone) {
    const last = changeIn(known.find(linkhash));
    if (last?.sha256) fresh.set(linkhash, JSON.stringify({ linkhash, at, change: 'deleted', id: last.id }));
  }
  const kept = [...lastLinesFirst(found.text)].filter((line) => !fresh.has(linkhashIn(line)));
  if (fresh.size === 0) return { found, text: found.text, lines: kept, notes: [] };
  // All begin with the linkhash.
  const lines = [...[...fresh.values()].toSorted().toReversed(), ...kept];
  const text = new GrowingBytes(found.text.length + 256 * fresh.size);
  for (const line of lines.toReversed()) {
    text.addUtf8(line);
    text.addByte(lineEnd);
  }
  const isNew = found.text.length === 0;
  const notes = isNew ? [`A new journal begins in ${found.file}: every course counts as created`] : [];
  return { found, text: text.bytes, lines, notes };
}

/**
 * Replaces the journal, then publishes. If that fails, the journal is as it was. If the process is killed in between, the journal
 * has what the next build publishes; the other way round, that build would give what is published already another time.
 */
export function withJournal<T>(journal: Journal | undefined, publish: () => T): T {
  if (!journal) return publish();
  const { found, text } = journal;
  const file = realPath(found.file);
  const part = `${file}.part`;
  // That of a killed build.
  attempt(() => rmSync(part, { force: true }));
  if (found.isThere && text === found.text) return publish();
  const replace = (content: Uint8Array) => {
    writeFileSync(part, content, { flush: true });
    renameSync(part, file);
  };
  try {
    mkdirSync(dirname(file), { recursive: true });
    replace(text);
    return publish();
  } catch (error) {
    // If this fails as well, the next build publishes what the journal has.
    attempt(() => (found.isThere ? replace(found.text) : rmSync(file, { force: true })));
    attempt(() => rmSync(part, { force: true }));
    throw error;
  }
}
