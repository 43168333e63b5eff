// Writes the changes of a build to files, in the requested format.
import type { Changes, ChangesFormat } from '../pipeline/publish/changes.ts';
import type { AddressedSite } from './addresses.ts';
import { endingsOf, textsOf } from './formats.ts';
import { writeSideFiles } from './side-files.ts';

/**
 * Writes the changes to FILE (and for rclone to FILE.removed and FILE.purge), creating its folders.
 * Throws a ProblemsError (rule 'changes-write') if it cannot, and leaves existing files unchanged.
 */
export function writeChanges(changes: Changes, file: string, format: ChangesFormat, site: AddressedSite): void {
  const texts = textsOf(changes, format, site);
  writeSideFiles(changesFiles(file, format).map((path, at) => [path, texts[at] ?? []]));
}

/** The files that the changes are written to. */
export function changesFiles(file: string, format: ChangesFormat): string[] {
  return endingsOf[format].map((ending) => file + ending);
}
