// Finds the courses that match every term of a query, loading as few index files as possible.
import type { TermEntry, SearchIndex } from '../../outputs/search/file-format.ts';
import type { QueryTerm } from '../../outputs/search/terms.ts';
import type { SearchFiles } from './search-files.ts';
import { rank, costsOf, type Match, type Costs } from './ranking.ts';
import { distanceOf } from './query-expansion.ts';

/** A term of a query, and how far other terms may differ from it to match. */
export interface TermQuery {
  readonly queryTerm: QueryTerm;
  /** Terms are searched among those with one of these prefixes. */
  readonly prefixes: readonly string[];
  readonly edits: number;
  readonly expanded: boolean;
}

/** A term of the index that matches a term of the query. */
interface TermMatch {
  readonly first: string;
  readonly entry: TermEntry;
  readonly distance: number;
}

/** Maximum number of term files to load for one term of a query. */
const maxTermFiles = 40;
/** Maximum number of term files to load for one prefix, and of files of postings for one term of a query. */
const maxFiles = 8;
/** Maximum number of courses in the files of postings of one term; the first file is loaded however large it is. */
const maxLoaded = 20_000;
/** If a term has no more matches than this, very common terms of the query are ignored. */
const selective = 1000;

/**
 * Ranks the courses that match all terms, the best matches first, and counts those that match each term; a course that
 * matches in two forms counts twice.
 */
export async function matchTerms(terms: readonly TermQuery[], index: SearchIndex, files: SearchFiles) {
  const matches = await Promise.all(terms.map((term) => matchesOf(term, index, files)));
  const counts = matches.map((found) => found.reduce((sum, { entry }) => sum + countOf(entry), 0));
  if (counts.includes(0)) return { ranking: [], counts };
  const isSelective = counts.some((count) => count <= selective);
  const used = matches.filter((found) => !isSelective || !found.some(({ entry }) => isCommon(entry, index)));
  return { ranking: rank(await Promise.all(used.map((found) => termCosts(found, files)))), counts };
}

/** The first terms of the term files that can contain terms with this prefix; only the first `max` of them. */
export function matchingFiles(firsts: readonly string[], prefix: string, max: number): string[] {
  const start = Math.max(
    0,
    firsts.findLastIndex((first) => first <= prefix),
  );
  const end = firsts.findIndex((first, position) => position > start && !first.startsWith(prefix));
  return firsts.slice(start, end === -1 ? undefined : end).slice(0, max);
}

async function matchesOf(term: TermQuery, { firsts }: SearchIndex, files: SearchFiles): Promise<TermMatch[]> {
  const { queryTerm, prefixes, edits, expanded } = term;
  // A term that matches only itself is in one term file.
  const isExact = !queryTerm.unfinished && !expanded;
  const max = isExact || isLetter(queryTerm.term) ? 1 : maxFiles;
  const starts = new Set(prefixes.flatMap((prefix) => matchingFiles(firsts, prefix, max)));
  const termFiles = await Promise.all(
    [...starts].slice(0, maxTermFiles).map(async (first) => ({ first, entries: await files.terms(first) })),
  );
  return termFiles.flatMap(({ first, entries }) =>
    entries.flatMap((entry): TermMatch[] => {
      const distance = distanceOf(queryTerm, entry[0], edits, expanded);
      return distance === undefined ? [] : [{ first, entry, distance }];
    }),
  );
}

async function termCosts(found: readonly TermMatch[], files: SearchFiles): Promise<Costs> {
  const inTermFiles = found.flatMap(({ entry, distance }): Match[] =>
    entry.length === 3 ? [{ distance, postings: [entry[1], entry[2]] }] : [],
  );
  const inFiles = worthLoading(found).map(async ({ first, entry, distance }) => ({
    distance,
    postings: await files.postings(first, entry[0]),
  }));
  return costsOf([...inTermFiles, ...(await Promise.all(inFiles))]);
}

/** The terms whose files of postings to load: the closest ones, and of these the most common. */
function worthLoading(found: readonly TermMatch[]): TermMatch[] {
  const closest = found
    .filter(({ entry }) => entry.length === 2)
    .toSorted((a, b) => a.distance - b.distance || countOf(b.entry) - countOf(a.entry));
  let loaded = 0;
  return closest.slice(0, maxFiles).filter(({ entry }, position) => {
    loaded += countOf(entry);
    return position === 0 || loaded <= maxLoaded;
  });
}

/** So many terms start with a given letter that one file must do. In scripts where a character is a word, few do. */
function isLetter(term: string): boolean {
  return term.length === 1 && term < '\u2e80';
}

function countOf(entry: TermEntry): number {
  return entry.length === 2 ? entry[1] : entry[1].length + entry[2].length;
}

/** So common that its postings narrow the result little and are expensive to load. */
function isCommon(entry: TermEntry, { courses }: SearchIndex): boolean {
  return entry.length === 2 && entry[1] > Math.max(maxLoaded, courses / 4);
}
