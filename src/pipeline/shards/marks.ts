// Marks beside an output folder: which parts of builds have written into it, so that a shard knows whether the folder is its own.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAbsence } from '../../output/published.ts';
import { marksFolderOf } from '../../output/target.ts';

/**
 * Marks the output as written by this part, before it writes anything. The returned function says whether no other part has written
 * into the folder, in this run or an earlier one.
 */
export function markOutput(target: string, name: string): () => boolean {
  const folder = marksFolderOf(target);
  // In its first run a part cannot know who else will come.
  const wasThere = namesIn(folder).includes(name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), '');
  return () => wasThere && namesIn(folder).every((other) => other === name);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}
