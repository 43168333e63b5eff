// Query expansion: what else a term may match when too few courses contain it as typed.
import type { QueryTerm } from '../../outputs/search/terms.ts';
import { editDistance } from '../../text/edit-distance.ts';

export interface ExpansionStep {
  /** The step is taken if fewer courses than this were found. */
  readonly below: number;
  /** Number of typing errors to allow in terms that are long enough. */
  readonly edits: number;
  /** Prefixes of further terms to compare with. `letters` are the first letters of terms. */
  readonly prefixes: (term: string, letters: readonly string[]) => readonly string[];
  /** Which terms to expand: the rare ones, all, or the rare ones if there are any and else all. */
  readonly terms: 'rare' | 'all' | 'rare-or-all';
}

/** In order; each step keeps what earlier steps found. Cover another kind of typing error by adding a row. */
export const steps: readonly ExpansionStep[] = [
  { below: 3, edits: 0, terms: 'rare-or-all', prefixes: (term) => [term] },
  { below: 3, edits: 1, terms: 'rare-or-all', prefixes: (term) => [term.slice(0, 3)] },
  { below: 1, edits: 1, terms: 'rare-or-all', prefixes: (term) => [...mistypedStarts(term), term.slice(0, 2)] },
  { below: 1, edits: 2, terms: 'rare-or-all', prefixes: () => [] },
  { below: 1, edits: 1, terms: 'all', prefixes: (term) => [...mistypedStarts(term), term.slice(0, 2)] },
  // These load many files, which is too expensive for a word that many courses contain.
  { below: 1, edits: 1, terms: 'rare', prefixes: (term) => [term.slice(0, 1)] },
  { below: 1, edits: 1, terms: 'rare', prefixes: otherFirstLetters },
];

/** A term in fewer courses than this is rare: it may be mistyped even though it exists. */
export const fewCourses = 3;

/**
 * The distance of a term from the one in the query: 0 if equal, 1 for a longer one, more for each typing error, undefined
 * if it does not match. Longer terms match unfinished ones always, and others if `expanded`.
 */
export function distanceOf(asked: QueryTerm, term: string, edits: number, expanded: boolean): number | undefined {
  if (term === asked.term) return 0;
  const isOpen = asked.unfinished || (expanded && asked.term.length >= 3);
  if (isOpen && term.startsWith(asked.term)) return 1;
  const max = Math.min(edits, allowedEdits(asked.term));
  if (max === 0) return undefined;
  const found = editDistance(asked.term, term, max, asked.unfinished);
  return found > max ? undefined : 1 + found;
}

/** The number of typing errors allowed in a term of this length. */
export function allowedEdits(term: string): number {
  if (term.length < 4) return 0;
  return term.length < 8 ? 1 : 2;
}

/** The prefixes of the intended term if the first letters were swapped, or one of them is superfluous. */
function mistypedStarts(term: string): string[] {
  const [first = '', second = '', third = '', fourth = ''] = term;
  return [second + first + third, second + third + fourth, first + third + fourth, first + third + second];
}

/** The prefixes of the intended term if its first letter is missing or wrong. */
function otherFirstLetters(term: string, letters: readonly string[]): string[] {
  return letters.flatMap((letter) => [letter + term.slice(0, 2), letter + term.slice(1, 3)]);
}
