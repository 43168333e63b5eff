// Small catalogs: a few dozen of these courses, in small pages and chunks, replace thousands elsewhere.
import { removeFolder } from '../helpers/folders.ts';
import type { Catalog, CourseRecord } from './catalogs.ts';
import { oneFileEach, writeCatalog } from './layout.ts';

const languages = ['English', 'Français'];
const subjects = ['mechanics', 'optics', 'empires', 'trade', 'waves'];

/** A catalog of two providers, two languages and two categories, and `courses` courses with ids from `first` on. */
export function smallCatalog(courses: number, first = 1): Catalog {
  return {
    providers: [1, 2].map((id) => ({ id, name: `Provider ${id}`, external_id: `crmid:${id}` })),
    categories: [{ id: 10, name: 'Science', children: [{ id: 11, name: 'Physics' }] }],
    languages,
    courses: Array.from({ length: courses }, (_, at) => smallCourse(first + at)),
  };
}

/** Writes such a catalog, one file of each kind, replacing what was in the folder. */
export function writeSmallCatalog(folder: string, courses: number, first?: number): void {
  removeFolder(folder);
  writeCatalog(folder, smallCatalog(courses, first), oneFileEach);
}

/** One course of such a catalog, about three hundred bytes of JSON. */
export function smallCourse(id: number): CourseRecord {
  return {
    id,
    title: `Course ${id} on ${subjects[id % subjects.length]}`,
    linkurl: `https://example.org/courses/${id}`,
    provider: 1 + (id % 2),
    language: id % 3 === 0 ? languages : languages.slice(id % 2, 1 + (id % 2)),
    date_published: `20${10 + (id % 15)}-0${1 + (id % 9)}-1${id % 10}`,
    description: `What course ${id} is about. `.repeat(1 + (id % 7)),
    author: `Author ${id % 4}`,
    categories: [[10], [11], [], [10, 11]][id % 4] ?? [],
    catalog_id: id % 2 === 0 ? id : null,
  };
}

/** A course of provider 1 with nothing but what every course must have, and whatever is given. */
export function plainCourse(id: number, more: object = {}) {
  const [title, linkurl] = [`Course ${id}`, `https://example.org/${id}`];
  return { id, title, linkurl, provider: 1, language: 'English', date_published: '2024-05-28', ...more };
}
