// The client: reads any service of the interface, in browsers and elsewhere. The package exports what this file does.
import { addressOf } from '../api/routes.ts';
import { lazyAsync } from '../memoize.ts';
import type { Catalog, CatalogOptions } from './catalog.ts';
import { endpointsOf } from './endpoints.ts';
import { listCourses } from './list-courses.ts';
import { md5 } from './md5.ts';
import { published } from './published.ts';
import { openRequests } from './requests.ts';
import { rootOf } from './root.ts';
import { changesAfter, dumpedCourses } from './whole-catalog.ts';
import { assertWholeNumber } from './whole-number.ts';

export type {
  ChildCategory,
  CourseChange,
  CourseSummary,
  DumpedCourse,
  FullCourse,
  ListedCategory,
  ListedLanguage,
  ListedProvider,
} from '../api/records.ts';
export type {
  Catalog,
  CatalogOptions,
  Choices,
  FilterName,
  CountedValue,
  Fetch,
  FoundCourse,
  SearchRequest,
  SearchResult,
  Sort,
} from './catalog.ts';
export { CatalogError, NotFoundError, NotPublishedError, PagingError } from './errors.ts';

const [usualConcurrency, usualLimit] = [6, 20];
const listKinds = ['category', 'language', 'provider'];

/** Opens the service at an address: that of its site, or any below its `/api/v1/`. Requests nothing yet. */
export async function openCatalog(address: string | URL, options: CatalogOptions = {}): Promise<Catalog> {
  const root = rootOf(address);
  const { concurrency = usualConcurrency } = options;
  const requests = openRequests(root, { ...options, concurrency: assertWholeNumber('concurrency', concurrency, 1) });
  const { page, course, languages, ...endpoints } = endpointsOf(requests);
  const search = lazyAsync(async () => (await import('./search-courses.ts')).searchOf(requests));
  return {
    ...endpoints,
    address: root.href,
    list(kind, value) {
      if (!listKinds.includes(kind)) throw new TypeError(`there is no list by "${kind}": ${listKinds.join(', ')}`);
      return listCourses(requests.addressOf(addressOf('.', kind, String(value))), root, page);
    },
    search: async ({ limit = usualLimit, ...request } = {}) =>
      (await search())({ ...request, limit: assertWholeNumber('limit', limit, 0) }),
    course: async (key) => {
      const text = String(key);
      return course(/^[\da-f]{32}$/iu.test(text) ? text.toLowerCase() : md5(text));
    },
    languages: async () => published('list of languages', languages()),
    dump: () => dumpedCourses(requests),
    changes: (since) => changesAfter(requests, since),
  };
}
