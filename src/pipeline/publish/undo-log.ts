// The undo log: changes the target only by renames, so that each change is atomic and all can be undone.
import { lstatSync, renameSync } from 'node:fs';
import { messageOf } from '../../errors.ts';
import { linkOrCopy } from '../../storage/link-or-copy.ts';

/** The changes could not be undone after a failure: replaced and removed files are still in `aside`, which must be kept. */
export class RollbackError extends Error {
  constructor(
    readonly aside: string,
    cause: unknown,
    reason: unknown,
  ) {
    const why = `${messageOf(cause)}; the changes could not be undone either (${messageOf(reason)})`;
    super(`${why}: the old files are in ${aside}`, { cause });
    this.name = 'RollbackError';
  }
}

type Move =
  /** A new path and its origin. */
  | { readonly path: string; readonly origin: string }
  /** A path whose old content is in `aside` under a number. */
  | { readonly path: string; readonly number: number };

/** Moves files and folders into and out of `target`, and records how. Paths are relative to it. */
export class UndoLog {
  private readonly moves: Move[] = [];
  private lastNumber = 0;

  constructor(
    private readonly target: string,
    private readonly aside: string,
  ) {}

  /** Runs an action that moves with this log. If it fails, undoes everything and rethrows the error, or throws a RollbackError. */
  undoIfItFails<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      this.undo(error);
      throw error;
    }
  }

  /** Moves a file or folder from `origin` to a free path. */
  moveIn(origin: string, path: string): void {
    renameSync(origin, this.pathOf(path));
    this.moves.push({ path, origin });
  }

  /** Moves what is at a path into `aside`. */
  moveAside(path: string): void {
    const number = this.nextNumber();
    renameSync(this.pathOf(path), this.asideOf(number));
    this.moves.push({ path, number });
  }

  /** Replaces a file by the file at `origin`. Returns false, and does nothing, if either is not a file. */
  replace(origin: string, path: string): boolean {
    const number = this.nextNumber();
    if (!linkOrCopy(this.pathOf(path), this.asideOf(number))) return false;
    try {
      renameSync(origin, this.pathOf(path));
    } catch (error) {
      if (lstatSync(origin, { throwIfNoEntry: false })?.isDirectory() === true) return false;
      throw error;
    }
    this.moves.push({ path, number });
    return true;
  }

  pathOf(path: string): string {
    return `${this.target}/${path}`;
  }

  /** Undoes as much as it can. Throws a RollbackError if something could not be undone. */
  private undo(cause: unknown): void {
    const reasons: unknown[] = [];
    for (let move = this.moves.pop(); move; move = this.moves.pop()) {
      const path = this.pathOf(move.path);
      try {
        if ('number' in move) renameSync(this.asideOf(move.number), path);
        else renameSync(path, move.origin);
      } catch (error) {
        reasons.push(error);
      }
    }
    if (reasons.length > 0) throw new RollbackError(this.aside, cause, reasons[0]);
  }

  private nextNumber(): number {
    return (this.lastNumber += 1);
  }

  private asideOf(number: number): string {
    return `${this.aside}/${number}`;
  }
}
