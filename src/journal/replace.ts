// Keeps the journal: its file is replaced just before what it says is published.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { attempt } from '../errors.ts';
import type { Journal } from './journal.ts';
import { realPath } from '../paths.ts';

/**
 * Replaces the journal, then publishes. If that fails, the journal is as it was. If the process is killed in between, the journal
 * has what the next build publishes; the other way round, that build would give what is published already another time.
 */
export function withJournal<T>(journal: Journal | undefined, publish: () => T): T {
  if (!journal) return publish();
  const { before, text } = journal;
  const file = realPath(journal.file);
  const part = `${file}.part`;
  // That of a killed build.
  attempt(() => rmSync(part, { force: true }));
  if (text === before) return publish();
  const replace = (content: string) => {
    writeFileSync(part, content, { flush: true });
    renameSync(part, file);
  };
  try {
    mkdirSync(dirname(file), { recursive: true });
    replace(text);
    return publish();
  } catch (error) {
    // If this fails as well, the next build publishes what the journal has.
    attempt(() => (before === undefined ? rmSync(file, { force: true }) : replace(before)));
    attempt(() => rmSync(part, { force: true }));
    throw error;
  }
}
