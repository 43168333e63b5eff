// How titles word what is asked for: of courses that fit equally well, those that have it as it was typed come first.
import type { FoundCourse } from '../../site/search/format.ts';
import { queryTermsOf, type QueryTerm } from '../../site/search/terms.ts';

/** A course that was found, and how badly it fits. */
export interface Weighed {
  readonly course: FoundCourse;
  readonly weight: number;
}

/** Titles are known of the courses to be shown alone: so many at a time are put in order, and stay so when more are shown. */
export const stretch = 10;

/** The courses of a ranking, with those of one weight in each stretch ordered by their titles. */
export function inOrder(ranking: readonly Weighed[], asked: readonly QueryTerm[]): readonly FoundCourse[] {
  const placed = ranking.map(({ course, weight }, at) => ({
    course,
    weight,
    turn: Math.floor(at / stretch),
    place: placeIn(course.title, asked),
  }));
  return placed
    .toSorted((one, other) => one.turn - other.turn || one.weight - other.weight || one.place - other.place)
    .map(({ course }) => course);
}

/** Where a title has the words in one piece, in the order typed: 0 at its beginning, 1 further on, 2 nowhere. */
function placeIn(title: string, asked: readonly QueryTerm[]): number {
  // Read as a query that has ended, a title has one term for each word.
  const words = queryTermsOf(`${title} `);
  const start = words.findIndex((_, at) =>
    asked.every(({ term, unfinished }, next) => {
      const word = words[at + next]?.term ?? '';
      return unfinished ? word.startsWith(term) : word === term;
    }),
  );
  return start === -1 ? 2 : Math.min(start, 1);
}
