// Defects between resources: lists, single views, providers and categories that disagree.
import { type DefectRow, hash, view, engineering, inJson, inRecords, notFound } from './altering.ts';
import { courses } from '../catalog.ts';

const second = courses[1];

export const viewDefects: readonly DefectRow[] = [
  {
    name: 'lacks the view of a listed course',
    defect:
      () =>
      (reply, { path }) =>
        path === view ? notFound(reply) : reply,
    broken: ['course-view'],
    finding: `/api/v1/courses/view/${hash}/ answered 404`,
    curl: `curl -sS -i '{base}/api/v1/courses/view/${hash}/'`,
  },
  {
    name: 'has a view with another title',
    defect: () =>
      inRecords(
        (request) => request.path === view,
        (record) => ({ ...record, title: 'Renamed' }),
      ),
    broken: ['course-view'],
    finding: `course ${hash} differs in title from its record at {base}/api/v1/`,
  },
  {
    name: 'has another author in one of the lists',
    defect: () =>
      inRecords(
        (request) => request.path.startsWith('languages/'),
        (record) => (record['linkhash'] === hash ? { ...record, author: 'X' } : record),
      ),
    broken: ['course-same'],
    finding: 'differs in author from its record at',
  },
  {
    name: 'has another course_count',
    defect: () =>
      inRecords(
        (request) => request.path === 'categories/',
        (record) => (record['category_id'] === '20' ? { ...record, course_count: 99 } : record),
      ),
    broken: ['course-count'],
    finding: 'course_count of category 20 is 99, but the count of its list is 4',
  },
  {
    name: 'has a wrong course_count_catalog',
    defect: () =>
      inRecords(
        (request) => request.path === 'providers/',
        (record) => (record['id'] === 1 ? { ...record, course_count_catalog: 0 } : record),
      ),
    broken: ['catalog-count'],
    finding: 'provider 1 has the course_count_catalog 0, but',
  },
  {
    name: 'has a child whose courses the parent lacks',
    defect: () =>
      inJson(
        (request) => request.path === engineering,
        (body) => ({ ...body, count: 0, next: null, previous: null, results: [] }),
      ),
    broken: ['course-count', 'parent-courses', 'list-complete'],
    unsupported: ['page-unknown'],
    finding: 'course_count of category 10 is 9, but the count of its list is 0',
  },
  {
    name: 'has a course in the list of a wrong provider',
    defect: () =>
      inRecords(
        (request) => request.path === view,
        (record) => ({ ...record, provider: 2, provider_name: 'Universitetet i Oslo' }),
      ),
    broken: ['catalog-count', 'list-members', 'list-complete'],
    finding: /^provider [12] has the course_count_catalog \d, but \d of its courses have a catalog_id$/u,
  },
  {
    name: 'has a provider_name that the list lacks',
    defect: () =>
      inRecords(
        (request) => request.path === view,
        (record) => ({ ...record, provider_name: 'Delfi' }),
      ),
    broken: ['course-provider'],
    finding: `course ${hash} is of provider 1 "Delfi", which the list calls "Delft"`,
  },
  {
    name: 'has categories that are not parallel',
    defect: () =>
      inRecords(
        (request) => request.path === `courses/view/${second?.linkhash}/`,
        (record) => ({ ...record, categories: ['All/Arts', 'All/Engineering/Energy / power'] }),
      ),
    broken: ['course-categories'],
    finding: 'category 12 is "All/Arts", but "All/Engineering/Energy / power" in the tree',
  },
];
