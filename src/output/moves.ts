// Moves: changes of the output folder by renames alone, so that each of them happens at once and all can be taken back.
import { constants, copyFileSync, linkSync, lstatSync, renameSync, utimesSync } from 'node:fs';

/** Thrown where a failure could not be undone either: what was replaced or removed still lies in `aside`, which must be kept. */
export class NotUndoneError extends Error {
  constructor(
    readonly aside: string,
    cause: unknown,
    reason: unknown,
  ) {
    const why = `${messageOf(cause)}; it could not be undone either (${messageOf(reason)})`;
    super(`${why}: the old files lie in ${aside}`, { cause });
    this.name = 'NotUndoneError';
  }
}

/** What is new at a path and whence it came, or what was there and under which number it lies aside. */
type Move = { readonly path: string; readonly origin: string } | { readonly path: string; readonly number: number };

/** Moves things into and out of `target`, and remembers how. Paths are relative to it. */
export class Moves {
  private readonly moves: Move[] = [];
  private lastNumber = 0;

  constructor(
    private readonly target: string,
    private readonly aside: string,
  ) {}

  /** Puts what lies at `origin` where nothing is. */
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

  /** Puts the file at `origin` in the place of a file. False, and nothing done, where one of the two is no file. */
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

  /** A name for something to be made that `bring` then puts in its place. */
  freshOrigin(): string {
    return this.asideOf(this.nextNumber());
  }

  placeOf(path: string): string {
    return `${this.target}/${path}`;
  }

  /** Goes back, as far as it can; throws where something stays as it is. */
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
    if (reasons.length > 0) throw new NotUndoneError(this.aside, cause, reasons[0]);
  }

  /** Keeps a file that is to be replaced under a second name. False where no file stands at the path. */
  private keep(path: string, number: number): boolean {
    const place = this.placeOf(path);
    try {
      linkSync(place, this.asideOf(number));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
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
