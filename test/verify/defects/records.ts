// Defects of records: fields, types and values.
import { replyTo, type ApiRequest, type Reply } from '../service.ts';
import {
  type Defects,
  engineering,
  hash,
  inBody,
  inArray,
  inRecords,
  isFull,
  isList,
  notFound,
  ofEach,
  view,
} from './altering.ts';

export const recordDefects: Defects = {
  'has an envelope without a field': {
    defect: inBody('categories/20/', { previous: undefined }),
    broken: ['envelope'],
    finding: 'page 1: "previous" is missing',
  },
  'has an additional field in an envelope': {
    defect: inBody(isList, { pages: 3 }),
    broken: ['envelope'],
    finding: 'unknown field "pages"',
  },
  'has a title that is not the name of the category': {
    defect: inBody(engineering, { title: 'Engines' }),
    broken: ['envelope-extra'],
    finding: 'title is "Engines", but should be "Engineering"',
  },
  'has a summary record without a field': {
    defect: inRecords(isList, { author: undefined }),
    broken: ['summary-record'],
    finding: 'page 1, results[0]: "author" is missing',
  },
  'has an additional field in a full record': {
    defect: inRecords(isFull, { price: 0 }),
    broken: ['course-record'],
    finding: 'course 1 of the latest: unknown field "price"',
  },
  'has a field of another type': {
    defect: inRecords(view, { provider: '1' }),
    broken: ['course-record'],
    finding: `course ${hash}: "provider" is the text "1", expected number`,
    curl: `curl -sS -i '{base}/api/v1/courses/view/${hash}/'`,
  },
  'has dates with a zone': {
    defect: inRecords(view, { date_published: '2024-05-10T14:46:25.5Z' }),
    broken: ['course-record'],
    finding: '"date_published" is the text "2024-05-10T14:46:25.5Z"',
  },
  ...ofEach(['2024-02-30T14:46:25.5', '2024-05-10T24:00:00.5', '2024-99-99T99:99:99.0'], (date) => [
    `has the date ${date}`,
    {
      defect: inRecords(view, { date_published: date }),
      broken: ['course-record'],
      finding: `"date_published" is the text "${date}"`,
    },
  ]),
  'has a negative id': {
    defect: inRecords(view, { id: -100 }),
    broken: ['course-record'],
    finding: `course ${hash}: "id" is the number -100`,
  },
  'has a category without a name in a path': {
    defect: inRecords(view, { categories: ['All/'] }),
    broken: ['course-record'],
    finding: '"categories.0" is the text "All/"',
  },
  'has an external_id of another form': {
    defect: inRecords('providers/', ({ id }) => id === 3 && { external_id: 'crmid:' }),
    broken: ['providers'],
    finding: 'provider 3 in the list: "external_id" is the text "crmid:"',
  },
  'has a provider whose id is a text': {
    defect: inRecords('providers/', ({ id }) => id === 3 && { id: '3' }),
    broken: ['providers'],
    finding: 'provider 3 in the list: "id" is the text "3"',
  },
  'has a third level in its tree': {
    defect: inRecords(
      'categories/',
      ({ category_id }) =>
        category_id === '10' && { children: [{ name: 'A', category_id: '11', course_count: 3, children: [] }] },
    ),
    broken: ['categories'],
    finding: '"children.0" has the unknown field "children"',
  },
  'has a linkhash that is not the MD5': {
    defect: otherHash,
    broken: ['linkhash'],
    finding: `has the linkhash ${'f'.repeat(32)}, but the MD5 of its linkurl is ${hash}`,
  },
  'has the latest list out of order': {
    defect: inArray('courses/latest/', (records) => records.toReversed()),
    broken: ['latest-order'],
    finding: 'comes after one of',
  },
  'differs in description from its record in the latest list': {
    defect: inRecords('courses/latest/', { description: 'old' }),
    broken: ['latest-view'],
    finding: 'differs in description from its record in the latest list',
  },
};

/** The course has the other hash everywhere. */
function otherHash(reply: Reply, request: ApiRequest): Reply {
  const other = 'f'.repeat(32);
  const swapped = request.path.replace(other, hash);
  const { body, ...rest } = request.path === view ? { ...reply, ...notFound } : replyTo({ ...request, path: swapped });
  return { ...rest, body: body.replaceAll(hash, other) };
}
