// Defects in how lists, the tree, providers and single courses agree, and variations that are no defects.
import { courses } from '../catalog.ts';
import { replyTo, type Defect } from '../service.ts';
import {
  type Defects,
  engineering,
  fullOf,
  hash,
  inBody,
  inArray,
  inRecords,
  inReplies,
  isCourses,
  isFull,
  isList,
  isView,
  type Json,
  notFound,
  recordsOf,
  view,
} from './altering.ts';

export const contentDefects: Defects = {
  'lacks the view of a listed course': {
    defect: inReplies(isView, notFound),
    broken: ['course-view'],
    finding: `/api/v1/courses/view/${hash}/ answered 404`,
    curl: `curl -sS -i '{base}/api/v1/courses/view/${hash}/'`,
  },
  'has a view with another title': {
    defect: inRecords(view, { title: 'Renamed' }),
    broken: ['course-view'],
    finding: `course ${hash} differs in title from its record at {base}/api/v1/`,
  },
  'has a view in another language': {
    defect: inRecords(view, { language: ['Deutsch'] }),
    broken: ['course-view'],
    finding: `course ${hash} differs in language from its record at {base}/api/v1/`,
  },
  'has a view with another category': {
    defect: inRecords(view, { categories: ['All/Arts'], categories_ids: [20] }),
    broken: ['course-view'],
    finding: `course ${hash} differs in categories from its record at {base}/api/v1/`,
  },
  'has a view with another address': {
    defect: inRecords(view, { linkurl: 'https://moved.example' }),
    broken: ['linkhash'],
    finding: `course 100 has the linkhash ${hash}, but the MD5 of its linkurl is `,
  },
  'has another author in one of the lists': {
    defect: inRecords(
      ({ path }) => path.startsWith('languages/'),
      ({ linkhash }) => linkhash === hash && { author: 'X' },
    ),
    broken: ['course-same'],
    finding: 'differs in author from its record at',
  },
  'has another course_count': {
    defect: inRecords('categories/', ({ category_id }) => category_id === '20' && { course_count: 99 }),
    broken: ['course-count'],
    finding: 'course_count of category 20 is 99, but the count of its list is 4',
  },
  'has a wrong course_count_catalog': {
    defect: inRecords('providers/', ({ id }) => id === 1 && { course_count_catalog: 0 }),
    broken: ['catalog-count'],
    finding: 'provider 1 has the course_count_catalog 0, but',
  },
  'has a course_count_catalog above its course_count': {
    defect: inRecords('providers/', ({ id }) => id === 1 && { course_count_catalog: 99 }),
    broken: ['catalog-count'],
    finding: 'provider 1 has the course_count_catalog 99, but the course_count 8',
  },
  'has a catalog_id in every course, and an external catalog that holds fewer': {
    defect: inRecords(
      (request) => isFull(request) || request.path === 'providers/',
      (record) => ('catalog_id' in record ? { catalog_id: 5 } : { course_count_catalog: 0 }),
    ),
  },
  'has a child whose courses the parent lacks': {
    defect: inBody(engineering, { count: 0, next: null, previous: null, results: [] }),
    broken: ['course-count', 'parent-courses', 'list-complete'],
    unsupported: ['page-unknown'],
    finding: 'course_count of category 10 is 9, but the count of its list is 0',
  },
  'has a course in the list of a wrong provider': {
    defect: inRecords(view, { provider: 2, provider_name: 'Universitetet i Oslo' }),
    broken: ['catalog-count', 'list-members', 'list-complete'],
    finding: /^provider [12] has the course_count_catalog \d, but \d of its courses have a catalog_id$/u,
  },
  'has a provider_name that the list lacks': {
    defect: inRecords(view, { provider_name: 'Delfi' }),
    broken: ['course-provider'],
    finding: `course ${hash} is of provider 1 "Delfi", which the list calls "Delft"`,
  },
  'has categories that are not parallel': {
    defect: inRecords(`courses/view/${courses[1]?.linkhash}/`, {
      categories: ['All/Arts', 'All/Engineering/Energy / power'],
    }),
    broken: ['course-categories'],
    finding: 'category 12 is "All/Arts", but "All/Engineering/Energy / power" in the tree',
  },
  'has the oldest courses in the latest list, in order': {
    defect: inLatest((_, request) =>
      courses
        .slice(0, 5)
        .toReversed()
        .map((course) => fullOf(request, course)),
    ),
    broken: ['latest-newest'],
    finding: /^course [0-9a-f]{32} of 2024-05-\S+ is newer than the last in the latest list$/u,
  },
  'has an empty latest list': {
    defect: inLatest(() => []),
    broken: ['latest-newest'],
    finding: 'the latest list is empty, but 12 courses are listed elsewhere',
  },
  'has a course twice in the latest list': {
    defect: inLatest((latest) => [...latest.slice(0, 1), ...latest]),
    broken: ['latest-newest'],
    finding: `course ${courses.at(-1)?.linkhash} is in the latest list twice`,
  },
  'has courses of the same instant with fractions of different length, in and out of the latest list': {
    defect: inRecords(isFull, ({ id }) => datesOf[Number(id)] ?? false),
  },
  'lacks a top-level category that courses name': {
    defect: inTree((tops) => tops.slice(0, 1)),
    broken: ['course-categories'],
    finding: 'category 20 is "All/Arts", which is neither in the tree nor below a child in it',
  },
  'lacks a child category that courses name': {
    defect: inTree(([first, ...rest]) => [{ ...first, children: [] }, ...rest]),
    broken: ['course-categories'],
    finding: /^category 1[12] is "All\/Engineering\/E.*", which is neither in the tree nor below a child in it$/u,
  },
  'has another id for a category of the tree': {
    defect: inCategory(999, 'All/Engineering/Electronics'),
    broken: ['course-categories', 'list-members'],
    finding: 'category 999 is "All/Engineering/Electronics", which is neither in the tree nor below',
  },
  'has courses in categories below those of the tree': {
    defect: inCategory(999, 'All/Engineering/Electronics/Deep'),
  },
  'has courses of a deeper category in the lists of another one': {
    defect: inCategory(999, 'All/Engineering/Energy / power/Deep'),
    broken: ['list-members', 'list-complete'],
    finding: /is listed in \S+\/categories\/11\/ but belongs to another category$/u,
  },
  'has a tree of which a part cannot be read, so that nobody knows where a deeper category belongs': {
    defect: (reply, request) => {
      const unreadable = inTree(([first, ...rest]) => [{ ...first, course_count: 'many' }, ...rest]);
      const deeper = inCategory(999, 'All/Arts/Electronics');
      return (request.path === 'categories/' ? unreadable : deeper)(reply, request);
    },
    broken: ['categories'],
    finding: 'course_count',
  },
  'has a child category under two parents': {
    defect: inRecords(
      'categories/',
      ({ category_id }) =>
        category_id === '20' && { children: [{ name: 'Energy / power', category_id: '12', course_count: 3 }] },
    ),
  },
  'has a category twice in its tree': {
    defect: inTree((tops) => [...tops, ...tops.slice(1)]),
    broken: ['ids'],
    finding: 'two categories of the tree have the id 20',
  },
  'has a provider twice': {
    defect: inArray('providers/', (providers) => [...providers, ...providers.slice(0, 1)]),
    broken: ['ids'],
    finding: 'two providers have the id 1',
  },
  'has two courses with one id': {
    defect: inRecords(isCourses, ({ linkhash }) => linkhash === hash && { id: 101 }),
    broken: ['ids'],
    finding: /^courses [0-9a-f]{32} and [0-9a-f]{32} both have the id 101$/u,
  },
  'has languages and categories in a different order in lists and in single courses': {
    defect: inRecords(isList, ({ language, categories }) => ({
      language: reversed(language),
      categories: reversed(categories),
    })),
  },
  'has a course in the list of a language that it is not in': {
    defect: inBody('languages/中文/courses/', (body, request) => {
      const { body: english } = replyTo({ ...request, path: 'languages/English/courses/' });
      const foreign = recordsOf(JSON.parse(english)).find(({ linkhash }) => linkhash === hash) ?? {};
      return { results: [foreign, ...recordsOf(body).slice(1)] };
    }),
    broken: ['list-members', 'list-complete'],
    finding: `course ${hash} is listed in {base}/api/v1/languages/%E4%B8%AD%E6%96%87/courses/ but belongs to another language`,
  },
};

/** Equal dates in two forms: for the two newest courses, and for the last in the latest list and the first after it. */
const datesOf: Readonly<Record<number, Json>> = {
  111: { date_published: '2024-05-21T14:46:25.5' },
  110: { date_published: '2024-05-21T14:46:25.500000' },
  107: { date_published: '2024-05-17T14:46:25.5' },
  106: { date_published: '2024-05-17T14:46:25.500000' },
};

function inLatest(change: (latest: Json[], request: Parameters<Defect>[1]) => Json[]): Defect {
  return inArray('courses/latest/', change);
}

function inTree(change: (tops: Json[]) => Json[]): Defect {
  return inArray('categories/', change);
}

/** Courses of the category 11 get another one, but stay in the same lists. */
function inCategory(id: number, path: string): Defect {
  return inRecords(isCourses, (record) => {
    const isFullRecord = 'categories_ids' in record;
    const ids = isFullRecord ? record['categories_ids'] : record['categories'];
    if (JSON.stringify(ids) !== '[11]') return false;
    return isFullRecord ? { categories: [path], categories_ids: [id] } : { categories: [id] };
  });
}

function reversed(values: unknown): unknown {
  return Array.isArray(values) ? values.toReversed() : values;
}
