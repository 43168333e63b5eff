// Searches a catalog for scripts: what is asked for and found as plain values.
import { facetNames, type FacetName } from '../../facets/file-format.ts';
import { mostByTitle, type Sort } from '../../search/browser/filter-and-sort.ts';
import type { Search } from '../../search/browser/search.ts';
import type { FoundCourse as IndexedCourse } from '../../search/file-format.ts';

type Value = string | number;

/** Of several values of a facet, a course needs one; of several facets, a value of each. */
export type Choices = { readonly [Facet in FacetName]?: Value | readonly Value[] | undefined };

export interface SearchRequest extends Choices {
  /** Words, of which the last may be unfinished. Without any, all courses are found. */
  readonly query?: string | undefined;
  /** Without one, the best matches of a query come first, and otherwise the newest courses. */
  readonly sort?: Sort | undefined;
  /** The most courses to load: 20, if nothing is said. */
  readonly limit?: number | undefined;
}

/** A course as the index has it. */
export interface FoundCourse extends IndexedCourse {
  /** The id of its provider. */
  readonly provider: number;
  readonly provider_name: string;
  /** The day. */
  readonly date_published: string;
}

/** A value of a facet, with the number of courses that it would leave if it were the only choice of its facet. */
export interface FacetValue {
  /** A name of a language, an id, or a year: what a request takes. */
  readonly value: string;
  /** Undefined for a category below the second level. */
  readonly name: string | undefined;
  readonly count: number;
}

export interface SearchResult {
  readonly total: number;
  /** The order of the courses: the newest first, where there are too many to sort them by title. */
  readonly sort: Sort;
  readonly courses: readonly FoundCourse[];
  /** The values with courses, the largest first. */
  readonly facets: Readonly<Record<FacetName, readonly FacetValue[]>>;
}

export async function searchCourses(search: Search, request: SearchRequest): Promise<SearchResult> {
  const { query = '', sort = query.trim() === '' ? 'newest' : 'match', limit = 20, ...chosen } = request;
  const filtering = search.filter({ query, choices: choicesIn(chosen), sort });
  const [results, { nameOf }] = await Promise.all([filtering, search.names()]);
  const found = await results.first(limit);
  const { total, counts } = results;
  const valuesOf = (facet: FacetName) =>
    counts(facet).map(([value, count]) => ({ value, name: nameOf(facet, value), count }));
  return {
    total,
    sort: sort === 'title' && total > mostByTitle ? 'newest' : sort,
    courses: found.map((course) => {
      const { provider, date_published } = results.factsOf(course.id) ?? { provider: '', date_published: '' };
      const provider_name = nameOf('provider', provider) ?? '';
      return { ...course, provider: Number(provider), provider_name, date_published };
    }),
    facets: {
      language: valuesOf('language'),
      category: valuesOf('category'),
      provider: valuesOf('provider'),
      year: valuesOf('year'),
    },
  };
}

function choicesIn(chosen: Choices) {
  return Object.entries(chosen).flatMap(([name, values = []]) => {
    const facet = facetNames.find((known) => known === name);
    // A filter that is mistyped would find everything.
    if (facet === undefined) throw new TypeError(`there is no facet "${name}" to search by: ${facetNames.join(', ')}`);
    return [values].flat().map((value) => [facet, String(value)] as const);
  });
}
