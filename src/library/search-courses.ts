// Searches a catalog for scripts: what is asked for and found as plain values. Loaded with the first search.
import type { AnyFields, FieldsOf, ListedCategory, ListedProvider } from '../api/records.ts';
import { addressOf } from '../api/routes.ts';
import { lazyAsync } from '../memoize.ts';
import { addField } from '../outputs/filters/add-field.ts';
import {
  fieldsPath,
  filterNames,
  filtersPath,
  isFilterName,
  type PublishedField,
} from '../outputs/filters/file-format.ts';
import { searchIndexPath, type FoundCourse as IndexedCourse } from '../outputs/search/file-format.ts';
import { fieldValue } from '../outputs/shared/field-values.ts';
import type { CatalogField, FoundCourse, SearchRequest, SearchResult } from './catalog.ts';
import { CatalogError, isOutdated } from './errors.ts';
import { published } from './published.ts';
import type { Requests } from './requests.ts';
import { isUsualSort, mostByTitle, usualSorts, type FilteredCourses } from './search/filter-and-sort.ts';
import { openSearch } from './search/search.ts';
import { batchSize } from './search/title-order.ts';
import { valueNames } from './search/value-names.ts';
import { assertWholeNumber } from './whole-number.ts';

/** Lists that the search needs, and others ask for too. */
interface Lists {
  readonly providers: () => Promise<readonly ListedProvider[]>;
  readonly categories: () => Promise<readonly ListedCategory[]>;
}

interface Sorted {
  readonly found: FilteredCourses;
  readonly sort: string;
}

const usualLimit = 20;
/** Courses that are loaded at a time, where all are asked for. */
const atATime = 10 * batchSize;

/** The search of a service, whose files it shares between requests. */
export function searchOf<Own = AnyFields>(requests: Requests, { providers, categories }: Lists) {
  // Whoever opens the catalog knows when its files are outdated.
  const search = openSearch(requests, null, undefined, async (...field) => addField(...field));
  const fields = lazyAsync(async () => requests.body<readonly PublishedField[]>(fieldsPath, 'length'));
  const names = lazyAsync(async () => valueNames(...(await Promise.all([providers(), categories()])), []));

  const indexFiles = [searchIndexPath, filtersPath, fieldsPath].map(requests.addressOf);
  const withIndex = async <Result>(reading: Promise<Result>) =>
    published(
      'search index',
      reading,
      indexFiles,
      `: "static-course-catalog import ${requests.root.href}" makes a catalog of its courses that has one; where there are dumps, dump() gives every course`,
    );

  const filtered = async (request: SearchRequest<Own>) => {
    const { query = '', fields: ofFields = {}, unknown, offset = 0, limit = 0, ...others } = request;
    for (const [name, number] of Object.entries({ offset, limit })) assertWholeNumber(name, number, 0);
    const { sort = query.trim() === '' ? 'newest' : 'match', ...chosen } = others;
    // A filter that is mistyped would find everything.
    for (const name of Object.keys(chosen)) assertOneOf(filterNames, 'filter', name);
    const fieldNames = Object.keys(ofFields);
    const table = fieldNames.length === 0 && isUsualSort(sort) ? [] : await fields();
    const named = (isOne: (field: PublishedField) => boolean) => table.filter(isOne).map(({ name }) => name);
    for (const name of fieldNames)
      assertOneOf(
        named(({ isSearchable }) => isSearchable),
        'field',
        name,
      );
    assertOneOf([...usualSorts, ...named(({ isSortable }) => isSortable)], 'sort', sort);
    const all: readonly (readonly [string, unknown])[] = [...Object.entries(chosen), ...Object.entries(ofFields)];
    const asked =
      all.length === 0
        ? { choices: [] }
        : await (await import('./request-choices.ts')).choicesOf(all, unknown === 'empty', { search, fields, names });
    const found = await search.filter({ query, ...asked, sort });
    await Promise.all(fieldNames.map(async (name) => found.loadField(name)));
    if (sort === 'title' && found.total > mostByTitle) {
      const why = `at most ${mostByTitle} courses can be sorted by title, and these are ${found.total}`;
      throw new RangeError(`sort: ${why}: narrow them, or sort them yourself`);
    }
    return { found, sort, fieldNames };
  };

  const valuesIn = async (inSource: IndexedCourse['fields']): Promise<FieldsOf<Own> | undefined> => {
    if (inSource === undefined) return undefined;
    const kinds = new Map((await fields()).map(({ name, kind }) => [name, kind]));
    const values = Object.entries(inSource).map(([name, value]) => {
      return [name, fieldValue(kinds.get(name) ?? 'text', value)] as const;
    });
    const all: unknown = Object.fromEntries(values);
    return areFieldsOf<Own>(all) ? all : undefined;
  };

  /** The courses at these positions of what is found. */
  const coursesAt = async ({ found, sort }: Sorted, from: number, to: number): Promise<FoundCourse<Own>[]> => {
    // Of the best matches, whole batches are ordered.
    const step = sort === 'match' ? batchSize : 1;
    const start = from - (from % step);
    const courses = from < to ? await found.first(Math.ceil(to / step) * step, start) : [];
    const { nameOf } = await names();
    return Promise.all(
      courses.slice(from - start, to - start).map(async (course) => {
        const { provider, date_published } = found.fieldsOf(course.id) ?? { provider: '', date_published: '' };
        const provider_name = nameOf('provider', provider);
        if (provider_name === undefined)
          throw new CatalogError(`lacks provider ${provider}`, requests.addressOf(addressOf('.', 'providers')), 200);
        return {
          ...course,
          provider: Number(provider),
          provider_name,
          date_published,
          fields: await valuesIn(course.fields),
        };
      }),
    );
  };

  const searchFor = async (request: SearchRequest<Own> = {}): Promise<SearchResult<Own>> => {
    const { offset = 0, limit = usualLimit } = request;
    const sorted = await filtered({ ...request, limit });
    const { found, sort, fieldNames } = sorted;
    const courses = await coursesAt(sorted, offset, Math.min(offset + limit, found.total));
    const { nameOf } = await names();
    const valuesOf = (name: string) =>
      (found.counts(name) ?? []).map(([value, count]) => {
        return { value, name: isFilterName(name) ? nameOf(name, value) : value, count };
      });
    return {
      total: found.total,
      sort,
      courses,
      filters: {
        language: valuesOf('language'),
        category: valuesOf('category'),
        provider: valuesOf('provider'),
        year: valuesOf('year'),
      },
      fields: Object.fromEntries(fieldNames.map((name) => [name, valuesOf(name)])),
    };
  };

  async function* each({ offset = 0, limit = Number.MAX_SAFE_INTEGER }: SearchRequest<Own>, sorted: Sorted) {
    const end = Math.min(offset + limit, sorted.found.total);
    for (let from = offset; from < end; from += atATime)
      yield* await coursesAt(sorted, from, Math.min(from + atATime, end)).catch((cause: unknown) => {
        if (!isOutdated(cause)) throw cause;
        const why = 'has a newer build than when the search began: search again';
        throw new CatalogError(why, requests.root.href, 200, { cause });
      });
  }

  return {
    search: async (request?: SearchRequest<Own>) => withIndex(searchFor(request)),
    searchAll: async (request: SearchRequest<Own> = {}) => each(request, await withIndex(filtered(request))),
    fields: async (): Promise<CatalogField[]> =>
      (await withIndex(fields())).map(({ name, kind, labels, isSearchable, isSortable }) => {
        return { name, kind, labels, isFilterable: isSearchable, isSortable };
      }),
    fieldsOf: async (id: number) => valuesIn(await withIndex(search.fieldsOf(id))),
  };
}

function assertOneOf(names: readonly string[], kind: string, name: string): void {
  if (names.includes(name)) return;
  throw new TypeError(`there is no ${kind} "${name}" to search by: ${names.join(', ') || 'the catalog has none'}`);
}

/** What types they have, whoever opens the catalog says. */
function areFieldsOf<Own>(values: unknown): values is FieldsOf<Own> {
  return typeof values === 'object';
}
