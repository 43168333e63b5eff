// The types of the client: what is asked for, and what is found.
import type {
  CourseChange,
  CourseSummary,
  DumpedCourse,
  FullCourse,
  ListedCategory,
  ListedLanguage,
  ListedProvider,
} from '../api/records.ts';

export interface CatalogOptions {
  /** Sends the requests, instead of the `fetch` of the platform. */
  readonly fetch?: Fetch | undefined;
  /** Ends all requests. */
  readonly signal?: AbortSignal | undefined;
  /** How many requests are under way at a time: 6, if nothing is said. */
  readonly concurrency?: number | undefined;
}

export type Fetch = (
  address: string,
  settings: { readonly cache: 'default' | 'reload'; readonly signal: AbortSignal | null },
) => Promise<Response>;

/** A service of the interface. What fails rejects with a `CatalogError`, or with the reason of the signal. */
export interface Catalog {
  /** The address of the service, with a trailing slash. */
  readonly address: string;
  /** The courses of a list, on all its pages: by the id of a category or a provider, or by the name of a language. */
  list(kind: 'category' | 'language' | 'provider', value: string | number): AsyncGenerator<CourseSummary, void>;
  /** Searches, filters, sorts and counts courses, where the service has a search index. */
  search(request?: SearchRequest): Promise<SearchResult>;
  /** A course, by its address, which is its `linkurl` to the letter, or by its linkhash. */
  course(addressOrLinkhash: string | URL): Promise<FullCourse>;
  /** The newest courses, the newest first. */
  latest(): Promise<readonly FullCourse[]>;
  providers(): Promise<readonly ListedProvider[]>;
  /** The categories of the first level, each with those below it. */
  categories(): Promise<readonly ListedCategory[]>;
  /** Every language, where the service lists them. */
  languages(): Promise<readonly ListedLanguage[]>;
  /** Every course, where the service has dumps in NDJSON. */
  dump(): AsyncGenerator<DumpedCourse, void>;
  /** What changed after a time, the newest first, where the service has a journal: the last change of each course. Without a time, of every course. */
  changes(since?: string | Date): AsyncGenerator<CourseChange, void>;
}

/** What courses can be filtered by. */
export type FilterName = 'language' | 'category' | 'provider' | 'year';

/** The best match, the newest, the title, or the order of lists: ascending ids. */
export type Sort = 'match' | 'newest' | 'title' | 'listed';

type Value = string | number;
type Values = Value | readonly Value[];

/** The name of a language, the id of a category or a provider, or a year. A course needs one of several values, and one of each filter. */
export type Choices = { readonly [Filter in FilterName]?: Values | undefined };

export interface SearchRequest extends Choices {
  /** Words, of which the last may be unfinished. Without any, all courses are found. */
  readonly query?: string | undefined;
  /** What learners choose by, such as `level`, where the catalog has it. Of a field with an empty list, the values are counted. */
  readonly fields?: Readonly<Record<string, Values>> | undefined;
  /** Also the name of a field, such as `price`. If nothing is said, the best matches of a query come first, and without one the newest courses. */
  readonly sort?: Sort | (string & {}) | undefined;
  /** The most courses to load: 20, if nothing is said. */
  readonly limit?: number | undefined;
}

/** A course as a search finds it. Character references in its title and its author are decoded. */
export interface FoundCourse extends Pick<FullCourse, 'linkhash' | 'title' | 'language' | 'id' | 'author'> {
  /** The id of its provider. */
  readonly provider: number;
  readonly provider_name: string;
  /** The address of the course, as a URI, on a site that has no pages of courses: empty if it is nowhere on the web. */
  readonly linkurl?: string;
  /** The day, such as `2026-11-20`. */
  readonly date_published: string;
  /** What learners choose by, as in the source. Undefined if there is none. */
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
}

/** A value of a filter, as a request takes it. */
export interface CountedValue {
  readonly value: string;
  /** Undefined for a category below the second level. */
  readonly name: string | undefined;
  /** The courses that there would be, if it were the only choice of its filter. */
  readonly count: number;
}

export interface SearchResult {
  /** Courses that were found, of which `courses` has the first. */
  readonly total: number;
  /** Their order: the newest first, where there are too many to sort them by title. */
  readonly sort: Sort | (string & {});
  readonly courses: readonly FoundCourse[];
  /** The values with courses, the largest first. */
  readonly filters: Readonly<Record<FilterName, readonly CountedValue[]>>;
  /** The same of the fields that were asked for. */
  readonly fields: Readonly<Record<string, readonly CountedValue[]>>;
}
