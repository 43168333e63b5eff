// The baseline of `npm run bench`: the same API, written by a plain single-threaded script that checks nothing.
//   node scripts/plain-build.mjs SOURCE OUT BASE_URL
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PAGE_SIZE = 25;
const LATEST = 10;
const DATE = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?)?$/;

const [source, out, baseUrl] = process.argv.slice(2);
const api = `${baseUrl}/api/v1`;

const byId = (a, b) => a.id - b.id;
const readJson = (name) => JSON.parse(readFileSync(join(source, name), 'utf8'));

function writeText(path, text) {
  const file = join(out, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${text}\n`);
}

function writeJson(path, value) {
  writeText(path, JSON.stringify(value));
}

/** Writes every page of a list; `extra` holds the fields of the envelope besides the four common ones. */
function writeList(segments, courses, extra) {
  const folder = join('api/v1', ...segments);
  const address = `${api}/${segments.map(encodeURIComponent).join('/')}/`;
  const pages = Math.max(1, Math.ceil(courses.length / PAGE_SIZE));
  for (let page = 1; page <= pages; page++) {
    const envelope = {
      count: courses.length,
      next: page < pages ? `${address}?page=${page + 1}` : null,
      previous: page === 1 ? null : page === 2 ? address : `${address}?page=${page - 1}`,
      results: courses.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
      ...extra,
    };
    if (page === 1) writeJson(join(folder, 'index.json'), envelope);
    writeJson(join(folder, 'page', String(page), 'index.json'), envelope);
  }
}

/** `YYYY-MM-DDTHH:MM:SS.ffffff` without a zone: zoned times in UTC, all others unchanged. */
function printDate(text) {
  const [, date, time = '00:00:00', fraction = '000000', zone] = DATE.exec(text);
  const seconds = zone ? new Date(`${date}T${time}${zone}`).toISOString().slice(0, 19) : `${date}T${time}`;
  return `${seconds}.${fraction.slice(0, 6)}`;
}

// Providers, languages and categories, each with the courses of its list.
const providers = new Map();
for (const { id, name, external_id = '' } of readJson('providers.json').toSorted(byId)) {
  providers.set(id, { id, name, external_id, inCatalog: 0, courses: [] });
}

const languages = new Map();
for (const name of readJson('languages.json').toSorted()) languages.set(name, []);

const categories = new Map();
const categoryTree = readJson('categories.json');
function addCategories(nodes, parentPath, ancestors) {
  for (const { id, name, children = [] } of nodes) {
    const path = `${parentPath}/${name}`;
    const lineage = [...ancestors, id];
    categories.set(id, { id, name, path, lineage, courses: [] });
    addCategories(children, path, lineage);
  }
}
addCategories(categoryTree, 'All', []);

// Courses.
const lines = readFileSync(join(source, 'courses.ndjson'), 'utf8').split('\n');
const courses = lines
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line))
  .toSorted(byId);

const fullRecords = [];
for (const course of courses) {
  const provider = providers.get(course.provider);
  const linkhash = createHash('md5').update(course.linkurl).digest('hex');
  const language = Array.isArray(course.language) ? course.language : [course.language];
  const author = Array.isArray(course.author) ? course.author.join('; ') : (course.author ?? '');
  const categoryIds = course.categories ?? [];
  const full = {
    linkhash,
    title: course.title,
    description: course.description ?? '',
    tags: course.tags ?? '',
    provider: provider.id,
    provider_name: provider.name,
    language,
    date_published: printDate(course.date_published),
    id: course.id,
    linkurl: course.linkurl,
    author,
    categories: categoryIds.map((id) => categories.get(id).path),
    catalog_id: course.catalog_id ?? null,
    categories_ids: categoryIds,
  };
  const summary = {
    linkhash,
    title: course.title,
    language,
    id: course.id,
    linkurl: course.linkurl,
    author,
    categories: categoryIds,
  };

  fullRecords.push(full);
  provider.courses.push(summary);
  if (full.catalog_id !== null) provider.inCatalog++;
  for (const name of language) languages.get(name).push(summary);
  for (const id of new Set(categoryIds.flatMap((category) => categories.get(category).lineage))) {
    categories.get(id).courses.push(summary);
  }
  writeJson(`api/v1/courses/view/${linkhash}/index.json`, full);
}

// Latest: fractions are printed as written, so they are compared with trailing zeros.
const instant = (course) => course.date_published.padEnd(26, '0');
const latest = fullRecords.toSorted((a, b) => {
  const left = instant(a);
  const right = instant(b);
  return left < right ? 1 : left > right ? -1 : b.id - a.id;
});
writeJson('api/v1/courses/latest/index.json', latest.slice(0, LATEST));

// Lists.
for (const { id, courses: own } of providers.values()) writeList(['providers', String(id), 'courses'], own, {});
for (const [name, own] of languages) writeList(['languages', name, 'courses'], own, { language: name });
for (const { id, name, courses: own } of categories.values())
  writeList(['categories', String(id)], own, { title: name });

writeJson(
  'api/v1/providers/index.json',
  [...providers.values()].map(({ id, name, external_id, inCatalog, courses: own }) => ({
    id,
    name,
    external_id,
    course_count_catalog: inCatalog,
    course_count: own.length,
  })),
);

writeJson(
  'api/v1/languages/index.json',
  [...languages].map(([name, own]) => ({ name, course_count: own.length })),
);

const treeEntry = ({ id, name }, more) => ({
  name,
  category_id: String(id),
  course_count: categories.get(id).courses.length,
  ...more,
});
writeJson(
  'api/v1/categories/index.json',
  categoryTree.map((top) => treeEntry(top, { children: (top.children ?? []).map((child) => treeEntry(child)) })),
);

// The index of the endpoints, and files that static hosts need at the root.
writeJson('api/v1/index.json', {
  courses_latest: `${api}/courses/latest/`,
  providers: `${api}/providers/`,
  categories: `${api}/categories/`,
  category_courses: `${api}/categories/{category_id}/`,
  languages: `${api}/languages/`,
  language_courses: `${api}/languages/{language}/courses/`,
  provider_courses: `${api}/providers/{provider_id}/courses/`,
  course: `${api}/courses/view/{linkhash}/`,
});
writeJson('404.json', { detail: 'Not found.' });
writeJson('404.html', { detail: 'Not found.' });
writeJson('405.json', { detail: 'Method not allowed.' });
writeText('.nojekyll', ['static-course-catalog', '404.html', '404.json', '405.json'].join('\n'));
