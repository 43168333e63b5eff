// Remarks: what an import left out or guessed, counted, with the first examples.
import { count } from '../text/format.ts';
import { line, type Text } from '../text/terminal.ts';

/** What kind of remark: a record that was left out, a value of one that was not, a value that the source does not state, or one that it must. */
export type RemarkKind = 'leftOut' | 'valueLeftOut' | 'guessed' | 'missing';

export interface Remark {
  readonly kind: RemarkKind;
  /** What was done and why: `no title`. */
  readonly what: string;
  readonly count: number;
  /** Every place, with what was found there. */
  readonly examples: readonly string[];
}

export class Remarks {
  private readonly found = new Map<string, { kind: RemarkKind; what: string; count: number; examples: string[] }>();

  add(kind: RemarkKind, what: string, place: string, value?: string): void {
    const key = `${kind} ${what}`;
    const remark = this.found.get(key) ?? { kind, what, count: 0, examples: [] };
    this.found.set(key, remark);
    remark.count += 1;
    remark.examples.push(value === undefined ? place : `${place} ${value}`);
  }

  of(...kinds: readonly RemarkKind[]): Remark[] {
    return [...this.found.values()].filter(({ kind }) => kinds.includes(kind));
  }

  count(kind: RemarkKind, what?: string): number {
    const remarks = this.of(kind).filter((remark) => what === undefined || remark.what === what);
    return remarks.reduce((sum, remark) => sum + remark.count, 0);
  }
}

/** A remark on one line, with its first example. */
export function remarkLine({ kind, what, count: times, examples }: Remark): Text {
  const verb = { leftOut: 'left out', valueLeftOut: 'value left out', guessed: 'guessed', missing: 'missing' }[kind];
  return line`${verb}: ${what}, ${count(times, 'time', 'times')} (first: ${(examples[0] ?? '').slice(0, 160)})`;
}
