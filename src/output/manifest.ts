// The manifest: which files outside `api/v1` a build put into the output folder, so that the next one removes these and no others.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { apiRoot } from '../api/routes.ts';
import { manifestFile, siteFiles } from '../site/files.ts';
import { coursePagesFolder } from '../site/pages/paths.ts';

const marker = 'static-course-catalog';

/** Folders that belong to a build as a whole: the manifest names them with a slash at the end, and not the files in them. */
const wholeFolders: ReadonlySet<string> = new Set([`${coursePagesFolder}/`]);

/** Without the slash that marks a folder in the manifest. */
export function pathIn(rootFile: string): string {
  return rootFile.replace(/\/$/u, '');
}

/** The text of the manifest, without the last line end: whose it is, then the path of each file. */
export function manifestText(rootFiles: readonly string[]): string {
  return [marker, ...rootFiles.toSorted()].join('\n');
}

/** Whether this tool made the folder. */
export function isOurs(folder: string): boolean {
  return linesOf(folder)[0] === marker;
}

/** The files and whole folders outside `api/v1` that the build in `folder` wrote; none where there is no build. */
export function rootFilesIn(folder: string): string[] {
  const [first, ...paths] = linesOf(folder);
  if (first !== marker) return [];
  // Every build writes these; those of version 0.1.0 had no list.
  return [...new Set([...siteFiles.keys(), ...paths.filter(isRootFile)])];
}

/** A list that somebody wrote into can lead neither out of the folder nor into the API. */
function isRootFile(path: string): boolean {
  if (wholeFolders.has(path)) return true;
  const segments = path.split('/');
  return (
    path !== manifestFile &&
    !`${path}/`.startsWith(`${apiRoot}/`) &&
    !segments.some((one) => ['', '.', '..'].includes(one))
  );
}

/** Line ends may change where the folder was committed. */
function linesOf(folder: string): string[] {
  const file = join(folder, manifestFile);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return [];
  const lines = readFileSync(file, 'utf8').split(/\r?\n/u);
  return lines.filter((line) => line !== '');
}
