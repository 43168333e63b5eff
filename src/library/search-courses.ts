// Searches a catalog for scripts: what is asked for and found as plain values. Loaded with the first search.
import { addFact } from '../outputs/facets/add-fact.ts';
import { facetNames, facetsPath, factPath, isFacet } from '../outputs/facets/file-format.ts';
import { mostByTitle, usualSorts } from './search/filter-and-sort.ts';
import { openSearch, type Search } from './search/search.ts';
import { searchIndexPath } from '../outputs/search/file-format.ts';
import type { Choices, SearchRequest, SearchResult } from './catalog.ts';
import { NotFoundError } from './errors.ts';
import { published } from './published.ts';
import type { Requests } from './requests.ts';

type LimitedRequest = SearchRequest & { readonly limit: number };

/** The search of a service, whose files it shares between requests. */
export function searchOf(requests: Requests): (request: LimitedRequest) => Promise<SearchResult> {
  const search = openSearch(requests, undefined, undefined, async (...fact) => addFact(...fact));
  const files = [searchIndexPath, facetsPath].map(requests.addressOf);
  const searchFor = async (request: LimitedRequest) => {
    try {
      return await searchCourses(search, request);
    } catch (error) {
      const missing = unknownFact(error, request, requests);
      // A service without an index has no facts either.
      if (missing) await search.size();
      throw missing ?? error;
    }
  };
  return async (request) => published('search index', searchFor(request), files);
}

async function searchCourses(search: Search, request: LimitedRequest): Promise<SearchResult> {
  const { query = '', facts = {}, limit, ...others } = request;
  const { sort = query.trim() === '' ? 'newest' : 'match', ...chosen } = others;
  const choices = [...choicesIn(facetsIn(chosen)), ...choicesIn(facts)];
  const [results, { nameOf }] = await Promise.all([search.filter({ query, choices, sort }), search.names()]);
  const found = await results.first(limit);
  const { total } = results;
  const valuesOf = (name: string) =>
    (results.counts(name) ?? []).map(([value, count]) => {
      return { value, name: isFacet(name) ? nameOf(name, value) : value, count };
    });
  const countsOf = async (fact: string) => {
    await results.loadFact(fact);
    return [fact, valuesOf(fact)] as const;
  };
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
    facts: Object.fromEntries(await Promise.all(Object.keys(facts).map(countsOf))),
  };
}

/** The error for a fact that is asked for and not there. Undefined if something else failed. */
function unknownFact(error: unknown, { facts = {}, sort = '' }: SearchRequest, { addressOf }: Requests) {
  const name = [...Object.keys(facts), sort].find(
    (fact) => error instanceof NotFoundError && error.address === addressOf(factPath(fact)),
  );
  if (name === undefined) return undefined;
  return new TypeError(`there is no fact "${name}" to search by: ${usualSorts.join(', ')}, or one of the facts`);
}

/** The facets that are chosen by. A filter that is mistyped would find everything. */
function facetsIn(chosen: Choices): Choices {
  const wrong = Object.keys(chosen).find((name) => !isFacet(name));
  if (wrong === undefined) return chosen;
  throw new TypeError(`there is no facet "${wrong}" to search by: ${facetNames.join(', ')}, or one of the facts`);
}

function choicesIn(chosen: Choices | NonNullable<SearchRequest['facts']>) {
  return Object.entries(chosen).flatMap(([name, values = []]) =>
    [values].flat().map((value) => [name, String(value)] as const),
  );
}
