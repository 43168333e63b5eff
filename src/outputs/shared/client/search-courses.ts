// Searches a catalog for scripts: what is asked for and found as plain values. Loaded with the first search.
import { facetNames } from '../../facets/file-format.ts';
import { mostByTitle } from '../../search/browser/filter-and-sort.ts';
import { openSearch, type Search } from '../../search/browser/search.ts';
import type { Choices, FacetName, SearchRequest, SearchResult } from './catalog.ts';
import type { Requests } from './requests.ts';

/** The search of a service, whose files it shares between requests. */
export function searchOf(requests: Requests): (request: SearchRequest) => Promise<SearchResult> {
  const search = openSearch(requests);
  return async (request) => searchCourses(search, request);
}

async function searchCourses(search: Search, request: SearchRequest): Promise<SearchResult> {
  const { query = '', sort = query.trim() === '' ? 'newest' : 'match', limit = 20, ...chosen } = request;
  const filtering = search.filter({ query, choices: choicesIn(chosen), sort });
  const [results, { nameOf }] = await Promise.all([filtering, search.names()]);
  const found = await results.first(limit);
  const { total, counts } = results;
  const valuesOf = (facet: FacetName) =>
    (counts(facet) ?? []).map(([value, count]) => ({ value, name: nameOf(facet, value), count }));
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
