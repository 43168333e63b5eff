// Programs of the system that tests run: whether they are there, and how to get them. CI runs every test file that imports this one
// a second time where there is none of them, so all that starts one has to come here.
import { accessSync, constants } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import packages from './programs.json' with { type: 'json' };

/** Every program that tests run, Node, npm and the shell apart, with its package of Debian: a new one is a line in that file. */
export type Program = keyof typeof packages;

/** Where programs are looked for: administrators' programs lie beside the path of other users. */
const searched = searchedOf((process.env['PATH'] ?? '').split(delimiter));

/** Whether tests that run the program are skipped. With `CI` set they are not, and fail where it is missing. */
export function isMissing(program: Program): boolean {
  return process.env['CI'] === undefined && fileOf(program) === undefined;
}

/** The end of a test's name: what to install, where the program is missing. */
export function neededFor(program: Program): string {
  return isMissing(program) ? ` (needs: ${installationOf(program)})` : '';
}

/** The file of the program. Throws, and says what to install, where it is missing. */
export function pathOf(program: Program): string {
  const file = fileOf(program);
  if (file === undefined) throw new Error(`${program} is missing: ${installationOf(program)}`);
  return file;
}

function installationOf(program: Program): string {
  return `apt-get install ${packages[program]}`;
}

function fileOf(program: Program): string | undefined {
  return searched.map((folder) => resolve(folder, program)).find(isExecutable);
}

/** Each folder, and beside a `bin` its `sbin`. */
function searchedOf(folders: readonly string[]): string[] {
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
