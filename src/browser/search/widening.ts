// What a term of a query stands for when the courses that hold it as it was typed are too few.
import type { QueryTerm } from '../../site/search/terms.ts';
import { editsBetween } from './edits.ts';

/** One step away from what was typed. */
export interface Step {
  /** The step is taken where fewer courses than this are found. */
  readonly below: number;
  /** How many typing errors are forgiven, in terms that are long enough. */
  readonly edits: number;
  /** Beginnings of terms: where to look for such as are meant. `letters` are those with which terms begin. */
  readonly around: (term: string, letters: readonly string[]) => readonly string[];
  /** Which terms are widened: those that hardly any course holds, or all where there are none; these alone; or all. */
  readonly who: 'doubtful' | 'rare' | 'all';
}

/** The steps in their order; each keeps what the ones before it found. Another way to mistype is one more row. */
export const steps: readonly Step[] = [
  { below: 3, edits: 0, who: 'doubtful', around: (term) => [term] },
  { below: 3, edits: 1, who: 'doubtful', around: (term) => [term.slice(0, 3)] },
  { below: 1, edits: 1, who: 'doubtful', around: (term) => [...slips(term), term.slice(0, 2)] },
  { below: 1, edits: 2, who: 'doubtful', around: () => [] },
  { below: 1, edits: 1, who: 'all', around: (term) => [...slips(term), term.slice(0, 2)] },
  // These load many files, which a word that many courses hold is not worth.
  { below: 1, edits: 1, who: 'rare', around: (term) => [term.slice(0, 1)] },
  { below: 1, edits: 1, who: 'rare', around: otherFirsts },
];

/** A term that is held by fewer courses than this may be mistyped even though it exists. */
export const few = 3;

/**
 * How far a term is from the one asked for: 0 for the same, 1 for a longer one, more for each typing error, and
 * undefined if it is not meant. Unfinished terms stand for longer ones always, others where `widened`.
 */
export function distanceOf(asked: QueryTerm, term: string, edits: number, widened: boolean): number | undefined {
  if (term === asked.term) return 0;
  const isOpen = asked.unfinished || (widened && asked.term.length >= 3);
  if (isOpen && term.startsWith(asked.term)) return 1;
  const most = Math.min(edits, forgiven(asked.term));
  if (most === 0) return undefined;
  const found = editsBetween(asked.term, term, most, asked.unfinished);
  return found > most ? undefined : 1 + found;
}

/** How many typing errors a term is long enough for. */
export function forgiven(term: string): number {
  if (term.length < 4) return 0;
  return term.length < 8 ? 1 : 2;
}

/** How the term begins if its first letters were swapped or one of them is too many. */
function slips(term: string): string[] {
  const [first = '', second = '', third = '', fourth = ''] = term;
  return [second + first + third, second + third + fourth, first + third + fourth, first + third + second];
}

/** How the term begins if its first letter is missing or another. */
function otherFirsts(term: string, letters: readonly string[]): string[] {
  return letters.flatMap((letter) => [letter + term.slice(0, 2), letter + term.slice(1, 3)]);
}
