// Title order: among equally good matches, courses whose titles contain the query as typed come first.
import type { FoundCourse } from '../../outputs/search/file-format.ts';
import { queryTermsOf, type QueryTerm } from '../../outputs/search/terms.ts';

/** A course of a ranking; a lower cost is better. */
export interface RankedCourse {
  readonly course: FoundCourse;
  readonly cost: number;
}

/** Only the titles of displayed courses are loaded. They are ordered in batches of this size, so that showing more does not reorder. */
export const batchSize = 10;

/** The courses of a ranking, with those of equal cost within a batch ordered by their titles. */
export function orderByTitle(ranking: readonly RankedCourse[], asked: readonly QueryTerm[]): readonly FoundCourse[] {
  const keyed = ranking.map(({ course, cost }, index) => ({
    course,
    cost: cost,
    batch: Math.floor(index / batchSize),
    phrase: phrasePosition(course.title, asked),
  }));
  return keyed
    .toSorted((a, b) => a.batch - b.batch || a.cost - b.cost || a.phrase - b.phrase)
    .map(({ course }) => course);
}

/** Where a title contains the query as a phrase: 0 at the start, 1 further on, 2 nowhere. */
function phrasePosition(title: string, asked: readonly QueryTerm[]): number {
  // Tokenized as a finished query, a title has one term for each word.
  const words = queryTermsOf(`${title} `);
  const start = words.findIndex((_, index) =>
    asked.every(({ term, unfinished }, next) => {
      const word = words[index + next]?.term ?? '';
      return unfinished ? word.startsWith(term) : word === term;
    }),
  );
  return start === -1 ? 2 : Math.min(start, 1);
}
