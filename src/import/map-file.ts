// Files of maps: what `--map` may name in place of pairs.
import { readFileSync, statSync } from 'node:fs';
import { errorCode } from '../errors.ts';

/** Whether `--map` names a file. */
export function isFileAt(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch (error) {
    // Pairs may be longer than a path can be.
    if (errorCode(error) === 'ENAMETOOLONG') return false;
    throw error;
  }
}

/** The pairs in a file, on one line. */
export function pairsIn(path: string): string {
  const lines = readFileSync(path, 'utf8')
    .split(/\r?\n/u)
    .map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#')).join(',');
}
