// Defects of records: fields, types and values.
import { replyTo, type ApiRequest, type Reply } from '../service.ts';
import {
  type Defective,
  engineering,
  hash,
  inBody,
  inArray,
  inRecords,
  isFull,
  isList,
  notFound,
  view,
} from './altering.ts';

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
    '"date_published" is the text "2024-05-10T14:46:25.5Z"',
    inRecords(view, { date_published: '2024-05-10T14:46:25.5Z' }),
  ],
  ...['2024-02-30T14:46:25.5', '2024-05-10T24:00:00.5', '2024-99-99T99:99:99.0'].map(
    (date) =>
      ['course-record', `"date_published" is the text "${date}"`, inRecords(view, { date_published: date })] as const,
  ),
  ['course-record', `course ${hash}: "id" is the number -100`, inRecords(view, { id: -100 })],
  ['course-record', '"categories.0" is the text "All/"', inRecords(view, { categories: ['All/'] })],
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
