// The client: reads any service of the interface, in browsers and elsewhere. The package exports what this file does.
import type { AnyFields } from '../api/records.ts';
import { clientFilePaths } from '../api/client-files.ts';
import { addressOf } from '../api/routes.ts';
import { lazyAsync } from '../memoize.ts';
import type { CallOptions, Catalog, CatalogOptions } from './catalog.ts';
import { endpointsOf } from './endpoints.ts';
import { NotFoundError } from './errors.ts';
import { md5 } from './md5.ts';
import { published } from './published.ts';
import { openRequests } from './requests.ts';
import { rootOf } from './root.ts';
import { assertWholeNumber } from './whole-number.ts';

export type {
  AnyFields,
  ChildCategory,
  CourseChange,
  CourseSummary,
  DumpedCourse,
  FieldsOf,
  FieldValue,
  FullCourse,
  ListedCategory,
  ListedLanguage,
  ListedProvider,
  PageFields,
  Price,
} from '../api/records.ts';
export type {
  CallOptions,
  Catalog,
  CatalogField,
  CatalogOptions,
  Choices,
  FieldChoice,
  FilterName,
  CountedValue,
  Fetch,
  FoundCourse,
  Range,
  SearchRequest,
  SearchResult,
  Sort,
} from './catalog.ts';
export { CatalogError, NotFoundError, NotPublishedError, PagingError } from './errors.ts';

const [usualConcurrency, usualMaxAge] = [6, 300];
const listKinds = ['category', 'language', 'provider'];

/** Opens the service at an address: that of its site, or any below its `/api/v1/`. Requests nothing yet. */
export async function openCatalog<Own extends object = AnyFields>(
  address: string | URL,
  options: CatalogOptions = {},
): Promise<Catalog<Own>> {
  const root = rootOf(address);
  const { concurrency = usualConcurrency, maxAge = usualMaxAge } = options;
  const requests = openRequests(root, { ...options, concurrency: assertWholeNumber('concurrency', concurrency, 1) });
  const endpoints = endpointsOf(requests);
  const unknown = () => {
    const [providers, categories] = [lazyAsync(endpoints.providers), lazyAsync(endpoints.categories)];
    const languages = lazyAsync(async () => published('list of languages', endpoints.languages()));
    const search = lazyAsync(async () =>
      (await import('./search-courses.ts')).searchOf<Own>(requests, { providers, categories }),
    );
    return { providers, categories, languages, search };
  };
  let known = unknown();
  let asked = Date.now();
  let digest = '';
  /** What is known of the catalog, unless another one was published since. */
  const current = async () => {
    if (Date.now() - asked <= 1000 * maxAge) return known;
    asked = Date.now();
    requests.revalidate();
    try {
      const build = await requests.body<{ readonly digest: string }>(clientFilePaths.build, 'digest');
      if (build.digest !== digest) known = unknown();
      digest = build.digest;
    } catch (error) {
      // The service does not say. Where it does not answer, what is known is better than nothing.
      if (error instanceof NotFoundError) known = unknown();
    }
    return known;
  };
  const ask = async <Result>(what: (about: typeof known) => Promise<Result>, call: CallOptions | undefined) =>
    unlessAborted(current().then(what), call);
  /** The requests of a call. */
  const of = ({ signal }: CallOptions = {}) => (signal ? requests.until(signal) : requests);
  async function* listOf(first: string, call: CallOptions | undefined) {
    yield* (await lists()).listCourses(first, root, endpointsOf(of(call)).page);
  }
  return {
    address: root.href,
    list(kind, value, call) {
      if (!listKinds.includes(kind)) throw new TypeError(`there is no list by "${kind}": ${listKinds.join(', ')}`);
      return listOf(requests.addressOf(addressOf('.', kind, String(value))), call);
    },
    search: async (request, call) => ask(async ({ search }) => (await search()).search(request), call),
    async *searchAll(request, call) {
      const searching = await ask(async ({ search }) => search(), call);
      const found = searching.searchAll(request);
      for (;;) {
        const { done, value } = await unlessAborted(found.next(), call);
        if (done) return;
        yield value;
      }
    },
    async course(key, call) {
      const course = await courseAt(String(key), endpointsOf(of(call)).course);
      if (call?.fields !== true) return course;
      return { ...course, fields: await ask(async ({ search }) => (await search()).fieldsOf(course.id), call) };
    },
    latest: async (call) => endpointsOf(of(call)).latest(),
    providers: async (call) => ask(async ({ providers }) => providers(), call),
    categories: async (call) => ask(async ({ categories }) => categories(), call),
    languages: async (call) => ask(async ({ languages }) => languages(), call),
    fields: async (call) => ask(async ({ search }) => (await search()).fields(), call),
    async *dump(call) {
      yield* (await lists()).dumpedCourses<Own>(of(call));
    },
    async *changes(since, call) {
      yield* (await lists()).changesAfter(of(call), since);
    },
  };
}

const lists = async () => import('./whole-catalog.ts');

/** What is shared with other calls, for one that may end. */
async function unlessAborted<Result>(work: Promise<Result>, { signal }: CallOptions = {}): Promise<Result> {
  if (!signal) return work;
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
  });
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** The course with a linkhash or, in one of its forms, an address. */
async function courseAt<Course>(key: string, load: (linkhash: string) => Promise<Course>): Promise<Course> {
  if (/^[\da-f]{32}$/iu.test(key)) return load(key.toLowerCase());
  let missing: unknown;
  for (const form of formsOf(key))
    try {
      return await load(md5(form));
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      missing ??= error;
    }
  if (!(missing instanceof NotFoundError)) throw missing;
  throw new NotFoundError(`is not there: no course has the address ${key}`, missing.address, missing.status, {
    cause: missing,
  });
}

/** An address as it is given, as browsers write it, and as people do: without a slash at the end, or with letters that are not escaped. */
function formsOf(key: string): Iterable<string> {
  const forms = new Set([key]);
  try {
    const { href } = new URL(key);
    forms.add(href).add(href.replace(/\/$/u, '')).add(decodeURI(href));
  } catch {
    // It has one form.
  }
  return forms;
}
