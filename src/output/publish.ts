// Publishing: the steps that turn the build before into the new one, each of them whole, and all undone where one fails.
import { lstatSync, mkdirSync, opendirSync, readdirSync, renameSync, type Stats } from 'node:fs';
import { Moves } from './moves.ts';

/** One step: a staged file or folder is put in its place, or what stands at a path is removed. Paths are relative to the output folder, with `/`. */
export type Step =
  | {
      readonly put: string;
      /** The path in the stage; usually the same. */
      readonly from: string;
    }
  | { readonly remove: string };

/**
 * Carries out the steps in order; `aside` is an existing folder on the same file system for what is replaced. Undoes
 * everything, in reverse order, where one fails, and throws that failure, or a NotUndoneError.
 *
 * A file takes the place of another by one rename. A folder that is not there yet comes from the stage as a whole, with all
 * that the stage holds in it, and the steps for what is in it are then done. A removal takes along the folders above that hold
 * nothing else. So no folder is ever empty, provided that the stage has no empty one. What stands in the way, a file where a
 * folder goes or the reverse, is taken away first; a later removal of it is then done.
 */
export function publish(stage: string, target: string, aside: string, steps: Iterable<Step>): void {
  const moves = new Moves(target, aside);
  const publication = new Publication(stage, moves);
  try {
    for (const step of steps) {
      if ('put' in step) publication.put(step.put, step.from);
      else publication.remove(step.remove);
    }
  } catch (error) {
    moves.undo(error);
    throw error;
  }
}

/** So many entries of a folder are read to see whether it holds others; they are counted down before it is read again. */
const entriesRead = 64;

/** A folder that is not there, and whether something else stands in its place. */
interface Missing {
  readonly folder: string;
  readonly isTaken: boolean;
}

class Publication {
  /** A folder that is there, with all above it; the output folder itself is the empty path. */
  private standing = '';
  /** The folders put as a whole, and whence. */
  private readonly whole = new Map<string, string>();
  private readonly cleared = new Set<string>();
  /** A folder that something was removed from, and how many entries it holds at least. */
  private crowd = { folder: '', entries: 0 };

  constructor(
    private readonly stage: string,
    private readonly moves: Moves,
  ) {}

  put(path: string, from: string): void {
    if (this.cameWithFolder(path, from)) return;
    const missing = this.missingAbove(path);
    if (missing) this.putInNewFolder(missing, path, from);
    else if (!this.moves.replace(this.stagedAt(from), path)) this.putAnew(path, from);
  }

  remove(path: string): void {
    if (this.cleared.has(path) || this.missingAbove(path) || !this.entryAt(path)) return;
    let top = path;
    while (this.isAlone(top)) top = folderOf(top);
    this.takeAway(top);
    if (this.crowd.folder === folderOf(top)) this.crowd.entries -= 1;
  }

  private cameWithFolder(path: string, from: string): boolean {
    if (this.whole.size === 0) return false;
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const origin = this.whole.get(path.slice(0, end));
      if (origin !== undefined) return from === origin + path.slice(end);
    }
    return false;
  }

  /** The topmost of the folders above a path that is not there. Each is looked at once as long as paths follow in order. */
  private missingAbove(path: string): Missing | undefined {
    const folder = folderOf(path);
    while (!isWithin(folder, this.standing)) this.standing = folderOf(this.standing);
    while (this.standing !== folder) {
      const end = folder.indexOf('/', this.standing === '' ? 0 : this.standing.length + 1);
      const next = end === -1 ? folder : folder.slice(0, end);
      const entry = this.entryAt(next);
      if (entry?.isDirectory() !== true) return { folder: next, isTaken: entry !== undefined };
      this.standing = next;
    }
    return undefined;
  }

  private putInNewFolder({ folder, isTaken }: Missing, path: string, from: string): void {
    // Without the file that it is put for, the folder is not what was staged.
    lstatSync(this.stagedAt(from));
    if (isTaken) this.clear(folder);
    if (path === from) {
      this.moves.bring(this.stagedAt(folder), folder);
      this.whole.set(folder, folder);
      return;
    }
    const made = this.moves.freshOrigin();
    const within = path.slice(folder.length);
    mkdirSync(`${made}${folderOf(within)}`, { recursive: true });
    renameSync(this.stagedAt(from), `${made}${within}`);
    this.moves.bring(made, folder);
  }

  /** Puts something where no file is, or a folder where one is. */
  private putAnew(path: string, from: string): void {
    const isFolder = lstatSync(this.stagedAt(from)).isDirectory();
    const entry = this.entryAt(path);
    if (isFolder && entry?.isDirectory() === true) {
      for (const name of readdirSync(this.stagedAt(from))) this.put(`${path}/${name}`, `${from}/${name}`);
    } else {
      if (entry) this.clear(path);
      this.moves.bring(this.stagedAt(from), path);
    }
    if (isFolder) this.whole.set(path, from);
  }

  /** Takes away what stands in the way. */
  private clear(path: string): void {
    this.takeAway(path);
    this.cleared.add(path);
  }

  private takeAway(path: string): void {
    this.moves.takeAway(path);
    if (isWithin(this.standing, path)) this.standing = folderOf(path);
    if (isWithin(this.crowd.folder, path)) this.crowd = { folder: '', entries: 0 };
  }

  /** Whether the folder that something is in holds nothing else; the output folder itself may become empty. */
  private isAlone(path: string): boolean {
    const folder = folderOf(path);
    if (folder === '' || (folder === this.crowd.folder && this.crowd.entries > 1)) return false;
    const entries = countSome(this.moves.placeOf(folder));
    if (entries === 1) return true;
    this.crowd = { folder, entries };
    return false;
  }

  private stagedAt(from: string): string {
    return `${this.stage}/${from}`;
  }

  private entryAt(path: string): Stats | undefined {
    return lstatSync(this.moves.placeOf(path), { throwIfNoEntry: false });
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** How many entries a folder has, as far as they are read. */
function countSome(path: string): number {
  const folder = opendirSync(path, { bufferSize: entriesRead });
  try {
    let entries = 0;
    while (entries < entriesRead && folder.readSync()) entries += 1;
    return entries;
  } finally {
    folder.closeSync();
  }
}
