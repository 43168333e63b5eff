// The published journal, as every command knows it.
import { cacheControl } from '../../api/http.ts';
import type { OutputDeclaration } from '../output.ts';

export const firstPartPath = 'changes.ndjson';
export const sincePath = 'changes/since.json';

/** The path of a part of the published journal; the first, with the newest lines, is number 1. */
export function journalPartPath(number: number): string {
  return number === 1 ? firstPartPath : `changes-${number}.ndjson`;
}

const made = { kind: 'data', cache: cacheControl.default, madeFrom: 'catalog' } as const;
const linesFile = { type: 'application/x-ndjson', ...made } as const;

export const journalDeclaration: OutputDeclaration = {
  name: 'journal',
  paths: [
    { path: firstPartPath, ...linesFile },
    { path: 'changes-*', owner: 'journal', ...linesFile, madeFrom: 'courses' },
    { path: sincePath, ...made },
  ],
  isWanted: (features) => features.journal,
};
