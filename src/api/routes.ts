// Routes: every endpoint of the API, in one table. Whatever must know an endpoint reads it here (specification 4).

export interface Route {
  /** Its number in the specification's table; null for an addition of ours. */
  readonly number: number | null;
  /** Its name in the index of the endpoints; null where the endpoint is not listed there. */
  readonly name: string | null;
  /** Path below `/api/v1/`, without that and without the last slash; `{…}` stands for a parameter. */
  readonly path: string;
  /** Whether the response is a paged list, which has further files: one for each page. */
  readonly paged: boolean;
  /** The field that its envelope has beside those of every list; null where it has none (specification 2.3). */
  readonly extra?: string | null;
  /** What the response is, in words that need no other; without the last full stop. */
  readonly response: string;
  /** The name of its schema among `responseSchemas`. */
  readonly schema: string;
  /** What it is called in the OpenAPI document. */
  readonly summary: string;
  /** What stands in its path for `{…}`; absent where nothing does. */
  readonly parameter?: { readonly type: 'integer' | 'string'; readonly pattern?: string; readonly description: string };
}

/** A new endpoint is a new row: the index of the endpoints, the folders, the links and the OpenAPI document follow from it. */
export const routes = {
  index: {
    number: null,
    name: null,
    path: '',
    paged: false,
    response: 'Object with the address of every endpoint',
    schema: 'Index',
    summary: 'Endpoints of the API',
  },
  latest: {
    number: 1,
    name: 'courses_latest',
    path: 'courses/latest',
    paged: false,
    response: 'Array of courses with all their fields, most recently published first',
    schema: 'Latest',
    summary: 'Latest courses',
  },
  providers: {
    number: 2,
    name: 'providers',
    path: 'providers',
    paged: false,
    response: 'Array of all providers, on one page',
    schema: 'Providers',
    summary: 'Providers',
  },
  categories: {
    number: 3,
    name: 'categories',
    path: 'categories',
    paged: false,
    response: 'Array of all top-level categories, each with the categories right below it in `children`',
    schema: 'Categories',
    summary: 'Tree of the categories',
  },
  category: {
    number: 4,
    name: 'category_courses',
    path: 'categories/{category_id}',
    paged: true,
    extra: 'title',
    response: 'One page of the courses of a category, those of the categories below it included',
    schema: 'CategoryCourses',
    summary: 'Courses of a category',
    parameter: {
      type: 'integer',
      description:
        'Id of a category: a `category_id` of `/api/v1/categories/`, or one of the `categories_ids` of a course. Categories deeper than the tree have lists, too.',
    },
  },
  languages: {
    number: null,
    name: 'languages',
    path: 'languages',
    paged: false,
    response: 'Array of all languages, each with the number of its courses',
    schema: 'Languages',
    summary: 'Languages',
  },
  language: {
    number: 5,
    name: 'language_courses',
    path: 'languages/{language}/courses',
    paged: true,
    extra: 'language',
    response: 'One page of the courses in a language',
    schema: 'LanguageCourses',
    summary: 'Courses in a language',
    parameter: { type: 'string', description: 'Name of a language, written as the `name` in `/api/v1/languages/`.' },
  },
  provider: {
    number: 6,
    name: 'provider_courses',
    path: 'providers/{provider_id}/courses',
    paged: true,
    extra: null,
    response: 'One page of the courses of a provider',
    schema: 'ProviderCourses',
    summary: 'Courses of a provider',
    parameter: { type: 'integer', description: 'Id of a provider: an `id` of `/api/v1/providers/`.' },
  },
  course: {
    number: 7,
    name: 'course',
    path: 'courses/view/{linkhash}',
    paged: false,
    response: 'One course with all its fields',
    schema: 'Course',
    summary: 'One course',
    parameter: {
      type: 'string',
      pattern: '^[0-9a-f]{32}$',
      description:
        'The `linkhash` of a course: the MD5 digest of its `linkurl` in UTF-8, as 32 lowercase hexadecimal digits (specification 4, rule 2).',
    },
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
export type PagedRoute = { [Name in RouteName]: (typeof routes)[Name]['paged'] extends true ? Name : never }[RouteName];

/** Where the API begins, in addresses and in folders. */
export const apiRoot = 'api/v1';
/** The names that the file which answers for a folder may have; both hold JSON. */
export const indexFiles = ['index.json', 'index.html'] as const;
export type IndexFile = (typeof indexFiles)[number];

/** The folder of an endpoint below the root of the site, without a last slash: `api/v1/categories/712`. */
export function folderOf(name: RouteName, parameter = ''): string {
  return fill(name, parameter);
}

/** The folder below a list's own in which each page has a folder of its number. */
export const pagesFolder = 'page';

/** The address of an endpoint, absolute, with its last slash; the parameter is percent-encoded. */
export function addressOf(baseUrl: string, name: RouteName, parameter = ''): string {
  return `${baseUrl}/${fill(name, encodeURIComponent(parameter))}/`;
}

function fill(name: RouteName, parameter: string): string {
  const { path } = routes[name];
  return path === '' ? apiRoot : `${apiRoot}/${path.replace(/\{\w+\}/u, () => parameter)}`;
}
