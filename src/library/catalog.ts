// The types of the client: what is asked for, and what is found.
import type {
  AnyFields,
  CourseChange,
  CourseSummary,
  DumpedCourse,
  FieldsOf,
  FullCourse,
  ListedCategory,
  ListedLanguage,
  ListedProvider,
  PageFields,
} from '../api/records.ts';

export interface CatalogOptions {
  /** Sends the requests, instead of the `fetch` of the platform. */
  readonly fetch?: Fetch | undefined;
  /** Ends all requests. */
  readonly signal?: AbortSignal | undefined;
  /** How many requests are under way at a time: 6, if nothing is said. */
  readonly concurrency?: number | undefined;
  /** Seconds after which a call asks `build.json` whether there is a newer build, and forgets what it knows if there is: 300, if nothing is said. */
  readonly maxAge?: number | undefined;
}

/** What every call takes. */
export interface CallOptions {
  /** Ends this call. Requests that are under way, which others may need, are not ended by it. */
  readonly signal?: AbortSignal | undefined;
}

export type Fetch = (
  address: string,
  settings: {
    readonly cache: 'default' | 'no-cache' | 'reload';
    readonly mode?: 'no-cors';
    readonly signal: AbortSignal | null;
  },
) => Promise<Response>;

/** A service of the interface. What fails rejects with a `CatalogError`, or with the reason of the signal. `Own` has the types of the catalog's own fields. */
export interface Catalog<Own extends object = AnyFields> {
  /** The address of the service, with a trailing slash. */
  readonly address: string;
  /** The courses of a list, on all its pages: by the id of a category or a provider, or by the name of a language. */
  list(
    kind: 'category' | 'language' | 'provider',
    value: string | number,
    call?: CallOptions,
  ): AsyncGenerator<CourseSummary, void>;
  /** Searches, filters, sorts and counts courses, where the service has a search index. */
  search(request?: SearchRequest<Own>, call?: CallOptions): Promise<SearchResult<Own>>;
  /** Every course that a search finds, one after the other, from its `offset` on, and no more than its `limit`. */
  searchAll(request?: SearchRequest<Own>, call?: CallOptions): AsyncGenerator<FoundCourse<Own>, void>;
  /** A course, by its address, which is its `linkurl`, or by its linkhash. With `fields` it has those that its page has, where the service has a search index. */
  course(
    addressOrLinkhash: string | URL,
    call?: CallOptions & { readonly fields?: boolean | undefined },
  ): Promise<FullCourse & { readonly fields?: FieldsOf<Own> | undefined }>;
  /** The newest courses, the newest first. */
  latest(call?: CallOptions): Promise<readonly FullCourse[]>;
  providers(call?: CallOptions): Promise<readonly ListedProvider[]>;
  /** The categories of the first level, each with those below it. */
  categories(call?: CallOptions): Promise<readonly ListedCategory[]>;
  /** Every language, where the service lists them. */
  languages(call?: CallOptions): Promise<readonly ListedLanguage[]>;
  /** The page fields that courses have, where the service has a search index. */
  fields(call?: CallOptions): Promise<readonly CatalogField[]>;
  /** Every course, where the service has dumps in NDJSON. */
  dump(call?: CallOptions): AsyncGenerator<DumpedCourse<Own>, void>;
  /** What changed after a time, the newest first, where the service has a journal: the last change of each course. Without a time, of every course. */
  changes(since?: string | Date, call?: CallOptions): AsyncGenerator<CourseChange, void>;
}

/** A page field that some courses have. */
export interface CatalogField {
  readonly name: string;
  readonly kind: 'text' | 'list' | 'number' | 'date' | 'duration' | 'price' | 'address' | 'yes-no' | 'timestamp';
  /** What pages call it, by the tag of their language. */
  readonly labels: Readonly<Record<string, string>>;
  /** Whether a search can choose by it. Pages offer it as a filter if courses have at least two values. */
  readonly isFilterable: boolean;
  readonly isSortable: boolean;
}

/** What courses can be filtered by. */
export type FilterName = 'language' | 'category' | 'provider' | 'year';

/** The best match, the newest, the title, or the order of lists: ascending ids. */
export type Sort = 'match' | 'newest' | 'title' | 'listed';

type Value = string | number;
type Values = Value | readonly Value[];

/** A language by its name in the catalog, in English or in the language itself, or by its tag; the id or the name of a category or a provider; or a year. A course needs one of several values, and one of each filter. */
export type Choices = { readonly [Filter in FilterName]?: Values | undefined };

/** Values from one to another, both included: days, months, years, numbers, or amounts in the one currency of all prices. */
export interface Range {
  readonly from?: Value | undefined;
  readonly to?: Value | undefined;
}

/** A value, one of several, or a range. A price is `free`, which is 0, or `paid`; a day is `upcoming`, a day, a month (`2027-03`) or a year. */
export type FieldChoice = Value | boolean | readonly (Value | boolean)[] | Range;

export interface SearchRequest<Own = AnyFields> extends Choices {
  /** Words, of which the last may be unfinished. Without any, all courses are found. */
  readonly query?: string | undefined;
  /** What learners choose by, such as `level`, where the catalog has it. Of a field with an empty list, the values are counted. */
  readonly fields?: Readonly<Partial<Record<keyof (PageFields & Own), FieldChoice | undefined>>> | undefined;
  /** What a value is that the catalog does not have: an error that names similar ones, if nothing is said, or one that finds nothing. */
  readonly unknown?: 'error' | 'empty' | undefined;
  /** Also the name of a field, such as `price`. If nothing is said, the best matches of a query come first, and without one the newest courses. */
  readonly sort?: Sort | (string & {}) | undefined;
  /** Courses to skip: none, if nothing is said. */
  readonly offset?: number | undefined;
  /** The most courses to load: 20, if nothing is said. */
  readonly limit?: number | undefined;
}

/** A course as a search finds it. Character references in its title and its author are decoded. */
export interface FoundCourse<Own = AnyFields> extends Pick<
  FullCourse,
  'linkhash' | 'title' | 'language' | 'id' | 'author' | 'linkurl'
> {
  /** The address of its page, on a site that has pages of courses. */
  readonly page?: string | undefined;
  /** The id of its provider. */
  readonly provider: number;
  readonly provider_name: string;
  /** The day, such as `2026-11-20`. */
  readonly date_published: string;
  /** What learners choose by; texts have up to 2,000 characters. Undefined if there is none. */
  readonly fields?: FieldsOf<Own> | undefined;
}

/** A value of a filter, as a request takes it. */
export interface CountedValue {
  readonly value: string;
  /** Undefined for a category below the second level. */
  readonly name: string | undefined;
  /** The courses that there would be, if it were the only choice of its filter. */
  readonly count: number;
}

export interface SearchResult<Own = AnyFields> {
  /** Courses that were found, of which `courses` has some. */
  readonly total: number;
  readonly sort: Sort | (string & {});
  readonly courses: readonly FoundCourse<Own>[];
  /** The values with courses, the largest first. */
  readonly filters: Readonly<Record<FilterName, readonly CountedValue[]>>;
  /** The same of the fields that were asked for. */
  readonly fields: Readonly<Record<string, readonly CountedValue[]>>;
}
