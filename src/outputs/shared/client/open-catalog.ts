// The client: reads any service of the interface, in browsers and elsewhere. The package exports what this file does.
import { addressOf, apiRoot } from '../../../api/routes.ts';
import { lazyAsync } from '../../../memoize.ts';
import type { Catalog, CatalogOptions } from './catalog.ts';
import { endpointsOf } from './endpoints.ts';
import { listCourses } from './list-courses.ts';
import { md5 } from './md5.ts';
import { published } from './published.ts';
import { openRequests } from './requests.ts';
import { changesAfter, dumpedCourses } from './whole-catalog.ts';

export type {
  ChildCategory,
  CourseChange,
  CourseSummary,
  DumpedCourse,
  FullCourse,
  ListedCategory,
  ListedLanguage,
  ListedProvider,
} from '../../../api/records.ts';
export type {
  Catalog,
  CatalogOptions,
  Choices,
  FacetName,
  FacetValue,
  Fetch,
  FoundCourse,
  SearchRequest,
  SearchResult,
  Sort,
} from './catalog.ts';
export { CatalogError, NotFoundError, NotPublishedError, PagingError } from './errors.ts';

const usualConcurrency = 6;

/** Opens the service at an address: that of its site, or any below its `/api/v1/`. Requests nothing yet. */
export async function openCatalog(address: string | URL, options: CatalogOptions = {}): Promise<Catalog> {
  const root = rootOf(address);
  const requests = openRequests(root, { ...options, concurrency: options.concurrency ?? usualConcurrency });
  const { page, course, languages, ...endpoints } = endpointsOf(requests);
  const search = lazyAsync(async () => (await import('./search-courses.ts')).searchOf(requests));
  return {
    ...endpoints,
    address: root.href,
    list: (kind, value) => listCourses(requests.addressOf(addressOf('.', kind, String(value))), root, page),
    search: async (request = {}) => (await search())(request),
    course: async (key) => course(/^[\da-f]{32}$/u.test(String(key)) ? String(key) : md5(String(key))),
    languages: async () => published('list of languages', languages()),
    dump: () => dumpedCourses(requests),
    changes: (since) => changesAfter(requests, since),
  };
}

/** The root of a service, with a trailing slash. */
function rootOf(address: string | URL): URL {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(new RegExp(`/${apiRoot}(?:/.*)?$`, 'u'), '').replace(/\/+$/u, '')}/`;
  [url.search, url.hash] = ['', ''];
  return url;
}
