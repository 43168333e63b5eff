// The published journal, as every command knows it.
import { clientFiles } from '../../api/client-files.ts';
import { cacheControl } from '../../api/http.ts';
import type { OutputDeclaration } from '../output.ts';

export const firstPartPath = clientFiles.changes.path;
export const sincePath = clientFiles.changes_since.path;

/** The path of a part of the published journal; the first, with the newest lines, is number 1. */
export function journalPartPath(number: number): string {
  return number === 1 ? firstPartPath : `changes-${number}.ndjson`;
}

/** The same as `since.json` names it: relative to that file. */
export function journalPartReference(number: number): string {
  return `../${journalPartPath(number)}`;
}

const made = { kind: 'data', cache: cacheControl.default, madeFrom: 'catalog' } as const;
const linesFile = { type: clientFiles.changes.type, ...made } as const;

export const journalDeclaration: OutputDeclaration = {
  name: 'journal',
  paths: [
    { path: firstPartPath, ...linesFile },
    { path: 'changes-*', owner: 'journal', ...linesFile, madeFrom: 'courses' },
    { path: sincePath, ...made },
  ],
  isWanted: (features) => features.journal,
};
