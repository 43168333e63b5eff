// Removes folders, most of it several times as fast as Node does, which asks for the kind of each entry once more: a stage may hold every file of a site.
import { readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { entryAt } from '../../paths.ts';

/** Milliseconds after which everything else that waits in this process has its turn, once the files of a folder are removed. */
const turnLength = 10;
/** Node removes what is left, whatever it is: links, names that are no text, folders that others remove meanwhile. */
const whatIsLeft = { recursive: true, force: true } as const;

/**
 * Removes what is at a path, a folder with all that is in it, without blocking anything else in this process. Follows no links. Throws
 * what the file system throws.
 */
export async function removeFolder(folder: string): Promise<void> {
  const removal = removalOf(folder);
  for (let began = performance.now(); removal.next().done !== true;) {
    if (performance.now() - began < turnLength) continue;
    await setImmediate();
    began = performance.now();
  }
  await rm(folder, whatIsLeft);
}

/** Each step removes one folder and its files. Ends at the first one that cannot be removed. */
function* removalOf(folder: string): Generator<void> {
  try {
    if (entryAt(folder)?.isDirectory() === true) yield* removalBelow(folder);
  } catch {
    // Node tries the rest, and reports what cannot be removed.
  }
}

function* removalBelow(folder: string): Generator<void> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* removalBelow(path);
    else unlinkSync(path);
  }
  rmdirSync(folder);
  yield;
}
