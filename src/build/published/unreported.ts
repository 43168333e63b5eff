// Unreported changes: what builds have changed in the target and have not listed yet, in a file beside it. It is written before anything is
// published, and removed once the changes are listed: so the changes of a build that is killed are in the list of the next one.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { entryAt } from '../../paths.ts';
import { replaceFile } from '../../storage/replace-file.ts';
import type { FileChanges } from '../build-options.ts';
import { lockFolderOf } from './staging-folder.ts';

const kinds = ['added', 'changed', 'removed'] as const;
const linePattern = new RegExp(`^(${kinds.join('|')}) (.+)$`, 'u');

export class UnreportedChanges {
  private readonly file: string;
  private linesLeft: ReadonlySet<string> | undefined;

  /** Only the holder of the lock on `target` may use it. `isListed` says whether the changes of this build are to be listed. */
  constructor(
    private readonly target: string,
    private readonly isListed: boolean,
  ) {
    this.file = join(lockFolderOf(target), `.${basename(target)}.changes`);
  }

  /** Records changes before they are made. If this build lists none, only adds them to those that earlier builds have left. */
  add(changes: FileChanges): void {
    if (!this.isListed && this.earlier.size === 0) return;
    replaceFile(this.file, this.linesWith(changes));
  }

  /** The changes that have been made, with those of earlier builds as they look now. */
  all(changes: FileChanges): FileChanges {
    if (this.earlier.size === 0) return changes;
    const lists = { added: [...changes.added], changed: [...changes.changed], removed: [...changes.removed] };
    const known = new Set(Object.values(lists).flat());
    for (const line of this.earlier) {
      const [, kind = '', path = ''] = linePattern.exec(line) ?? [];
      if (known.has(path)) continue;
      known.add(path);
      // Where a folder has taken the place of a file, the file is gone.
      const isThere = entryAt(join(this.target, path))?.isDirectory() === false;
      lists[isThere ? (kind === 'added' ? kind : 'changed') : 'removed'].push(path);
    }
    return lists;
  }

  /** The changes are listed. */
  forget(): void {
    rmSync(this.file, { force: true });
  }

  /** The lines that earlier builds have left. */
  private get earlier(): ReadonlySet<string> {
    const read = () => (existsSync(this.file) ? readFileSync(this.file, 'utf8').split('\n').filter(isLine) : []);
    return (this.linesLeft ??= new Set(read()));
  }

  private *linesWith(changes: FileChanges): Generator<string> {
    for (const line of this.earlier) yield `${line}\n`;
    for (const kind of kinds) for (const path of changes[kind]) yield `${kind} ${path}\n`;
  }
}

/** Whether a line names a path in the target: anything else was not written by a build. */
function isLine(line: string): boolean {
  const [, , path = ''] = linePattern.exec(line) ?? [];
  return !path.split('/').some((segment) => ['', '.', '..'].includes(segment));
}
