// Temporary folders, each of which names its process, so that those of killed ones can be removed; and folders that are made for something, and go with it.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeSync, writeJsonSync } from 'fs-extra/esm';
import { attempt } from '../text/errors.ts';
import { isInside } from '../paths.ts';
import { holderIn, isAlive, ownHolder } from './lock-holder.ts';

const holderFile = 'holder.json';

/** Makes a folder with nothing in it except the file that names this process. Throws the error of the system. */
export function makeTemporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  try {
    writeJsonSync(join(folder, holderFile), ownHolder());
    return folder;
  } catch (error) {
    attempt(() => removeSync(folder));
    throw error;
  }
}

/** Removes the folders of processes that were killed. */
export function removeAbandonedFolders(prefix: string): void {
  for (const name of attempt(() => readdirSync(tmpdir())) ?? []) {
    if (!name.startsWith(prefix)) continue;
    // It may belong to another user, or be gone by now.
    attempt(() => {
      const folder = join(tmpdir(), name);
      const holder = holderIn(readFileSync(join(folder, holderFile), 'utf8'));
      // Of a process elsewhere nothing is known.
      if (holder && !isAlive(holder, Date.now())) removeSync(folder);
    });
  }
}

/** Makes a folder, with those above it. The result removes what was made, as far as it is empty. */
export function makeFolder(folder: string): () => void {
  const top = mkdirSync(folder, { recursive: true });
  return () => {
    if (top === undefined) return;
    for (let path = folder; isInside(path, dirname(top)); path = dirname(path)) {
      if (readdirSync(path).length > 0) return;
      rmdirSync(path);
    }
  };
}
