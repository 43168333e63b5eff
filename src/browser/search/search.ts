// The search of the catalog page: a query in, courses out, over the files that a build wrote.
import { fileOf, type FoundCourse, type SearchIndex } from '../../site/search/format.ts';
import { queryTermsOf, type QueryTerm } from '../../site/search/terms.ts';
import { answerTo, type Sought } from './answer.ts';
import { openFiles, Outdated, type Caching, type IndexFiles } from './files.ts';
import type { Ranked } from './ranking.ts';
import { few, forgiven, steps, type Step } from './widening.ts';
import { inOrder, type Weighed } from './wording.ts';

export interface Search {
  /**
   * The courses that hold every word of a query: `total` of them, and the `limit` that fit best. Its last word may be
   * unfinished; a beginning of very many words stands for the most common of them. Where hardly anything is found,
   * longer words and such with typing errors are found too. Whole stretches stay as they are under a higher limit. Where
   * the files are of more than one build, all are loaded anew once. Rejects if a file of the index cannot be loaded.
   */
  readonly find: (query: string, limit: number) => Promise<Found>;
  /** How many courses there are to be found. */
  readonly size: () => Promise<number>;
}

export interface Found {
  readonly total: number;
  readonly courses: readonly FoundCourse[];
}

/** Milliseconds after which files are asked for again, as caches do: a page may stay open for days. */
export const longestKept = 300_000;

/**
 * Opens the search index of the catalog published at `root`, whose path ends with a slash. Loads nothing yet. `now` tells
 * the time in milliseconds since any moment.
 */
export function openSearch(root: URL, now = () => performance.now()): Search {
  let files = openFiles(root);
  let opened = now();
  return {
    async find(query, limit) {
      const terms = queryTermsOf(query);
      if (terms.length === 0) return { total: 0, courses: [] };
      if (now() - opened > longestKept) reopen('default');
      const asked = files;
      try {
        return await foundIn(asked, terms, limit);
      } catch (error) {
        if (!(error instanceof Outdated)) throw error;
        // Another query may have begun anew meanwhile.
        if (files === asked) reopen('reload');
        return foundIn(files, terms, limit);
      }
    },
    size: async () => (await files.index()).courses,
  };

  function reopen(cache: Caching): void {
    files = openFiles(root, cache);
    opened = now();
  }
}

async function foundIn(files: IndexFiles, terms: readonly QueryTerm[], limit: number): Promise<Found> {
  const index = await files.index();
  const ranking = await rankingOf(terms, index, files);
  const shown = await weighedOf(ranking.slice(0, limit), index, files);
  return { total: ranking.length, courses: inOrder(shown, terms) };
}

async function rankingOf(
  terms: readonly QueryTerm[],
  index: SearchIndex,
  files: IndexFiles,
): Promise<readonly Ranked[]> {
  let sought = terms.map((asked): Sought => ({ asked, beginnings: [asked.term], edits: 0, widened: false }));
  let answer = await answerTo(sought, index, files);
  const letters = lettersOf(index);
  const rare = new Set(answer.counts.flatMap((count, at) => (count < few ? [at] : [])));
  for (const step of steps) {
    if (answer.ranking.length >= step.below || (answer.ranking.length > 0 && rare.size === 0)) break;
    const isMeant = (at: number) => rare.has(at) || step.who === 'all' || (rare.size === 0 && step.who === 'doubtful');
    sought = sought.map((one, at) => (isMeant(at) ? widen(one, step, letters) : one));
    answer = await answerTo(sought, index, files);
  }
  return answer.ranking;
}

function widen({ asked, beginnings, edits }: Sought, step: Step, letters: readonly string[]): Sought {
  const alike = letters.filter((letter) => isBasic(letter) === isBasic(asked.term));
  const more = forgiven(asked.term) === 0 ? [] : step.around(asked.term, alike);
  return { asked, beginnings: [...beginnings, ...more], edits: Math.max(edits, step.edits), widened: true };
}

/** The letters with which chunks begin. */
function lettersOf({ firsts }: SearchIndex): string[] {
  return [...new Set(firsts.map((first) => first.slice(0, 1)))].filter((letter) => /\p{L}/u.test(letter));
}

function isBasic(text: string): boolean {
  return text < '\u0080';
}

async function weighedOf(
  ranking: readonly Ranked[],
  { bits }: SearchIndex,
  files: IndexFiles,
): Promise<readonly Weighed[]> {
  return Promise.all(
    ranking.map(async ({ id, weight }) => {
      const file = fileOf(id, bits);
      const course = (await files.courses(file)).find((one) => one.id === id);
      if (course === undefined) throw new Outdated(`The search index names course ${id}, which its file ${file} lacks`);
      return { course, weight };
    }),
  );
}
