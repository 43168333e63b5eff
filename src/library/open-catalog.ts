// The client: reads any service of the interface, in browsers and elsewhere. The package exports what this file does.
import type { AnyFields } from '../api/records.ts';
import { clientFilePaths } from '../api/client-files.ts';
import { addressOf, linkhashForm } from '../api/routes.ts';
import { lazyAsync } from '../memoize.ts';
import type { CallOptions, Catalog, CatalogOptions } from './catalog.ts';
import { endpointsOf } from './endpoints.ts';
import { CatalogError, isOutdated, NotFoundError } from './errors.ts';
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
  let noted: Promise<string | undefined> | undefined;
  let checked: Promise<void> | undefined;
  let asked = 0;
  /** The digest of the published build: empty if the service does not say, undefined if it does not answer. */
  const digest = async () => {
    try {
      return (await requests.body<{ readonly digest: string }>(clientFilePaths.build, 'digest')).digest;
    } catch (error) {
      return error instanceof CatalogError && (error.status ?? 500) < 500 ? '' : undefined;
    }
  };
  const check = async (earlier: typeof noted) => {
    requests.revalidate();
    const now = await digest();
    // Where the service does not answer, what is known is better than nothing.
    if (now === undefined) return;
    if (now === '' || now !== (await earlier)) known = unknown();
    noted = Promise.resolve(now);
  };
  /** What is known of the catalog, unless another one was published since. */
  const current = async () => {
    if (noted === undefined || Date.now() - asked > 1000 * maxAge) {
      asked = Date.now();
      if (noted) checked = check(noted);
      // Beside the first file that is loaded.
      else noted = digest();
    }
    await checked;
    return known;
  };
  const ask = async <Result>(what: (about: typeof known) => Promise<Result>, call: CallOptions | undefined) =>
    unlessEnded(async () => {
      const used = await current();
      try {
        return await what(used);
      } catch (error) {
        if (!isOutdated(error)) throw error;
        requests.revalidate();
        const renewed = unknown();
        const result = await what(renewed);
        known = renewed;
        return result;
      }
    }, call);
  /** What comes of it, unless a signal ends it before. */
  const unlessEnded = async <Result>(work: () => Promise<Result>, call: CallOptions | undefined): Promise<Result> => {
    const signals = [options.signal, call?.signal].flatMap((signal) => signal ?? []);
    for (const signal of signals) signal.throwIfAborted();
    const listening = new AbortController();
    const ended = new Promise<never>((_, reject) => {
      for (const signal of signals)
        signal.addEventListener('abort', () => reject(signal.reason), { signal: listening.signal });
    });
    try {
      return await Promise.race([ended, work()]);
    } finally {
      listening.abort();
    }
  };
  /** The same for each of several values. */
  async function* eachUnlessEnded<Value>(
    open: () => Promise<AsyncGenerator<Value, void>>,
    call: CallOptions | undefined,
  ): AsyncGenerator<Value, void> {
    const values = await open();
    try {
      for (;;) {
        const { done, value } = await unlessEnded(async () => values.next(), call);
        if (done) return;
        yield value;
      }
    } catch (error) {
      if (isOutdated(error)) {
        requests.revalidate();
        known = unknown();
      }
      throw error;
    } finally {
      // It may still wait for the value that nobody wants anymore.
      void values.return().catch(() => {});
    }
  }
  return {
    address: root.href,
    list(kind, value, call) {
      if (!listKinds.includes(kind)) throw new TypeError(`there is no list by "${kind}": ${listKinds.join(', ')}`);
      const first = requests.addressOf(addressOf('.', kind, String(value)));
      return eachUnlessEnded(async () => (await lists()).listCourses(first, root, endpoints.page), call);
    },
    search: async (request, call) => ask(async ({ search }) => (await search()).search(request), call),
    searchAll: (request, call) =>
      eachUnlessEnded(async () => ask(async ({ search }) => (await search()).searchAll(request), call), call),
    async course(key, call) {
      const course = await unlessEnded(async () => courseAt(String(key), endpoints.course), call);
      if (call?.fields !== true) return course;
      return { ...course, fields: await ask(async ({ search }) => (await search()).fieldsOf(course.id), call) };
    },
    latest: async (call) => unlessEnded(endpoints.latest, call),
    providers: async (call) => ask(async ({ providers }) => providers(), call),
    categories: async (call) => ask(async ({ categories }) => categories(), call),
    languages: async (call) => ask(async ({ languages }) => languages(), call),
    fields: async (call) => ask(async ({ search }) => (await search()).fields(), call),
    dump: (call) => eachUnlessEnded(async () => (await lists()).dumpedCourses<Own>(requests), call),
    changes: (since, call) => eachUnlessEnded(async () => (await lists()).changesAfter(requests, since), call),
  };
}

const lists = async () => import('./whole-catalog.ts');

/** The course with a linkhash or, in one of its forms, an address. */
async function courseAt<Course>(key: string, load: (linkhash: string) => Promise<Course>): Promise<Course> {
  const lower = key.toLowerCase();
  if (linkhashForm.test(lower)) return load(lower);
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
