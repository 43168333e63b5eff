// Temporary folders. Each names its process, so that those of killed ones can be removed.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt } from '../errors.ts';
import { holderIn, isAlive, ownHolder } from './lock-holder.ts';

const holderFile = 'holder.json';

/** Makes a folder with nothing in it except the file that names this process. Throws the error of the system. */
export function makeTemporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  try {
    writeFileSync(join(folder, holderFile), JSON.stringify(ownHolder()));
    return folder;
  } catch (error) {
    attempt(() => rmSync(folder, { recursive: true }));
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
      if (holder && !isAlive(holder, Date.now())) rmSync(folder, { recursive: true });
    });
  }
}
