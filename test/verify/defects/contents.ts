// Defects of records, and in how lists, the tree, providers and single courses agree; and variations that are no defects.
import { courses, replyTo, type Defect, type ApiRequest, type Reply } from '../service.ts';
import {
  type Defective,
  type Variation,
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

export const contentDefects: readonly Defective[] = [
  [
    'course-view',
    `/api/v1/courses/view/${hash}/ answered 404`,
    inReplies(isView, notFound),
    { curl: `curl -sS -i '{base}/api/v1/courses/view/${hash}/'` },
  ],
  ...Object.entries({
    title: { title: 'Renamed' },
    language: { language: ['Deutsch'] },
    categories: { categories: ['All/Arts'], categories_ids: [20] },
  }).map(([field, fields]): Defective => {
    return ['course-view', `differs in ${field} from its record at {base}/api/v1/`, inRecords(view, fields)];
  }),
  [
    'linkhash',
    `course 100 has the linkhash ${hash}, but the MD5 of its linkurl is `,
    inRecords(view, { linkurl: 'https://moved.example' }),
  ],
  [
    'course-same',
    'differs in author from its record at',
    inRecords(
      ({ path }) => path.startsWith('languages/'),
      ({ linkhash }) => linkhash === hash && { author: 'X' },
    ),
  ],
  [
    'course-count',
    'course_count of category 20 is 99, but the count of its list is 4',
    inRecords('categories/', ({ category_id }) => category_id === '20' && { course_count: 99 }),
  ],
  [
    'catalog-count',
    'provider 1 has the course_count_catalog 0, but',
    inRecords('providers/', ({ id }) => id === 1 && { course_count_catalog: 0 }),
  ],
  [
    'catalog-count',
    'provider 1 has the course_count_catalog 99, but the course_count 8',
    inRecords('providers/', ({ id }) => id === 1 && { course_count_catalog: 99 }),
  ],
  [
    'course-count parent-courses list-complete | page-unknown',
    'course_count of category 10 is 9, but the count of its list is 0',
    inBody(engineering, { count: 0, next: null, previous: null, results: [] }),
  ],
  [
    'catalog-count list-members list-complete',
    /^provider [12] has the course_count_catalog \d, but \d of its courses have a catalog_id$/u,
    inRecords(view, { provider: 2, provider_name: 'Universitetet i Oslo' }),
  ],
  [
    'course-provider',
    `course ${hash} is of provider 1 "Delfi", which the list calls "Delft"`,
    inRecords(view, { provider_name: 'Delfi' }),
  ],
  [
    'course-categories',
    'category 12 is "All/Arts", but "All/Engineering/Energy / power" in the tree',
    inRecords(`courses/view/${courses[1]?.linkhash}/`, {
      categories: ['All/Arts', 'All/Engineering/Energy / power'],
    }),
  ],
  [
    'latest-newest',
    /^course [0-9a-f]{32} of 2024-05-\S+ is newer than the last in the latest list$/u,
    inLatest((_, request) =>
      courses
        .slice(0, 5)
        .toReversed()
        .map((course) => fullOf(request, course)),
    ),
  ],
  ['latest-newest', 'the latest list is empty, but 12 courses are listed elsewhere', inLatest(() => [])],
  [
    'latest-newest',
    `course ${courses.at(-1)?.linkhash} is in the latest list twice`,
    inLatest((latest) => [...latest.slice(0, 1), ...latest]),
  ],
  [
    'course-categories',
    'category 20 is "All/Arts", which is neither in the tree nor below a child in it',
    inTree((tops) => tops.slice(0, 1)),
  ],
  [
    'course-categories',
    /^category 1[12] is "All\/Engineering\/E.*", which is neither in the tree nor below a child in it$/u,
    inTree(([first, ...rest]) => [{ ...first, children: [] }, ...rest]),
  ],
  [
    'course-categories list-members',
    'category 999 is "All/Engineering/Electronics", which is neither in the tree nor below',
    inCategory(999, 'All/Engineering/Electronics'),
  ],
  [
    'list-members list-complete',
    /is listed in \S+\/categories\/11\/ but belongs to another category$/u,
    inCategory(999, 'All/Engineering/Energy / power/Deep'),
  ],
  [
    'categories',
    'course_count',
    (reply, request) => {
      const unreadable = inTree(([first, ...rest]) => [{ ...first, course_count: 'many' }, ...rest]);
      const deeper = inCategory(999, 'All/Arts/Electronics');
      return (request.path === 'categories/' ? unreadable : deeper)(reply, request);
    },
  ],
  ['ids', 'two categories of the tree have the id 20', inTree((tops) => [...tops, ...tops.slice(1)])],
  [
    'ids',
    'two providers have the id 1',
    inArray('providers/', (providers) => [...providers, ...providers.slice(0, 1)]),
  ],
  [
    'ids',
    /^courses [0-9a-f]{32} and [0-9a-f]{32} both have the id 101$/u,
    inRecords(isCourses, ({ linkhash }) => linkhash === hash && { id: 101 }),
  ],
  [
    'list-members list-complete',
    `course ${hash} is listed in {base}/api/v1/languages/%E4%B8%AD%E6%96%87/courses/ but belongs to another language`,
    inBody('languages/中文/courses/', (body, request) => {
      const { body: english } = replyTo({ ...request, path: 'languages/English/courses/' });
      const foreign = recordsOf(JSON.parse(english)).find(({ linkhash }) => linkhash === hash) ?? {};
      return { results: [foreign, ...recordsOf(body).slice(1)] };
    }),
  ],
];

/** What a service may do. */
export const contentVariations: readonly Variation[] = [
  [
    'has a catalog_id in every course, and an external catalog that holds fewer',
    inRecords(
      (request) => isFull(request) || request.path === 'providers/',
      (record) => ('catalog_id' in record ? { catalog_id: 5 } : { course_count_catalog: 0 }),
    ),
  ],
  [
    'has courses of the same instant with fractions of different length, in and out of the latest list',
    inRecords(isFull, ({ id }) => datesOf[Number(id)] ?? false),
  ],
  ['has courses in categories below those of the tree', inCategory(999, 'All/Engineering/Electronics/Deep')],
  [
    'has a child category under two parents',
    inRecords(
      'categories/',
      ({ category_id }) =>
        category_id === '20' && { children: [{ name: 'Energy / power', category_id: '12', course_count: 3 }] },
    ),
  ],
  [
    'has languages and categories in a different order in lists and in single courses',
    inRecords(isList, ({ language, categories }) => ({
      language: reversed(language),
      categories: reversed(categories),
    })),
  ],
];

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

/** A field that is not as specified, by the id of the course. */
const invalidFields: Readonly<Record<number, Json>> = {
  100: { date_published: '2024-05-10T14:46:25.5Z' },
  101: { date_published: '2024-02-30T14:46:25.5' },
  102: { date_published: '2024-05-10T24:00:00.5' },
  103: { date_published: '2024-99-99T99:99:99.0' },
  104: { id: -100 },
  105: { categories: ['All/'] },
};

export const recordDefects: readonly Defective[] = [
  ['envelope', 'page 1: "previous" is missing', inBody('categories/20/', { previous: undefined })],
  ['envelope', 'unknown field "pages"', inBody(isList, { pages: 3 })],
  ['envelope-extra', 'title is "Engines", but should be "Engineering"', inBody(engineering, { title: 'Engines' })],
  ['summary-record', 'page 1, results[0]: "author" is missing', inRecords(isList, { author: undefined })],
  ['course-record', 'course 1 of the latest: unknown field "price"', inRecords(isFull, { price: 0 })],
  [
    'course-record',
    `course ${hash}: "provider" is the text "1", expected number`,
    inRecords(view, { provider: '1' }),
    { curl: `curl -sS -i '{base}/api/v1/courses/view/${hash}/'` },
  ],
  [
    'course-record',
    /^course [0-9a-f]{32}: "(?:date_published|id|categories\.0)" is the (?:text "[\dA]|number -)/u,
    inRecords(
      ({ path }) => path.startsWith('courses/view/'),
      ({ id }) => invalidFields[Number(id)] ?? false,
    ),
    { failures: 6 },
  ],
  [
    'providers',
    'provider 3 in the list: "external_id" is the text "crmid:"',
    inRecords('providers/', ({ id }) => id === 3 && { external_id: 'crmid:' }),
  ],
  [
    'providers',
    'provider 3 in the list: "id" is the text "3"',
    inRecords('providers/', ({ id }) => id === 3 && { id: '3' }),
  ],
  [
    'categories',
    '"children.0" has the unknown field "children"',
    inRecords(
      'categories/',
      ({ category_id }) =>
        category_id === '10' && { children: [{ name: 'A', category_id: '11', course_count: 3, children: [] }] },
    ),
  ],
  ['linkhash', `has the linkhash ${'f'.repeat(32)}, but the MD5 of its linkurl is ${hash}`, otherHash],
  ['latest-order', 'comes after one of', inArray('courses/latest/', (records) => records.toReversed())],
  [
    'latest-view',
    'differs in description from its record in the latest list',
    inRecords('courses/latest/', { description: 'old' }),
  ],
];

/** The course has the other hash everywhere. */
function otherHash(reply: Reply, request: ApiRequest): Reply {
  const other = 'f'.repeat(32);
  const swapped = request.path.replace(other, hash);
  const { body, ...rest } = request.path === view ? { ...reply, ...notFound } : replyTo({ ...request, path: swapped });
  return { ...rest, body: body.replaceAll(hash, other) };
}
