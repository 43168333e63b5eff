// Moves a staged tree into an output folder that others may write into at the same time.
import { lstatSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../errors.ts';

/**
 * Moves a file or folder by renames, so that each file appears completely or not at all. The contents of a staged folder are added
 * to a folder that already exists; a file replaces a file.
 */
export function moveTree(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  move(from, to);
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!isTaken(error) || !isFolder(from) || !isFolder(to)) throw error;
    for (const name of readdirSync(from)) move(`${from}/${name}`, `${to}/${name}`);
  }
}

/** Whether a rename failed because a folder is in the way; Windows says that it is not permitted. */
function isTaken(error: unknown): boolean {
  return ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(errorCode(error) ?? '');
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
