// Applying a publication: turns the published site into the new one by atomic steps, and undoes them all if one fails.
import { lstatSync, opendirSync, readdirSync, type Stats } from 'node:fs';
import { pathsAbove } from '../../paths.ts';
import type { Step } from './publication.ts';
import { UndoLog } from './undo-log.ts';

/**
 * Carries out the steps in order; `aside` is an existing folder on the same file system for what is replaced. If a step fails,
 * undoes everything in reverse order and rethrows the error, or throws a RollbackError.
 *
 * A file replaces another by one rename. A folder that does not exist yet is moved from the staging folder as a whole, with everything
 * in it; the steps for its contents then have nothing left to do. A removal also removes the folders above that contain nothing
 * else. So no folder is ever empty, provided that the staging folder has no empty one. An obstacle, a file where a folder goes or the
 * reverse, is moved away first; a later removal of it has nothing left to do.
 */
export function applySteps(staging: string, target: string, aside: string, steps: Iterable<Step>): void {
  const log = new UndoLog(target, aside);
  const applier = new Applier(staging, log);
  log.undoIfItFails(() => {
    for (const step of steps) {
      if ('put' in step) applier.put(step.put, step.from);
      else applier.remove(step.remove);
    }
  });
}

/** Maximum number of entries counted at a time; removals decrement the count before a folder is read again. */
const maxCounted = 64;

/** A folder that does not exist, and whether something else is in its place. */
interface MissingFolder {
  readonly folder: string;
  readonly isBlocked: boolean;
}

class Applier {
  /** The last folder known to exist; the target itself is the empty path. */
  private existing = '';
  /** Folders that were moved as a whole. */
  private readonly whole = new Set<string>();
  private readonly cleared = new Set<string>();
  /** The folder of the last removal, and a lower bound of the number of its entries. */
  private counted = { folder: '', entries: 0 };

  constructor(
    private readonly staging: string,
    private readonly log: UndoLog,
  ) {}

  put(path: string, from: string): void {
    if (path === from && this.cameWithFolder(path)) return;
    const missing = this.missingAbove(path);
    if (missing) this.putInNewFolder(missing, from);
    else if (!this.log.replace(this.stagedAt(from), path)) this.putAnew(path, from);
  }

  remove(path: string): void {
    if (this.cleared.has(path) || this.missingAbove(path) || !this.entryAt(path)) return;
    let top = path;
    while (this.isAlone(top)) top = parentOf(top);
    this.moveAside(top);
    if (this.counted.folder === parentOf(top)) this.counted.entries -= 1;
  }

  private cameWithFolder(path: string): boolean {
    return this.whole.size > 0 && [...pathsAbove(path), path].some((above) => this.whole.has(above));
  }

  /** The topmost missing folder above a path. Each folder is looked up once as long as paths come in order. */
  private missingAbove(path: string): MissingFolder | undefined {
    const folder = parentOf(path);
    while (!isWithin(folder, this.existing)) this.existing = parentOf(this.existing);
    while (this.existing !== folder) {
      const end = folder.indexOf('/', this.existing === '' ? 0 : this.existing.length + 1);
      const next = end === -1 ? folder : folder.slice(0, end);
      const entry = this.entryAt(next);
      if (entry?.isDirectory() !== true) return { folder: next, isBlocked: entry !== undefined };
      this.existing = next;
    }
    return undefined;
  }

  private putInNewFolder({ folder, isBlocked }: MissingFolder, from: string): void {
    // Throws if the file was not staged.
    lstatSync(this.stagedAt(from));
    if (isBlocked) this.clear(folder);
    this.log.moveIn(this.stagedAt(folder), folder);
    this.whole.add(folder);
  }

  /** Puts a file where there is none, or a folder where there may be one. */
  private putAnew(path: string, from: string): void {
    const isFolder = lstatSync(this.stagedAt(from)).isDirectory();
    const entry = this.entryAt(path);
    if (isFolder && entry?.isDirectory() === true) {
      for (const name of readdirSync(this.stagedAt(from))) this.put(`${path}/${name}`, `${from}/${name}`);
    } else {
      if (entry) this.clear(path);
      this.log.moveIn(this.stagedAt(from), path);
    }
    if (isFolder) this.whole.add(path);
  }

  /** Moves an obstacle away. */
  private clear(path: string): void {
    this.moveAside(path);
    this.cleared.add(path);
  }

  private moveAside(path: string): void {
    this.log.moveAside(path);
    if (isWithin(this.existing, path)) this.existing = parentOf(path);
    if (isWithin(this.counted.folder, path)) this.counted = { folder: '', entries: 0 };
  }

  /** Whether the parent folder contains nothing else; the target itself may become empty. */
  private isAlone(path: string): boolean {
    const folder = parentOf(path);
    if (folder === '' || (folder === this.counted.folder && this.counted.entries > 1)) return false;
    const entries = countSome(this.log.pathOf(folder));
    if (entries === 1) return true;
    this.counted = { folder, entries };
    return false;
  }

  private stagedAt(from: string): string {
    return `${this.staging}/${from}`;
  }

  private entryAt(path: string): Stats | undefined {
    return lstatSync(this.log.pathOf(path), { throwIfNoEntry: false });
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** The number of entries of a folder, at most `maxCounted`. */
function countSome(path: string): number {
  const folder = opendirSync(path, { bufferSize: maxCounted });
  try {
    let entries = 0;
    while (entries < maxCounted && folder.readSync()) entries += 1;
    return entries;
  } finally {
    folder.closeSync();
  }
}
