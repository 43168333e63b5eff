// Programs of the system that tests run: whether they are there, and how to get them.
import { accessSync, constants } from 'node:fs';
import { delimiter, resolve } from 'node:path';

/** Where programs are looked for: administrators' programs lie beside the path of other users. */
export const searchPath = [process.env['PATH'] ?? '', '/usr/sbin', '/usr/local/sbin'].join(delimiter);

/** Packages of Debian where they are not named as their programs are. */
const packages: Readonly<Record<string, string>> = { nginx: 'nginx-light' };

/** Whether tests that run the program are skipped. With `CI` set they are not, and fail where it is missing. */
export function isMissing(program: string): boolean {
  return process.env['CI'] === undefined && !searchPath.split(delimiter).some((folder) => isProgram(folder, program));
}

/** The end of a test's name: what to install, where the program is missing. */
export function neededFor(program: string): string {
  return isMissing(program) ? ` (needs: apt-get install ${packages[program] ?? program})` : '';
}

function isProgram(folder: string, name: string): boolean {
  try {
    accessSync(resolve(folder, name), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
