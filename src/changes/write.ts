// Writing the changes of a build to files, in the format that was asked for.
import type { Changes, ChangesFormat } from '../build/changes.ts';
import type { Problem } from '../problems.ts';
import type { AddressedSite } from './addresses.ts';
import { endingsOf, textsOf } from './formats.ts';
import { sideFileProblems, writeSideFiles } from './side-files.ts';

/**
 * Writes the changes to FILE (and for rclone FILE.removed, FILE.purge), and makes the folders above it.
 * Throws a ProblemsError (rule 'report-write') where it cannot; what was there before is then still there.
 */
export function writeChanges(changes: Changes, file: string, format: ChangesFormat, site: AddressedSite): void {
  const texts = textsOf(changes, format, site);
  writeSideFiles(endingsOf[format].map((ending, at) => [file + ending, texts[at] ?? []]));
}

/**
 * Says before a build why its changes could not be written after it; nothing is changed.
 * The file may lie in none of `folders`, which are read or published.
 */
export function changesProblems(file: string, format: ChangesFormat, folders: readonly string[]): Problem[] {
  const files = endingsOf[format].map((ending) => file + ending);
  return sideFileProblems(files, folders);
}
