// Every file that a build has to write, derived from the source records by the letter of the specification ("spec"). Slow on purpose: each list
// filters all courses again, and each count is the length of such a list.
import { readFileSync } from 'node:fs';
import type { SourceCatalog, SourceCourse } from './read-source.ts';
import {
  fullRecord,
  summaryRecord,
  providerRecord,
  treeEntry,
  linkhash,
  coursesOfCategory,
  coursesOfLanguage,
  coursesOfProvider,
  childrenOf,
} from './records.ts';
import { momentOf, byCodeUnits, byNumber, json } from './text.ts';

export interface ExpectedOptions {
  baseUrl: string;
  pageLinks: 'query' | 'path';
  pageSize: number;
  latest: number;
  dumps: readonly string[];
  /** Undefined without a journal. */
  journal: unknown;
}

type File = [path: string, text: string];

/** Stands for a text that is tested elsewhere. */
export const anyText = '\0';

/** Relative path (with `/`) to the exact text of each file, its final newline included, for a build without HTML pages. */
export function expectedFiles(source: SourceCatalog, options: ExpectedOptions): Map<string, string> {
  const catalog = withComposedNames(source);
  return new Map<string, string>([
    ...rootFiles(),
    ...endpointIndex(options),
    ...latestCourses(catalog, options),
    ...singleCourses(catalog),
    ...providerList(catalog),
    ...categoryTree(catalog),
    ...languageList(catalog),
    ...categoryCourses(catalog, options),
    ...languageCourses(catalog, options),
    ...providerCourses(catalog, options),
  ]);
}

// --- Spec 4: the endpoints ---

/** Spec 4, endpoint 1: "Array of course (full record), most recently published first." Of equal dates the higher `id` comes first. */
function latestCourses(catalog: SourceCatalog, options: ExpectedOptions): File[] {
  const newestFirst = catalog.courses.toSorted(
    (left, right) =>
      byCodeUnits(momentOf(right.date_published), momentOf(left.date_published)) || byNumber(right.id, left.id),
  );
  const records = newestFirst.slice(0, options.latest).map((course) => fullRecord(catalog, course));
  return [['api/v1/courses/latest/index.json', json(records)]];
}

/** Spec 4, endpoint 2: "Array of provider. It is not paged and has no envelope." By ascending `id`. */
function providerList(catalog: SourceCatalog): File[] {
  const records = catalog.providers
    .toSorted((left, right) => byNumber(left.id, right.id))
    .map((provider) => providerRecord(catalog, provider));
  return [['api/v1/providers/index.json', json(records)]];
}

/** Spec 4, endpoint 3: "Array of category with children. It is not paged." Spec 2.5: "The tree has two levels." */
function categoryTree(catalog: SourceCatalog): File[] {
  const tree = childrenOf(catalog, null).map((category) => treeEntry(catalog, category));
  return [['api/v1/categories/index.json', json(tree)]];
}

/** Spec 4, endpoint 4: "Paged envelope with `title`." Spec 2.3: "`title` (string, the category name)". */
function categoryCourses(catalog: SourceCatalog, options: ExpectedOptions): File[] {
  return catalog.categories.flatMap((category) =>
    pagedList(
      ['api', 'v1', 'categories', String(category.id)],
      coursesOfCategory(catalog, category),
      { title: category.name },
      options,
    ),
  );
}

/** Spec 4, endpoint 5: "Paged envelope with `language`." Spec 2.3: "the language name as given in the path". */
function languageCourses(catalog: SourceCatalog, options: ExpectedOptions): File[] {
  return languageNames(catalog).flatMap((language) =>
    pagedList(
      ['api', 'v1', 'languages', language, 'courses'],
      coursesOfLanguage(catalog, language),
      { language },
      options,
    ),
  );
}

/** Spec 4, endpoint 6: "Paged envelope." Spec 2.3: "the provider course list adds no extra field". */
function providerCourses(catalog: SourceCatalog, options: ExpectedOptions): File[] {
  return catalog.providers.flatMap((provider) =>
    pagedList(
      ['api', 'v1', 'providers', String(provider.id), 'courses'],
      coursesOfProvider(catalog, provider),
      {},
      options,
    ),
  );
}

/** Spec 4, endpoint 7: "One course (full record)." */
function singleCourses(catalog: SourceCatalog): File[] {
  return catalog.courses.map((course) => [
    `api/v1/courses/view/${linkhash(course)}/index.json`,
    json(fullRecord(catalog, course)),
  ]);
}

// --- What this tool adds to the API, and the files beside it ---

function endpointIndex(options: ExpectedOptions): File[] {
  const base = baseAddress(options);
  const endpoints = {
    courses_latest: `${base}/api/v1/courses/latest/`,
    providers: `${base}/api/v1/providers/`,
    categories: `${base}/api/v1/categories/`,
    category_courses: `${base}/api/v1/categories/{category_id}/`,
    languages: `${base}/api/v1/languages/`,
    language_courses: `${base}/api/v1/languages/{language}/courses/`,
    provider_courses: `${base}/api/v1/providers/{provider_id}/courses/`,
    course: `${base}/api/v1/courses/view/{linkhash}/`,
    build: `${base}/build.json`,
    ...(options.journal !== undefined && {
      changes: `${base}/changes.ndjson`,
      changes_since: `${base}/changes/since.json`,
    }),
    ...(options.dumps.length > 0 && { dumps: `${base}/dumps/datapackage.json` }),
  };
  return [['api/v1/index.json', json(endpoints)]];
}

function languageList(catalog: SourceCatalog): File[] {
  const records = languageNames(catalog).map((name) => ({
    name,
    course_count: coursesOfLanguage(catalog, name).length,
  }));
  return [['api/v1/languages/index.json', json(records)]];
}

function rootFiles(): File[] {
  const published: string[] = JSON.parse(readFileSync('lib/published.json', 'utf8'));
  const schemas = published.filter((path) => path.startsWith('schemas/'));
  return [
    ['404.json', json({ detail: 'Not found.' })],
    ['404.html', json({ detail: 'Not found.' })],
    ['405.json', json({ detail: 'Method not allowed.' })],
    // See `test/openapi`.
    ['openapi.json', anyText],
    // See `test/dumps`.
    ['dcat.jsonld', anyText],
    ['.well-known/api-catalog', anyText],
    ['build.json', anyText],
    ...schemas.map((path): File => [path, readFileSync(`lib/published/${path}`, 'utf8')]),
    [
      '.nojekyll',
      `${['static-course-catalog', '.well-known/api-catalog', '404.html', '404.json', '405.json', 'build.json', 'dcat.jsonld', 'openapi.json', ...schemas].join('\n')}\n`,
    ],
  ];
}

// --- Spec 2.3: the paged list envelope ---

/** An empty list has one page. Every page of every list is a file of its own, page 1 included. */
function pagedList(
  segments: string[],
  matching: SourceCourse[],
  extra: Record<string, string>,
  options: ExpectedOptions,
): File[] {
  const folder = segments.join('/');
  const lastPage = Math.max(1, Math.ceil(matching.length / options.pageSize));
  const files: File[] = [];
  for (let page = 1; page <= lastPage; page += 1) {
    const text = json({
      count: matching.length,
      next: page < lastPage ? pageAddress(segments, page + 1, options) : null,
      previous: page > 1 ? pageAddress(segments, page - 1, options) : null,
      results: matching.slice((page - 1) * options.pageSize, page * options.pageSize).map(summaryRecord),
      ...extra,
    });
    if (page === 1) files.push([`${folder}/index.json`, text]);
    files.push([`${folder}/page/${page}/index.json`, text]);
  }
  return files;
}

/**
 * Spec 2.3: "in the form `{base_url}/api/v1/<same path>/?page=<n>`"; with path links it ends in `/page/<n>/`.
 * `previous` of page 2 is the list's own address. Each path segment is percent-encoded.
 */
function pageAddress(segments: string[], page: number, options: ExpectedOptions): string {
  const list = `${baseAddress(options)}/${segments.map(encodeURIComponent).join('/')}/`;
  if (page === 1) return list;
  return options.pageLinks === 'query' ? `${list}?page=${page}` : `${list}page/${page}/`;
}

function baseAddress(options: ExpectedOptions): string {
  return options.baseUrl.replace(/\/+$/, '');
}

// --- Languages, in folders of their names (UTF-8, NFC) ---

function withComposedNames(source: SourceCatalog): SourceCatalog {
  return {
    ...source,
    courses: source.courses.map((course) => ({ ...course, language: course.language.map(composed) })),
    languages: source.languages.map(({ name, tag }) => ({ name: composed(name), tag })),
  };
}

function composed(name: string): string {
  return name.normalize('NFC');
}

/** Every language that a course uses, and every one in the languages file, used or not. */
function languageNames(catalog: SourceCatalog): string[] {
  const names = [...catalog.languages.map(({ name }) => name), ...catalog.courses.flatMap((course) => course.language)];
  return [...new Set(names)].toSorted(byCodeUnits);
}
