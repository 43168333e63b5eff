// Every file that a build has to write, derived from the source records by the letter of the specification ("spec"). Slow on purpose: each list
// filters all courses again, and each count is the length of such a list.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SourceCatalog, SourceCategory, SourceCourse, SourceProvider } from './read-source.ts';

export interface ExpectedOptions {
  baseUrl: string;
  pageLinks: 'query' | 'path';
  pageSize: number;
  latest: number;
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

/** Spec 4, endpoint 1: "Array of course (full record), most recently published first." Design 4: "ties by higher `id`". */
function latestCourses(catalog: SourceCatalog, options: ExpectedOptions): File[] {
  const newestFirst = catalog.courses.toSorted(
    (left, right) =>
      byCodeUnits(momentOf(right.date_published), momentOf(left.date_published)) || byNumber(right.id, left.id),
  );
  const records = newestFirst.slice(0, options.latest).map((course) => fullRecord(catalog, course));
  return [['api/v1/courses/latest/index.json', json(records)]];
}

/** Spec 4, endpoint 2: "Array of provider. It is not paged and has no envelope." Design 4: "by ascending `id`". */
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

// --- Design 3: "additions of ours", and the files beside the API ---

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
    ...schemas.map((path): File => [path, readFileSync(`lib/published/${path}`, 'utf8')]),
    [
      '.nojekyll',
      `${['static-course-catalog', '404.html', '404.json', '405.json', 'openapi.json', ...schemas].join('\n')}\n`,
    ],
  ];
}

// --- Spec 2.3: the paged list envelope ---

/** Design 4: "an empty list: one page". Design 2: "every page of every list is a file of its own, page 1 included". */
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
 * Spec 2.3: "in the form `{base_url}/api/v1/<same path>/?page=<n>`"; design 2: with path links "/page/<n>/";
 * design 4: "`previous` of page 2: the list's own address"; design 3: "each path segment is percent-encoded".
 */
function pageAddress(segments: string[], page: number, options: ExpectedOptions): string {
  const list = `${baseAddress(options)}/${segments.map(encodeURIComponent).join('/')}/`;
  if (page === 1) return list;
  return options.pageLinks === 'query' ? `${list}?page=${page}` : `${list}page/${page}/`;
}

function baseAddress(options: ExpectedOptions): string {
  return options.baseUrl.replace(/\/+$/, '');
}

// --- Spec 2: the records, their fields in the order of its tables ---

/** Spec 2.1. Design 4: "`catalog_id` of a course that the external catalog lacks: `null`". */
function fullRecord(catalog: SourceCatalog, course: SourceCourse) {
  return {
    linkhash: linkhash(course),
    title: course.title,
    description: course.description,
    tags: course.tags,
    provider: course.provider,
    provider_name: found(catalog.providers.find(({ id }) => id === course.provider)).name,
    language: course.language,
    date_published: printedDate(course.date_published),
    id: course.id,
    linkurl: course.linkurl,
    author: course.author,
    categories: course.categories.map((id) => `All/${namesDownTo(catalog, id).join('/')}`),
    catalog_id: course.catalog_id,
    categories_ids: course.categories,
  };
}

/** Spec 2.2: "Category ids. Here they are integers, not paths." */
function summaryRecord(course: SourceCourse) {
  return {
    linkhash: linkhash(course),
    title: course.title,
    language: course.language,
    id: course.id,
    linkurl: course.linkurl,
    author: course.author,
    categories: course.categories,
  };
}

/** Spec 2.4. Design 4: "`course_count_catalog` counts the provider's courses whose `catalog_id` is not null". */
function providerRecord(catalog: SourceCatalog, provider: SourceProvider) {
  const courses = coursesOfProvider(catalog, provider);
  return {
    id: provider.id,
    name: provider.name,
    external_id: provider.external_id,
    course_count_catalog: courses.filter((course) => course.catalog_id !== null).length,
    course_count: courses.length,
  };
}

/** Spec 2.5: "Child category: `name`, `category_id` (string of decimal digits), `course_count`". */
function categoryRecord(catalog: SourceCatalog, category: SourceCategory) {
  return {
    name: category.name,
    category_id: String(category.id),
    course_count: coursesOfCategory(catalog, category).length,
  };
}

/** Spec 2.5: the fields of a category with "`children`: array of child category. May be empty." */
function treeEntry(catalog: SourceCatalog, category: SourceCategory) {
  return {
    ...categoryRecord(catalog, category),
    children: childrenOf(catalog, category.id).map((child) => categoryRecord(catalog, child)),
  };
}

/** Spec 2.1: "It is the MD5 digest of the `linkurl` string encoded as UTF-8." */
function linkhash(course: SourceCourse): string {
  return createHash('md5').update(course.linkurl, 'utf8').digest('hex');
}

// --- Design 4: which courses a list holds; "ascending `id`", "each course once" ---

/** "the category's own courses and those of all its descendants, each course once" */
function coursesOfCategory(catalog: SourceCatalog, category: SourceCategory): SourceCourse[] {
  const covered = idsFrom(catalog, category);
  return coursesWhere(catalog, (course) => course.categories.some((id) => covered.includes(id)));
}

/** "every course whose `language` array holds the name" */
function coursesOfLanguage(catalog: SourceCatalog, language: string): SourceCourse[] {
  return coursesWhere(catalog, (course) => course.language.includes(language));
}

function coursesOfProvider(catalog: SourceCatalog, provider: SourceProvider): SourceCourse[] {
  return coursesWhere(catalog, (course) => course.provider === provider.id);
}

function coursesWhere(catalog: SourceCatalog, holds: (course: SourceCourse) => boolean): SourceCourse[] {
  return catalog.courses.filter(holds).toSorted((left, right) => byNumber(left.id, right.id));
}

// --- Categories: "any depth in the source", "in source order" (design 4) ---

function childrenOf(catalog: SourceCatalog, parent: number | null): SourceCategory[] {
  return catalog.categories.filter((category) => category.parent === parent);
}

/** The ids of a category and of all its descendants. */
function idsFrom(catalog: SourceCatalog, category: SourceCategory): number[] {
  return [category.id, ...childrenOf(catalog, category.id).flatMap((child) => idsFrom(catalog, child))];
}

/** Design 4: "paths in the full record name all ancestors". */
function namesDownTo(catalog: SourceCatalog, id: number): string[] {
  const category = found(catalog.categories.find((candidate) => candidate.id === id));
  const above = category.parent === null ? [] : namesDownTo(catalog, category.parent);
  return [...above, category.name];
}

// --- Languages: "named as the language is (UTF-8, NFC)" (design 3) ---

function withComposedNames(source: SourceCatalog): SourceCatalog {
  return {
    ...source,
    courses: source.courses.map((course) => ({ ...course, language: course.language.map(composed) })),
    languages: source.languages.map(composed),
  };
}

function composed(name: string): string {
  return name.normalize('NFC');
}

/** Every language that a course uses, and every one in the languages file, used or not. */
function languageNames(catalog: SourceCatalog): string[] {
  const names = [...catalog.languages, ...catalog.courses.flatMap((course) => course.language)];
  return [...new Set(names)].toSorted(byCodeUnits);
}

// --- Dates: spec 2.1, "date and time with fractional seconds and no zone designator" ---

/** Design 4: "with the fraction as given (at most 6 digits), `.000000` where none was given". */
function printedDate(given: string): string {
  const { dateAndTime, fraction } = inUtc(given);
  return `${dateAndTime}.${fraction}`;
}

/** The printed date with a full fraction: in code-unit order, so that `.5` and `.500000` are the same instant. */
function momentOf(given: string): string {
  const { dateAndTime, fraction } = inUtc(given);
  return `${dateAndTime}.${fraction.padEnd(6, '0')}`;
}

const DATE =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<minutes>\d{2}:\d{2})(?::(?<seconds>\d{2})(?:\.(?<fraction>\d+))?)?)?/;
const ZONE = /^(?<sign>[+-])(?<hours>\d{2}):?(?<minutes>\d{2})?$/;

/** Design 4: "date-only and zone-less input is taken as it stands, zoned input is turned into UTC". */
function inUtc(given: string): { dateAndTime: string; fraction: string } {
  const match = found(DATE.exec(given) ?? undefined);
  const { date, minutes = '00:00', seconds = '00', fraction = '000000' } = match.groups ?? {};
  const local = Date.parse(`${date}T${minutes}:${seconds}Z`);
  const utc = new Date(local - minutesAheadOfUtc(given.slice(match[0].length)) * 60_000);
  return { dateAndTime: utc.toISOString().replace(/\.\d+Z$/, ''), fraction: fraction.slice(0, 6) };
}

/** `Z` or `z`, `+HH:MM`, `+HHMM`, `+HH`, or nothing. */
function minutesAheadOfUtc(zone: string): number {
  if (zone === '' || zone === 'Z' || zone === 'z') return 0;
  const { sign, hours, minutes = '0' } = found(ZONE.exec(zone) ?? undefined).groups ?? {};
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

// --- Text and order ---

/** Design 3: "compact UTF-8, keys in the specification's order, one newline at the end of a file". */
function json(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

function byNumber(left: number, right: number): number {
  return left - right;
}

function byCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the catalog is not sound: a reference or a date does not resolve');
  return value;
}
