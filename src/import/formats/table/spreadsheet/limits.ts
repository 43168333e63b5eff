// Limits: what the parts of a spreadsheet may add up to. They grow with the file: a long list is a large file, a bomb a small one.
import { grouped } from '../../../../text/number-format.ts';

/** Why an intact file is not read. The message completes a sentence that begins with the file. */
export class RefusedError extends Error {}

/** How much of each there may be: so much in any file, and so much more for each of its bytes. */
const allowances = {
  bytes: { least: 32 * 1024 ** 2, perByte: 100, finding: 'unpacks to more than a list of courses' },
  nodes: { least: 2_000_000, perByte: 6, finding: 'has more elements than a list of courses' },
  cells: { least: 2_000_000, perByte: 6, finding: 'has more cells or text than a list of courses' },
  characters: { least: 16 * 1024 ** 2, perByte: 20, finding: 'has more cells or text than a list of courses' },
};

export class Limits {
  private readonly spent = { bytes: 0, nodes: 0, cells: 0, characters: 0 };

  /** `size` is that of the file in bytes. */
  constructor(private readonly size: number) {}

  /** Counts before the work is done. Throws a RefusedError if it comes to more than a list of this size needs. */
  spend(what: keyof typeof allowances, amount: number): void {
    this.spent[what] += amount;
    const { least, perByte, finding } = allowances[what];
    if (!(this.spent[what] <= least + perByte * this.size)) throw new RefusedError(finding);
  }
}

/** Throws a RefusedError if there are more than `most`. */
export function requireAtMost(most: number, amount: number, things: string): void {
  if (amount > most) throw new RefusedError(`has more than ${grouped(most)} ${things}`);
}
