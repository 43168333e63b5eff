// Searches a catalog for scripts: what is asked for and found as plain values. Loaded with the first search.
import { addField } from '../outputs/filters/add-field.ts';
import { filterNames, filtersPath, fieldPath, isFilterName } from '../outputs/filters/file-format.ts';
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
  const search = openSearch(requests, undefined, undefined, async (...field) => addField(...field));
  const files = [searchIndexPath, filtersPath].map(requests.addressOf);
  const searchFor = async (request: LimitedRequest) => {
    try {
      return await searchCourses(search, request);
    } catch (error) {
      const missing = unknownField(error, request, requests);
      // A service without an index has no fields either.
      if (missing) await search.size();
      throw missing ?? error;
    }
  };
  return async (request) => published('search index', searchFor(request), files);
}

async function searchCourses(search: Search, request: LimitedRequest): Promise<SearchResult> {
  const { query = '', fields = {}, limit, ...others } = request;
  const { sort = query.trim() === '' ? 'newest' : 'match', ...chosen } = others;
  const choices = [...choicesIn(filtersIn(chosen)), ...choicesIn(fields)];
  const [results, { nameOf }] = await Promise.all([search.filter({ query, choices, sort }), search.names()]);
  const found = await results.first(limit);
  const { total } = results;
  const valuesOf = (name: string) =>
    (results.counts(name) ?? []).map(([value, count]) => {
      return { value, name: isFilterName(name) ? nameOf(name, value) : value, count };
    });
  const countsOf = async (field: string) => {
    await results.loadField(field);
    return [field, valuesOf(field)] as const;
  };
  return {
    total,
    sort: sort === 'title' && total > mostByTitle ? 'newest' : sort,
    courses: found.map((course) => {
      const { provider, date_published } = results.fieldsOf(course.id) ?? { provider: '', date_published: '' };
      const provider_name = nameOf('provider', provider) ?? '';
      return { ...course, provider: Number(provider), provider_name, date_published };
    }),
    filters: {
      language: valuesOf('language'),
      category: valuesOf('category'),
      provider: valuesOf('provider'),
      year: valuesOf('year'),
    },
    fields: Object.fromEntries(await Promise.all(Object.keys(fields).map(countsOf))),
  };
}

/** The error for a field that is asked for and not there. Undefined if something else failed. */
function unknownField(error: unknown, { fields = {}, sort = '' }: SearchRequest, { addressOf }: Requests) {
  const name = [...Object.keys(fields), sort].find(
    (field) => error instanceof NotFoundError && error.address === addressOf(fieldPath(field)),
  );
  if (name === undefined) return undefined;
  return new TypeError(`there is no field "${name}" to search by: ${usualSorts.join(', ')}, or one of the fields`);
}

/** The filters that are chosen by. A filter that is mistyped would find everything. */
function filtersIn(chosen: Choices): Choices {
  const wrong = Object.keys(chosen).find((name) => !isFilterName(name));
  if (wrong === undefined) return chosen;
  throw new TypeError(`there is no filter "${wrong}" to search by: ${filterNames.join(', ')}, or one of the fields`);
}

function choicesIn(chosen: Choices | NonNullable<SearchRequest['fields']>) {
  return Object.entries(chosen).flatMap(([name, values = []]) =>
    [values].flat().map((value) => [name, String(value)] as const),
  );
}
