// Routes: the one table of all API endpoints (specification 4).
import { keysOf } from '../text/keys.ts';

/** The form of a linkhash (specification 4, rule 2). */
export const linkhashPattern = '^[0-9a-f]{32}$';
export const linkhashForm = /* @__PURE__ */ new RegExp(linkhashPattern, 'u');

export interface Route {
  /** Number in the specification's table; null for an addition. */
  readonly number: number | null;
  /** Key in the endpoint index; null if not listed there. */
  readonly indexKey: string | null;
  /** Path relative to `/api/v1/`, without a trailing slash; `{…}` marks a parameter. */
  readonly path: string;
  /** Whether the response is a paged list, with one more file for each page. */
  readonly paged: boolean;
  /** The extra field of the envelope (specification 2.3); null if it has none. */
  readonly extra?: string | null;
  /** Description of the response for the OpenAPI document, without the full stop. */
  readonly response: string;
  /** Key in `responseSchemas`. */
  readonly schema: string;
  /** Summary in the OpenAPI document. */
  readonly summary: string;
  /** The parameter in the path, if it has one. */
  readonly parameter?: { readonly type: 'integer' | 'string'; readonly pattern?: string; readonly description: string };
}

/** The path of each endpoint. Apart from its row, of which scripts in browsers need nothing else. */
export const paths = {
  index: '',
  latest: 'courses/latest',
  providers: 'providers',
  categories: 'categories',
  category: 'categories/{category_id}',
  languages: 'languages',
  language: 'languages/{language}/courses',
  provider: 'providers/{provider_id}/courses',
  course: 'courses/view/{linkhash}',
} as const;

/**
 * Add an endpoint by adding its path, a row, its schema to `schemas.ts`, and its renderer to `outputs/resources/output.ts` or, if it is paged, its
 * membership to `catalog/named-lists.ts`: the endpoint index, folders, links, host files and OpenAPI document follow from them. The recipe
 * in CONTRIBUTING.md names the rest.
 */
export const routes = {
  index: {
    number: null,
    indexKey: null,
    path: paths.index,
    paged: false,
    response: 'Object with the URL of every endpoint, and of the files beside them that this catalog has',
    schema: 'Index',
    summary: 'Endpoint index',
  },
  latest: {
    number: 1,
    indexKey: 'courses_latest',
    path: paths.latest,
    paged: false,
    response: 'Array of full course records, most recently published first',
    schema: 'Latest',
    summary: 'Latest courses',
  },
  providers: {
    number: 2,
    indexKey: 'providers',
    path: paths.providers,
    paged: false,
    response: 'Array of all providers, not paged',
    schema: 'Providers',
    summary: 'Providers',
  },
  categories: {
    number: 3,
    indexKey: 'categories',
    path: paths.categories,
    paged: false,
    response: 'Array of all top-level categories, each with its child categories in `children`',
    schema: 'Categories',
    summary: 'Category tree',
  },
  category: {
    number: 4,
    indexKey: 'category_courses',
    path: paths.category,
    paged: true,
    extra: 'title',
    response: 'One page of the courses in a category, including those in its subcategories',
    schema: 'CategoryCourses',
    summary: 'Courses in a category',
    parameter: {
      type: 'integer',
      description:
        'Category id: a `category_id` from `/api/v1/categories/`, or one of the `categories_ids` of a course. Categories below the two levels of the tree have lists too.',
    },
  },
  languages: {
    number: null,
    indexKey: 'languages',
    path: paths.languages,
    paged: false,
    response: 'Array of all languages, each with its number of courses',
    schema: 'Languages',
    summary: 'Languages',
  },
  language: {
    number: 5,
    indexKey: 'language_courses',
    path: paths.language,
    paged: true,
    extra: 'language',
    response: 'One page of the courses in a language',
    schema: 'LanguageCourses',
    summary: 'Courses in a language',
    parameter: { type: 'string', description: 'Language name, exactly as the `name` in `/api/v1/languages/`.' },
  },
  provider: {
    number: 6,
    indexKey: 'provider_courses',
    path: paths.provider,
    paged: true,
    extra: null,
    response: 'One page of the courses of a provider',
    schema: 'ProviderCourses',
    summary: 'Courses of a provider',
    parameter: { type: 'integer', description: 'Provider id: an `id` from `/api/v1/providers/`.' },
  },
  course: {
    number: 7,
    indexKey: 'course',
    path: paths.course,
    paged: false,
    response: 'One full course record',
    schema: 'Course',
    summary: 'One course',
    parameter: {
      type: 'string',
      pattern: linkhashPattern,
      description:
        'The `linkhash` of a course: the MD5 digest of its `linkurl` in UTF-8, as 32 lowercase hexadecimal digits (specification 4, rule 2).',
    },
  },
} as const satisfies Record<keyof typeof paths, Route>;

export type RouteName = keyof typeof paths;
// Pure, so that scripts without it leave it out.
export const routeNames = /* @__PURE__ */ keysOf(paths);
/** The endpoints that are a single file: those without a parameter. */
export type SingleRoute = {
  [Name in RouteName]: (typeof routes)[Name] extends { readonly parameter: unknown } ? never : Name;
}[RouteName];
export type PagedRoute = { [Name in RouteName]: (typeof routes)[Name]['paged'] extends true ? Name : never }[RouteName];

export const interfaceVersion = 'v1';
/** The root of the API, both in URLs and on disk. */
export const apiRoot = `api/${interfaceVersion}`;

/** Whether a path relative to the site root is below that of the API. */
export function isInApi(path: string): boolean {
  return path.startsWith(`${apiRoot}/`);
}

/** Allowed names of the index file, which a server sends for its folder. Both contain JSON. */
export const indexFiles = ['index.json', 'index.html'] as const;
export type IndexFile = (typeof indexFiles)[number];

/** The folder of an endpoint, relative to the site root, without a trailing slash: `api/v1/categories/712`. */
export function folderOf(name: RouteName, parameter = ''): string {
  const path = paths[name];
  return path === '' ? apiRoot : `${apiRoot}/${path.replace(/\{\w+\}/u, () => parameter)}`;
}

/** The folder that contains all views, without a trailing slash. */
export const viewsFolder = /* @__PURE__ */ folderOf('course').slice(0, -1);

/** The segment of a path between a list and the number of a page: `providers/7/courses/page/2`. */
export const pageSegment = 'page';

/** The absolute URL of an endpoint, with a trailing slash; the parameter is percent-encoded. */
export function addressOf(baseUrl: string, name: RouteName, parameter = ''): string {
  return `${baseUrl}/${folderOf(name, encodeURIComponent(parameter))}/`;
}
