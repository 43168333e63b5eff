// Marks beside an output folder: which parts of builds have written into it, so that a shard knows whether the folder is its own.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../errors.ts';
import { markedFolders, marksFolderOf, marksIn } from '../../output/target.ts';
import { problemAt, type Problem } from '../../problems.ts';

/** The mark of a part. */
export interface Mark {
  /** Whether no other part has written into the output, in this run or an earlier one. */
  readonly isOwn: () => boolean;
  /** Lists folders outside the API to which only builds write. Until this part writes into them, they may be the user's. */
  readonly addFolders: (folders: readonly string[]) => void;
}

/** Marks the output as written by this part, before it writes anything. */
export function markOutput(target: string, name: string): Mark {
  const folder = marksFolderOf(target);
  // In its first run a part cannot know who else will come.
  const wasThere = marksIn(folder).includes(name);
  if (!wasThere) {
    mkdirSync(folder, { recursive: true });
    writeMark(folder, name, []);
  }
  return {
    isOwn: () => wasThere && marksIn(folder).every((other) => other === name),
    addFolders(folders) {
      const before = markedFolders(target);
      if (!folders.every((path) => before.includes(path)))
        writeMark(folder, name, [...new Set([...before, ...folders])]);
    },
  };
}

/** Forgets the folders: from now on, the manifest of the output lists them. Returns a warning if that fails. */
export function forgetMarkedFolders(target: string): Problem[] {
  const folder = marksFolderOf(target);
  try {
    if (markedFolders(target).length > 0) for (const name of marksIn(folder)) writeMark(folder, name, []);
    return [];
  } catch (error) {
    const finding = `cannot be emptied: ${messageOf(error)}`;
    return [problemAt(folder, undefined, '', { level: 'warning', rule: 'output-leftover', finding })];
  }
}

/** Writes a mark by rename: others read it at any time. */
function writeMark(folder: string, name: string, folders: readonly string[]): void {
  const written = join(folder, `.${name}.new`);
  writeFileSync(written, folders.map((path) => `${path}\n`).join(''));
  renameSync(written, join(folder, name));
}
