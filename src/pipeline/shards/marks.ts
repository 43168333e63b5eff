// Marks beside an output folder: which parts of builds have written into it, so that a shard knows whether the folder is its own.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAbsence } from '../../output/published.ts';
import { markedFolders, marksFolderOf } from '../../output/target.ts';

/**
 * Marks the output as written by this part, before it writes anything; `folders` are those outside the API to which only builds write.
 * The returned function says whether no other part has written into the output, in this run or an earlier one.
 */
export function markOutput(target: string, name: string, folders: readonly string[]): () => boolean {
  const folder = marksFolderOf(target);
  // In its first run a part cannot know who else will come.
  const wasThere = namesIn(folder).includes(name);
  const all = new Set([...markedFolders(target), ...folders]);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), [...all].map((path) => `${path}\n`).join(''));
  return () => wasThere && namesIn(folder).every((other) => other === name);
}

/** Forgets the folders: from now on, the manifest of the output lists them. */
export function forgetMarkedFolders(target: string): void {
  if (markedFolders(target).length === 0) return;
  const folder = marksFolderOf(target);
  for (const name of namesIn(folder)) writeFileSync(join(folder, name), '');
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}
