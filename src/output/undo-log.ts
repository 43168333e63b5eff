// The undo log: changes of the output folder by renames alone, so that each is atomic and all can be undone.
import { constants, copyFileSync, linkSync, lstatSync, renameSync, utimesSync } from 'node:fs';
import { errorCode } from '../errors.ts';

/** A failure could not be undone either: what was replaced or removed still lies in `aside`, which must be kept. */
export class RollbackError extends Error {
  constructor(
    readonly aside: string,
    cause: unknown,
    reason: unknown,
  ) {
    const why = `${messageOf(cause)}; it could not be undone either (${messageOf(reason)})`;
    super(`${why}: the old files lie in ${aside}`, { cause });
    this.name = 'RollbackError';
  }
}

/** A path that is new and where it came from, or a path whose old content lies aside under a number. */
type Move = { readonly path: string; readonly origin: string } | { readonly path: string; readonly number: number };

/** Moves files and folders into and out of `target`, and records how. Paths are relative to it. */
export class UndoLog {
  private readonly moves: Move[] = [];
  private lastNumber = 0;

  constructor(
    private readonly target: string,
    private readonly aside: string,
  ) {}

  /** Puts what lies at `origin` where there is nothing. */
  bring(origin: string, path: string): void {
    renameSync(origin, this.placeOf(path));
    this.moves.push({ path, origin });
  }

  /** Takes away what stands at a path, with all that is in it. */
  takeAway(path: string): void {
    const number = this.nextNumber();
    renameSync(this.placeOf(path), this.asideOf(number));
    this.moves.push({ path, number });
  }

  /** Replaces a file by the file at `origin`. Returns false, and does nothing, where one of the two is no file. */
  replace(origin: string, path: string): boolean {
    const number = this.nextNumber();
    if (!this.keep(path, number)) return false;
    try {
      renameSync(origin, this.placeOf(path));
    } catch (error) {
      if (lstatSync(origin, { throwIfNoEntry: false })?.isDirectory() === true) return false;
      throw error;
    }
    this.moves.push({ path, number });
    return true;
  }

  /** A path for something to be made, which `bring` then puts in its place. */
  freshOrigin(): string {
    return this.asideOf(this.nextNumber());
  }

  placeOf(path: string): string {
    return `${this.target}/${path}`;
  }

  /** Undoes everything, as far as it can. Throws a RollbackError where something could not be undone. */
  undo(cause: unknown): void {
    const reasons: unknown[] = [];
    for (let move = this.moves.pop(); move; move = this.moves.pop()) {
      const place = this.placeOf(move.path);
      try {
        if ('origin' in move) renameSync(place, move.origin);
        else renameSync(this.asideOf(move.number), place);
      } catch (error) {
        reasons.push(error);
      }
    }
    if (reasons.length > 0) throw new RollbackError(this.aside, cause, reasons[0]);
  }

  /** Keeps a file that is to be replaced under a second name. Returns false where there is no file at the path. */
  private keep(path: string, number: number): boolean {
    const place = this.placeOf(path);
    try {
      linkSync(place, this.asideOf(number));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false;
      const entry = lstatSync(place);
      if (!entry.isFile()) return false;
      // Some file systems have no second names, and some systems give none to the files of other users.
      copyFileSync(place, this.asideOf(number), constants.COPYFILE_EXCL);
      utimesSync(this.asideOf(number), entry.atime, entry.mtime);
    }
    return true;
  }

  private nextNumber(): number {
    this.lastNumber += 1;
    return this.lastNumber;
  }

  private asideOf(number: number): string {
    return `${this.aside}/${number}`;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
