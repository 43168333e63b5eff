// Full-text search in the browser, over the index files of a build.
import {
  countedCourses,
  filterAndSort,
  isUsualSort,
  type CountedCourses,
  type FilterRequest,
  type FilteredCourses,
} from './filter-and-sort.ts';
import type { AddField } from '../../outputs/filters/add-field.ts';
import { isFilterName, type TaggedLanguage } from '../../outputs/filters/file-format.ts';
import { courseFileOf, courseFilePath, type SearchIndex } from '../../outputs/search/file-format.ts';
import { coursePagesFolder } from '../../outputs/shared/page-paths.ts';
import { joinedTermsOf, queryTermsOf, type QueryTerm } from '../../outputs/search/terms.ts';
import { matchTerms, type TermQuery } from './match-terms.ts';
import { openSearchFiles, type SearchFiles } from './search-files.ts';
import { CatalogError, isOutdated } from '../errors.ts';
import type { Caching, Requests } from '../requests.ts';
import { valueNames } from './value-names.ts';
import { rank, type Costs, type Ranked } from './ranking.ts';
import type { RankedCourse } from './title-order.ts';
import { allowedEdits, fewCourses, steps, type ExpansionStep } from './query-expansion.ts';

export type Search = ReturnType<typeof openSearch>;

/** Terms of a query that are searched for: a pasted text with more would take seconds. */
const maxTerms = 32;

/** Milliseconds until files are loaded again, as with `Cache-Control`: a page may stay open for days. */
export const maxAge = 300_000;

/**
 * Opens the search index of a catalog. Loads nothing yet. `now` is a clock in milliseconds with any origin, and
 * `preferred` has the languages that the reader prefers, such as `pt`. Without `addField` it knows no fields. Where
 * `now` is null, files are never reloaded: whoever opens the search knows when to open another.
 */
export function openSearch(
  requests: Requests,
  now: (() => number) | null = () => performance.now(),
  preferred: readonly string[] = [],
  addField?: AddField,
) {
  let files = openSearchFiles(requests, undefined, addField);
  let opened = now?.() ?? 0;
  return {
    /**
     * Finds the courses that match every word of a query, under the choices of filters, and counts them. The last word may be unfinished; a
     * prefix of very many words matches the most common of them. If hardly any courses match, longer words and words with typing errors
     * match too. A higher limit does not reorder earlier batches. If the files are from more than one build, all are reloaded once. Rejects
     * if a file cannot be loaded. If all courses are asked for, they may be counted before the rest is loaded, whose failure `first` reports.
     */
    filter: async (request: FilterRequest): Promise<FilteredCourses> =>
      inFiles(async (used) => {
        const { query, list, choices, within = [] } = request;
        const isOfAll = isEmpty(query) && list === undefined && choices.length === 0 && within.length === 0;
        // Requested first, as files may arrive in this order.
        const counting = isOfAll && !used.hasFilters() ? used.filterCounts() : undefined;
        const filtering = filterIn(used, request);
        // Without this a later failure would also count as unhandled.
        filtering.catch(() => undefined);
        const counted = counting?.then(countedCourses, () => filtering);
        let known: CountedCourses = await (counted ? Promise.race([counted, filtering]) : filtering);
        // The courses may be loaded much later.
        const first = async (limit: number, from?: number) =>
          inFiles(async (current) => {
            const filtered = await (current === used ? filtering : filterIn(current, request));
            known = filtered;
            return filtered.first(limit, from);
          });
        return {
          get total() {
            return known.total;
          },
          counts: (filter) => known.counts(filter),
          totalWith: (others) => known.totalWith(others),
          fieldsOf: (id) => known.fieldsOf(id),
          first,
          loadField: async (name) =>
            inFiles(async (current) => {
              const filtered = await (current === used ? filtering : filterIn(current, request));
              await current.filters([name]);
              known = filtered;
            }),
        };
      }),
    /** The number of courses in the index. */
    size: async () => (await files.index()).courses,
    /** The fields of a course, by its id. */
    fieldsOf: async (id: number) =>
      inFiles(async (used) => (await loadCourses([{ id, cost: 0 }], await used.index(), used))[0]?.course.fields),
    /** The names of the values of filters. */
    names: async () =>
      inFiles(async (used) =>
        valueNames(...(await Promise.all([used.providers(), used.categories(), used.languages()]))),
      ),
  };

  async function filterIn(used: SearchFiles, request: FilterRequest) {
    const { query, choices, within = [], sort } = request;
    const fields = new Set([...choices, ...within].map(([name]) => name).filter((name) => !isFilterName(name)));
    if (!isUsualSort(sort)) fields.add(sort);
    const [filters, index, languages] = await Promise.all([
      used.filters([...fields]),
      used.index(),
      preferred.length > 0 ? used.languages() : [],
    ]);
    // Whoever reads one variant, such as `pt-BR`, prefers the other to a foreign language.
    const isMine = ({ tag }: TaggedLanguage) => preferred.includes(tag.split('-')[0] ?? '');
    const mine = new Set(languages.filter(isMine).map(({ name }) => name));
    const ranking = isEmpty(query) ? undefined : await rankingOf(query, index, used);
    const load = async (ranked: readonly Ranked[]) => loadCourses(ranked, index, used);
    return filterAndSort(filters, ranking, { ...request, terms: termsIn(query) }, mine, load);
  }

  async function inFiles<T>(use: (files: SearchFiles) => Promise<T>): Promise<T> {
    if (now === null) return use(files);
    if (now() - opened > maxAge) reopen(now);
    const used = files;
    try {
      return await use(used);
    } catch (error) {
      if (!isOutdated(error)) throw error;
      // Another query may already have reopened the files.
      if (files === used) reopen(now, 'reload');
      return use(files);
    }
  }

  function reopen(clock: () => number, cache?: Caching): void {
    files = openSearchFiles(requests, cache, addField);
    opened = clock();
  }
}

function termsIn(query: string): QueryTerm[] {
  return queryTermsOf(query).slice(0, maxTerms);
}

/** Whether a query asks for any course; one of signs alone asks for none. */
function isEmpty(query: string): boolean {
  return query.trim() === '';
}

/** The courses that match a query with its compounds in parts or, each as one word, as typed. */
async function rankingOf(text: string, index: SearchIndex, files: SearchFiles): Promise<readonly Ranked[]> {
  const terms = termsIn(text);
  if (terms.length === 0) return [];
  const joined = joinedTermsOf(text)?.slice(0, maxTerms).map(asTyped);
  const { ranking } = joined ? await matchTerms(joined, index, files) : { ranking: [] };
  const found = await expandedRanking(terms.map(asTyped), ranking.length, index, files);
  return ranking.length === 0 ? found : rank([costsById([...ranking, ...found])]);
}

function costsById(ranking: readonly Ranked[]): Costs {
  const costs = new Map<number, number>();
  for (const { id, cost } of ranking) costs.set(id, Math.min(cost, costs.get(id) ?? cost));
  return costs;
}

function asTyped(queryTerm: QueryTerm): TermQuery {
  return { queryTerm, prefixes: [queryTerm.term], edits: 0, expanded: false };
}

/** The courses that match terms and, as long as these and the `others` that are found already are hardly any, similar ones. */
async function expandedRanking(typed: readonly TermQuery[], others: number, index: SearchIndex, files: SearchFiles) {
  let query = typed;
  let matched = await matchTerms(query, index, files);
  const letters = lettersOf(index);
  const rare = new Set(matched.counts.flatMap((count, position) => (count < fewCourses ? [position] : [])));
  for (const step of steps) {
    const found = matched.ranking.length + others;
    if (found >= step.below || (found > 0 && rare.size === 0)) break;
    const applies = (position: number) =>
      rare.has(position) || step.terms === 'all' || (rare.size === 0 && step.terms === 'rare-or-all');
    query = query.map((term, position) => (applies(position) ? expand(term, step, letters) : term));
    matched = await matchTerms(query, index, files);
  }
  return matched.ranking;
}

function expand({ queryTerm, prefixes, edits }: TermQuery, step: ExpansionStep, letters: readonly string[]): TermQuery {
  const sameScript = letters.filter((letter) => isAscii(letter) === isAscii(queryTerm.term));
  const more = allowedEdits(queryTerm.term) === 0 ? [] : step.prefixes(queryTerm.term, sameScript);
  return { queryTerm, prefixes: [...prefixes, ...more], edits: Math.max(edits, step.edits), expanded: true };
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
  { bits, pages }: SearchIndex,
  files: SearchFiles,
): Promise<readonly RankedCourse[]> {
  return Promise.all(
    ranking.map(async ({ id, cost }) => {
      const file = courseFileOf(id, bits);
      const course = (await files.courses(file)).find((found) => found.id === id);
      if (course === undefined)
        throw new CatalogError(`lacks course ${id}`, files.addressOf(courseFilePath(file)), 200);
      if (!pages) return { course, cost };
      return { course: { ...course, page: files.addressOf(`${coursePagesFolder}/${course.linkhash}/`) }, cost };
    }),
  );
}
