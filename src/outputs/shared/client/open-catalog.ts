// The client: reads any service of the interface, in browsers and elsewhere. The package exports this file as `static-course-catalog/client`.
import { addressOf, apiRoot } from '../../../api/routes.ts';
import type {
  CourseSummary,
  FullCourse,
  ListedCategory,
  ListedLanguage,
  ListedProvider,
} from '../../../api/records.ts';
import type { CourseChange } from '../../../journal/line.ts';
import type { DumpedCourse } from '../../dumps/fact-columns.ts';
import { openSearch } from '../../search/browser/search.ts';
import { endpointsOf } from './endpoints.ts';
import { published } from './errors.ts';
import { listCourses } from './list-courses.ts';
import { md5 } from './md5.ts';
import { openRequests, type RequestOptions } from './requests.ts';
import { searchCourses, type SearchRequest, type SearchResult } from './search-courses.ts';
import { changesAfter, dumpedCourses } from './whole-catalog.ts';

export type { ChildCategory } from '../../../api/records.ts';
export { CatalogError, NotFoundError, NotPublishedError, PagingError } from './errors.ts';
export type { Choices, FacetValue, FoundCourse, SearchRequest, SearchResult } from './search-courses.ts';
export type {
  CourseChange,
  CourseSummary,
  DumpedCourse,
  FullCourse as Course,
  ListedCategory as Category,
  ListedLanguage as Language,
  ListedProvider as Provider,
  RequestOptions as CatalogOptions,
};

/** Requests that are under way at a time, if nothing else is said. */
const usualConcurrency = 6;

/** A service of the interface. Calls reject with a `CatalogError`, or with the reason of the signal. */
export interface Catalog {
  /** The address of the service, with a trailing slash. */
  readonly address: string;
  /** The courses of a list, all its pages: by the id of a category or a provider, or the name of a language. */
  list(kind: 'category' | 'language' | 'provider', value: string | number): AsyncGenerator<CourseSummary, void>;
  /** Searches, filters, sorts and counts courses, where the service has a search index. */
  search(request?: SearchRequest): Promise<SearchResult>;
  /** A course, by its address (`linkurl`, exactly) or its linkhash. */
  course(addressOrLinkhash: string | URL): Promise<FullCourse>;
  /** The newest courses, the newest first. */
  latest(): Promise<readonly FullCourse[]>;
  providers(): Promise<readonly ListedProvider[]>;
  /** The categories of the first level, with those below them. */
  categories(): Promise<readonly ListedCategory[]>;
  languages(): Promise<readonly ListedLanguage[]>;
  /** Every course, with what learners choose by, where the service has dumps in NDJSON. */
  dump(): AsyncGenerator<DumpedCourse, void>;
  /** The last change of each course that changed after a time, the newest first, where the service has a journal; without a time, of every course. */
  changes(since?: string | Date): AsyncGenerator<CourseChange, void>;
}

/** Opens the service at an address: that of the site, or one below its `/api/v1/`. Requests nothing yet. */
export async function openCatalog(address: string | URL, options: RequestOptions = {}): Promise<Catalog> {
  const root = rootOf(address);
  const requests = openRequests(root, { concurrency: usualConcurrency, ...options });
  const { page, course, languages, ...endpoints } = endpointsOf(requests);
  const search = openSearch(requests);
  return {
    ...endpoints,
    address: root.href,
    list: (kind, value) => listCourses(requests.addressOf(addressOf('.', kind, String(value))), root, page),
    search: async (request = {}) => published('search index', searchCourses(search, request)),
    course: async (key) => course(/^[\da-f]{32}$/u.test(String(key)) ? String(key) : md5(String(key))),
    languages: async () => published('list of languages', languages()),
    dump: () => dumpedCourses(requests),
    changes: (since) => changesAfter(requests, since),
  };
}

/** The root of a service, from any address of it, with a trailing slash. */
function rootOf(address: string | URL): URL {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(new RegExp(`/${apiRoot}(?:/.*)?$`, 'u'), '').replace(/\/+$/u, '')}/`;
  [url.search, url.hash] = ['', ''];
  return url;
}
