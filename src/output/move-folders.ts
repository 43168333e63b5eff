// Moves staged folders into an output folder that others may write into at the same time.
import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { isTaken, type UndoLog } from './undo-log.ts';

/**
 * Moves every folder in the staged folder at `path` to the output, by renames, so that each file appears completely or not at all:
 * all of them at once if there is nothing at `path` yet.
 * The files of a folder that already exists there are added to it, and replace its own.
 */
export function moveFolders(stage: string, path: string, log: UndoLog): void {
  mkdirSync(log.placeOf(posix.dirname(path)), { recursive: true });
  if (log.bringShared(`${stage}/${path}`, path)) return;
  for (const name of readdirSync(`${stage}/${path}`)) moveFolder(`${stage}/${path}/${name}`, `${path}/${name}`, log);
}

function moveFolder(origin: string, path: string, log: UndoLog): void {
  try {
    log.bring(origin, path);
  } catch (error) {
    if (!isTaken(error) || !isFolder(log.placeOf(path))) throw error;
    for (const name of readdirSync(origin)) {
      const [from, to] = [`${origin}/${name}`, `${path}/${name}`];
      if (!log.replace(from, to)) log.bring(from, to);
    }
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
