// Defects in how lists, the tree and single courses agree, and variations that are no defects.
import {
  type DefectRow,
  hash,
  inArray,
  inJson,
  inRecords,
  isCourses,
  isList,
  type Json,
  only,
  recordsOf,
  summaryOf,
  view,
} from './altering.ts';
import { courses } from '../catalog.ts';
import { replyTo, type ApiRequest } from '../service.ts';

const isLatest = only('courses/latest/', null);
const isTree = only('categories/', null);
const isProviders = only('providers/', null);

export const contentDefects: readonly DefectRow[] = [
  {
    name: 'has the oldest courses in the latest list, in order',
    defect: () => inArray(isLatest, (_, request) => courses.slice(0, 5).toReversed().map(fullOf(request))),
    broken: ['latest-newest'],
    finding: /^course [0-9a-f]{32} of 2024-05-\S+ is newer than the last in the latest list$/u,
  },
  {
    name: 'has an empty latest list',
    defect: () => inArray(isLatest, () => []),
    broken: ['latest-newest'],
    finding: 'the latest list is empty, but 12 courses are listed elsewhere',
  },
  {
    name: 'has a course twice in the latest list',
    defect: () => inArray(isLatest, ([first, ...rest]) => [first ?? {}, first ?? {}, ...rest]),
    broken: ['latest-newest'],
    finding: `course ${courses.at(-1)?.linkhash} is in the latest list twice`,
  },
  {
    name: 'has courses of the same instant with fractions of different length, in and out of the latest list',
    defect: () => inRecords(isFull, (record) => ({ ...record, ...datesOf[Number(record['id'])] })),
    broken: [],
  },
  {
    name: 'lacks a top-level category that courses name',
    defect: () => inArray(isTree, (tops) => tops.slice(0, 1)),
    broken: ['course-categories'],
    finding: 'category 20 is "All/Arts", which is neither in the tree nor below a child in it',
  },
  {
    name: 'lacks a child category that courses name',
    defect: () => inArray(isTree, ([first, ...rest]) => [{ ...first, children: [] }, ...rest]),
    broken: ['course-categories'],
    finding: /^category 1[12] is "All\/Engineering\/E.*", which is neither in the tree nor below a child in it$/u,
  },
  {
    name: 'has another id for a category of the tree',
    defect: () => inCategory(999, 'All/Engineering/Electronics'),
    broken: ['course-categories', 'list-members'],
    finding: 'category 999 is "All/Engineering/Electronics", which is neither in the tree nor below',
  },
  {
    name: 'has courses in categories below those of the tree',
    defect: () => inCategory(999, 'All/Engineering/Electronics/Deep'),
    broken: [],
  },
  {
    name: 'has courses of a deeper category in the lists of another one',
    defect: () => inCategory(999, 'All/Engineering/Energy / power/Deep'),
    broken: ['list-members', 'list-complete'],
    finding: /is listed in \S+\/categories\/11\/ but belongs to another category$/u,
  },
  {
    name: 'has a tree of which a part cannot be read, so that nobody knows where a deeper category belongs',
    defect: () => {
      const unreadable = inArray(isTree, ([first, ...rest]) => [{ ...first, course_count: 'many' }, ...rest]);
      const deeper = inCategory(999, 'All/Arts/Electronics');
      return (reply, request) => (isTree(request) ? unreadable : deeper)(reply, request);
    },
    broken: ['categories'],
    finding: 'course_count',
  },
  {
    name: 'has a child category under two parents',
    defect: () =>
      inArray(isTree, (tops) =>
        tops.map((top) => {
          const child = { name: 'Energy / power', category_id: '12', course_count: 3 };
          return top['category_id'] === '20' ? { ...top, children: [child] } : top;
        }),
      ),
    broken: [],
  },
  {
    name: 'has a category twice in its tree',
    defect: () => inArray(isTree, (tops) => [...tops, ...tops.slice(1)]),
    broken: ['ids'],
    finding: 'two categories of the tree have the id 20',
  },
  {
    name: 'has a provider twice',
    defect: () => inArray(isProviders, (providers) => [...providers, ...providers.slice(0, 1)]),
    broken: ['ids'],
    finding: 'two providers have the id 1',
  },
  {
    name: 'has two courses with one id',
    defect: () => inRecords(isCourses, (record) => (record['linkhash'] === hash ? { ...record, id: 101 } : record)),
    broken: ['ids'],
    finding: /^courses [0-9a-f]{32} and [0-9a-f]{32} both have the id 101$/u,
  },
  {
    name: 'has a course_count_catalog above its course_count',
    defect: () =>
      inRecords(isProviders, (record) => (record['id'] === 1 ? { ...record, course_count_catalog: 99 } : record)),
    broken: ['catalog-count'],
    finding: 'provider 1 has the course_count_catalog 99, but the course_count 8',
  },
  {
    name: 'has a catalog_id in every course, and an external catalog that holds fewer',
    defect: () =>
      inRecords(
        (request) => isFull(request) || isProviders(request),
        (record) => ('catalog_id' in record ? { ...record, catalog_id: 5 } : { ...record, course_count_catalog: 0 }),
      ),
    broken: [],
  },
  {
    name: 'has languages and categories in a different order in lists and in single courses',
    defect: () => inRecords(isList, (record) => ({ ...record, ...reversed(record) })),
    broken: [],
  },
  {
    name: 'has a view in another language',
    defect: () => inRecords(only(view, null), (record) => ({ ...record, language: ['Deutsch'] })),
    broken: ['course-view'],
    finding: `course ${hash} differs in language from its record at {base}/api/v1/`,
  },
  {
    name: 'has a view with another category',
    defect: () =>
      inRecords(only(view, null), (record) => ({ ...record, categories: ['All/Arts'], categories_ids: [20] })),
    broken: ['course-view'],
    finding: `course ${hash} differs in categories from its record at {base}/api/v1/`,
  },
  {
    name: 'has a view with another address',
    defect: () => inRecords(only(view, null), (record) => ({ ...record, linkurl: 'https://moved.example' })),
    broken: ['linkhash'],
    finding: `course 100 has the linkhash ${hash}, but the MD5 of its linkurl is `,
  },
  {
    name: 'has a course in the list of a language that it is not in',
    defect: () =>
      inJson(only('languages/中文/courses/', null), (body, request) => ({
        ...body,
        results: [summaryOf(request, hash), ...recordsOf(body).slice(1)],
      })),
    broken: ['list-members', 'list-complete'],
    finding: `course ${hash} is listed in {base}/api/v1/languages/%E4%B8%AD%E6%96%87/courses/ but belongs to another language`,
  },
];

/** Equal dates in two forms: for the two newest courses, and for the last in the latest list and the first after it. */
const datesOf: Readonly<Record<number, object>> = {
  111: { date_published: '2024-05-21T14:46:25.5' },
  110: { date_published: '2024-05-21T14:46:25.500000' },
  107: { date_published: '2024-05-17T14:46:25.5' },
  106: { date_published: '2024-05-17T14:46:25.500000' },
};

function isFull({ path }: ApiRequest): boolean {
  return path.startsWith('courses/');
}

function fullOf(request: ApiRequest) {
  return ({ linkhash }: { readonly linkhash: string }): Json =>
    JSON.parse(replyTo({ ...request, page: null, path: `courses/view/${linkhash}/` }).body);
}

/** Courses of the category 11 get another one, but stay in the same lists. */
function inCategory(id: number, path: string) {
  return inRecords(isCourses, (record) => {
    const ids = 'categories_ids' in record ? record['categories_ids'] : record['categories'];
    if (JSON.stringify(ids) !== '[11]') return record;
    return 'categories_ids' in record
      ? { ...record, categories: [path], categories_ids: [id] }
      : { ...record, categories: [id] };
  });
}

function reversed({ language, categories }: Json): Json {
  const turn = (values: unknown) => (Array.isArray(values) ? values.toReversed() : values);
  return { language: turn(language), categories: turn(categories) };
}
