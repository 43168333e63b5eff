// System programs that tests run: whether they exist, and how to install them. CI runs every test file that imports this one a second time without
// any of these programs, so every test that starts one has to import it.
import { accessSync, constants } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import packages from '../programs.json' with { type: 'json' };

/** Every program that tests run, except Node, npm and the shell, with its Debian package: add new ones to that file. */
export type Program = keyof typeof packages;

/** Where programs are searched: administrators' programs are next to the PATH of other users. */
const searchPath = withSbin((process.env['PATH'] ?? '').split(delimiter));

/** Whether tests that run the program are skipped. With `CI` set they are not, and fail if it is missing. */
export function isMissing(program: Program): boolean {
  return !process.env['CI'] && fileOf(program) === undefined;
}

/** A suffix for the name of a test: what to install if the program is missing. */
export function neededFor(program: Program): string {
  return isMissing(program) ? ` (needs: ${installationOf(program)})` : '';
}

/** The file of the program. Throws with the install command if it is missing. */
export function pathOf(program: Program): string {
  const file = fileOf(program);
  if (file === undefined) throw new Error(`${program} is missing: ${installationOf(program)}`);
  return file;
}

function installationOf(program: Program): string {
  return `apt-get install ${packages[program]}`;
}

function fileOf(program: Program): string | undefined {
  return searchPath.map((folder) => resolve(folder, program)).find(isExecutable);
}

/** Each folder, and the `sbin` beside each `bin`. */
function withSbin(folders: readonly string[]): string[] {
  return folders.flatMap((folder) => [folder, ...(/\/bin\/?$/u.test(folder) ? [resolve(folder, '../sbin')] : [])]);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
