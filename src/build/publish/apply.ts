// Applying a publication: turns the published site into the new one by atomic renames, then removes what is no longer part of it.
import { chmodSync, chownSync, lstatSync, renameSync, rmdirSync, type Stats } from 'node:fs';
import { removeSync } from 'fs-extra/esm';
import { attempt, errorCode, isSystemError, messageOf } from '../../text/errors.ts';
import { pathsAbove } from '../../paths.ts';
import { ProblemsError } from '../../text/problems.ts';
import { separate } from '../../storage/link-or-copy.ts';
import type { Step } from './publication.ts';

/** A publication ended at a step: the steps before it are published, the others are not. Every file is old or new, and whole. */
export class InterruptedPublication extends Error {
  constructor(
    readonly done: number,
    readonly total: number,
    cause: unknown,
  ) {
    super(messageOf(cause), { cause });
    this.name = 'InterruptedPublication';
  }
}

/**
 * Carries out the steps in order, and calls `beforeStep` before each. Throws an InterruptedPublication where the system refuses a step,
 * or `beforeStep` throws a ProblemsError.
 *
 * A file replaces another by one rename, and keeps its mode and group. A folder that does not exist yet is moved from the staging folder as a whole, with everything
 * in it; the steps for its contents then have nothing left to do. An obstacle, a file where a folder goes or the reverse, is removed
 * first; a later removal of it has nothing left to do. A removal also removes the folders above that it leaves empty.
 */
export function applySteps(
  staging: string,
  target: string,
  steps: readonly Step[],
  beforeStep: (index: number) => void = () => {},
): void {
  const applier = new Applier(staging, target);
  for (const [index, step] of steps.entries()) {
    try {
      beforeStep(index);
      if ('put' in step) applier.put(step.put, step.from);
      else applier.remove(step.remove);
    } catch (error) {
      const isRefusal = isSystemError(error) || error instanceof ProblemsError;
      throw isRefusal ? new InterruptedPublication(index, steps.length, error) : error;
    }
  }
}

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

  constructor(
    private readonly staging: string,
    private readonly target: string,
  ) {}

  put(path: string, from: string): void {
    if (path === from && this.cameWithFolder(path)) return;
    const staged = `${this.staging}/${from}`;
    const missing = this.missingAbove(path);
    if (missing) {
      // Throws if the file was not staged.
      lstatSync(staged);
      const { folder, isBlocked } = missing;
      if (isBlocked) this.clear(folder);
      renameSync(`${this.staging}/${folder}`, this.pathOf(folder));
      this.whole.add(folder);
    } else {
      const entry = this.entryAt(path);
      if (entry?.isDirectory() === true) this.clear(path);
      else if (entry?.isFile() === true) keepAccess(staged, entry);
      renameSync(staged, this.pathOf(path));
    }
  }

  remove(path: string): void {
    if (this.cleared.has(path)) return;
    const missing = this.missingAbove(path);
    if (missing?.isBlocked === true) return;
    if (!missing) this.removeAll(path);
    // Also what is left of a removal that was killed.
    for (let above = parentOf(missing?.folder ?? path); above !== '' && this.removeIfEmpty(above);)
      above = parentOf(above);
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

  /** Removes an obstacle. */
  private clear(path: string): void {
    this.removeAll(path);
    this.cleared.add(path);
  }

  private removeAll(path: string): void {
    removeSync(this.pathOf(path));
    if (isWithin(this.existing, path)) this.existing = parentOf(path);
  }

  private removeIfEmpty(folder: string): boolean {
    try {
      rmdirSync(this.pathOf(folder));
    } catch (error) {
      if (['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) return false;
      throw error;
    }
    this.existing = parentOf(folder);
    return true;
  }

  private pathOf(path: string): string {
    return `${this.target}/${path}`;
  }

  private entryAt(path: string): Stats | undefined {
    return lstatSync(this.pathOf(path), { throwIfNoEntry: false });
  }
}

/** Gives a staged file the group and the mode of the one that it replaces, as far as this user may. */
function keepAccess(staged: string, { gid, mode }: Stats): void {
  const own = lstatSync(staged);
  if (own.gid === gid && own.mode === mode) return;
  // Its other name is in the folder of a shard, which stays as it is.
  separate(staged, own);
  if (own.gid !== gid) attempt(() => chownSync(staged, own.uid, gid));
  if (own.mode !== mode) attempt(() => chmodSync(staged, mode));
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}
