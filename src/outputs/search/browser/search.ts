// Full-text search in the browser, over the index files of a build.
import { browsedOf, type Asked, type Browsed } from './browse.ts';
import { courseFileOf, type FoundCourse, type SearchIndex } from '../file-format.ts';
import { queryTermsOf, type QueryTerm } from '../terms.ts';
import { answerQuery, type TermQuery } from './answer.ts';
import { openFiles, OutdatedIndexError, type Caching, type IndexFiles } from './files.ts';
import type { Ranked } from './ranking.ts';
import { orderByTitle, type WeightedCourse } from './title-order.ts';
import { allowedEdits, fewCourses, steps, type WideningStep } from './widening.ts';

export type Search = ReturnType<typeof openSearch>;

export interface Found {
  readonly total: number;
  readonly courses: readonly FoundCourse[];
}

/** Terms of a query that are searched for: a pasted text with more would take seconds. */
const maxTerms = 32;

/** Milliseconds until files are loaded again, as with `Cache-Control`: a page may stay open for days. */
export const maxAge = 300_000;

/**
 * Opens the search index of the catalog at `root`, whose path ends with a slash. Loads nothing yet. `now` is a clock in
 * milliseconds with any origin, and `isPreferred` says whether the reader prefers a language, by its name.
 */
export function openSearch(
  root: URL,
  now = () => performance.now(),
  isPreferred: (language: string) => boolean = () => false,
) {
  let files = openFiles(root);
  let opened = now();
  return {
    /**
     * Finds the courses that match every word of a query: the number of them, and the `limit` best. The last word may be
     * unfinished; a prefix of very many words matches the most common of them. If hardly any courses match, longer words
     * and words with typing errors match too. A higher limit does not reorder earlier batches. If the files are from more
     * than one build, all are reloaded once. Rejects if an index file cannot be loaded.
     */
    find: async (query: string, limit: number): Promise<Found> => {
      const terms = termsIn(query);
      if (terms.length === 0) return { total: 0, courses: [] };
      return inFiles(async (used) => {
        if (used.hasFacets()) {
          const { total, first } = await browseIn(used, { query, choices: [], sort: 'match' });
          return { total, courses: await first(limit) };
        }
        const index = await used.index();
        const ranking = await rankingOf(terms, index, used);
        const courses = await loadCourses(ranking.slice(0, limit), index, used);
        return { total: ranking.length, courses: orderByTitle(courses, terms) };
      });
    },
    /** Filters and counts courses. Loads the facets, after which `find` prefers the reader's languages, too. */
    browse: async (asked: Asked): Promise<Browsed> =>
      inFiles(async (used) => {
        const browsed = await browseIn(used, asked);
        // The courses may be loaded much later.
        const first = async (limit: number) =>
          inFiles(async (current) => (current === used ? browsed : await browseIn(current, asked)).first(limit));
        return { ...browsed, first };
      }),
    /** The number of courses in the index. */
    size: async () => (await files.index()).courses,
  };

  async function browseIn(used: IndexFiles, asked: Asked): Promise<Browsed> {
    const terms = termsIn(asked.query);
    const [facets, index] = await Promise.all([used.facets(), used.index()]);
    const ranking = terms.length === 0 ? undefined : await rankingOf(terms, index, used);
    const load = async (ranked: readonly Ranked[]) => loadCourses(ranked, index, used);
    return browsedOf(facets, ranking, { ...asked, terms }, isPreferred, load);
  }

  async function inFiles<T>(use: (files: IndexFiles) => Promise<T>): Promise<T> {
    if (now() - opened > maxAge) reopen('default');
    const used = files;
    try {
      return await use(used);
    } catch (error) {
      if (!(error instanceof OutdatedIndexError)) throw error;
      // Another query may already have reopened the files.
      if (files === used) reopen('reload');
      return use(files);
    }
  }

  function reopen(cache: Caching): void {
    files = openFiles(root, cache);
    opened = now();
  }
}

function termsIn(query: string): QueryTerm[] {
  return queryTermsOf(query).slice(0, maxTerms);
}

async function rankingOf(
  terms: readonly QueryTerm[],
  index: SearchIndex,
  files: IndexFiles,
): Promise<readonly Ranked[]> {
  let query = terms.map((asked): TermQuery => ({ asked, prefixes: [asked.term], edits: 0, widened: false }));
  let answer = await answerQuery(query, index, files);
  const letters = lettersOf(index);
  const rare = new Set(answer.counts.flatMap((count, position) => (count < fewCourses ? [position] : [])));
  for (const step of steps) {
    if (answer.ranking.length >= step.below || (answer.ranking.length > 0 && rare.size === 0)) break;
    const applies = (position: number) =>
      rare.has(position) || step.terms === 'all' || (rare.size === 0 && step.terms === 'rare-or-all');
    query = query.map((term, position) => (applies(position) ? widen(term, step, letters) : term));
    answer = await answerQuery(query, index, files);
  }
  return answer.ranking;
}

function widen({ asked, prefixes, edits }: TermQuery, step: WideningStep, letters: readonly string[]): TermQuery {
  const sameScript = letters.filter((letter) => isAscii(letter) === isAscii(asked.term));
  const more = allowedEdits(asked.term) === 0 ? [] : step.prefixes(asked.term, sameScript);
  return { asked, prefixes: [...prefixes, ...more], edits: Math.max(edits, step.edits), widened: true };
}

/** The first letters of all term files. */
function lettersOf({ firsts }: SearchIndex): string[] {
  return [...new Set(firsts.map((first) => first.slice(0, 1)))].filter((letter) => /\p{L}/u.test(letter));
}

function isAscii(text: string): boolean {
  return text < '\u0080';
}

async function loadCourses(
  ranking: readonly Ranked[],
  { bits }: SearchIndex,
  files: IndexFiles,
): Promise<readonly WeightedCourse[]> {
  return Promise.all(
    ranking.map(async ({ id, weight }) => {
      const file = courseFileOf(id, bits);
      const course = (await files.courses(file)).find((found) => found.id === id);
      if (course === undefined)
        throw new OutdatedIndexError(`course ${id} is missing from file ${file} of the search index`);
      return { course, weight };
    }),
  );
}
