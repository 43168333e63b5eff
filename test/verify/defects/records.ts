// Defects of records: fields, types and values.
import {
  type DefectRow,
  hash,
  view,
  engineering,
  inJson,
  inRecords,
  without,
  arrayOf,
  isList,
  notFound,
} from './altering.ts';
import { replyTo, type ApiRequest, type Reply } from '../service.ts';

export const recordDefects: readonly DefectRow[] = [
  {
    name: 'has an envelope without a field',
    defect: () =>
      inJson(
        (request) => request.path === 'categories/20/',
        (body) => without(body, 'previous'),
      ),
    broken: ['envelope'],
    finding: 'page 1: "previous" is missing',
  },
  {
    name: 'has an additional field in an envelope',
    defect: () => inJson(isList, (body) => ({ ...body, pages: 3 })),
    broken: ['envelope'],
    finding: 'unknown field "pages"',
  },
  {
    name: 'has a title that is not the name of the category',
    defect: () =>
      inJson(
        (request) => request.path === engineering,
        (body) => ({ ...body, title: 'Engines' }),
      ),
    broken: ['envelope-extra'],
    finding: 'title is "Engines", but should be "Engineering"',
  },
  {
    name: 'has a summary record without a field',
    defect: () => inRecords(isList, (record) => without(record, 'author')),
    broken: ['summary-record'],
    finding: 'page 1, results[0]: "author" is missing',
  },
  {
    name: 'has an additional field in a full record',
    defect: () =>
      inRecords(
        (request) => request.path.startsWith('courses/'),
        (record) => ({ ...record, price: 0 }),
      ),
    broken: ['course-record'],
    finding: 'course 1 of the latest: unknown field "price"',
  },
  {
    name: 'has a field of another type',
    defect: () =>
      inRecords(
        (request) => request.path === view,
        (record) => ({ ...record, provider: '1' }),
      ),
    broken: ['course-record'],
    finding: `course ${hash}: "provider" is the text "1", expected number`,
    curl: `curl -sS -i '{base}/api/v1/courses/view/${hash}/'`,
  },
  {
    name: 'has dates with a zone',
    defect: () =>
      inRecords(
        (request) => request.path === view,
        (record) => ({ ...record, date_published: '2024-05-10T14:46:25.5Z' }),
      ),
    broken: ['course-record'],
    finding: '"date_published" is the text "2024-05-10T14:46:25.5Z"',
  },
  ...['2024-02-30T14:46:25.5', '2024-05-10T24:00:00.5', '2024-99-99T99:99:99.0'].map((date): DefectRow => ({
    name: `has the date ${date}`,
    defect: () =>
      inRecords(
        (request) => request.path === view,
        (record) => ({ ...record, date_published: date }),
      ),
    broken: ['course-record'],
    finding: `"date_published" is the text "${date}"`,
  })),
  {
    name: 'has a negative id',
    defect: () =>
      inRecords(
        (request) => request.path === view,
        (record) => ({ ...record, id: -100 }),
      ),
    broken: ['course-record'],
    finding: `course ${hash}: "id" is the number -100`,
  },
  {
    name: 'has a category without a name in a path',
    defect: () =>
      inRecords(
        (request) => request.path === view,
        (record) => ({ ...record, categories: ['All/'] }),
      ),
    broken: ['course-record'],
    finding: '"categories.0" is the text "All/"',
  },
  {
    name: 'has an external_id of another form',
    defect: () =>
      inRecords(
        (request) => request.path === 'providers/',
        (record) => (record['id'] === 3 ? { ...record, external_id: 'crmid:' } : record),
      ),
    broken: ['providers'],
    finding: 'provider 3 in the list: "external_id" is the text "crmid:"',
  },
  {
    name: 'has a provider whose id is a text',
    defect: () =>
      inRecords(
        (request) => request.path === 'providers/',
        (record) => (record['id'] === 3 ? { ...record, id: '3' } : record),
      ),
    broken: ['providers'],
    finding: 'provider 3 in the list: "id" is the text "3"',
  },
  {
    name: 'has a third level in its tree',
    defect: () =>
      inRecords(
        (request) => request.path === 'categories/',
        (record) =>
          record['category_id'] === '10'
            ? { ...record, children: [{ name: 'A', category_id: '11', course_count: 3, children: [] }] }
            : record,
      ),
    broken: ['categories'],
    finding: '"children.0" has the unknown field "children"',
  },
  {
    name: 'has a linkhash that is not the MD5',
    defect: () => otherHash,
    broken: ['linkhash'],
    finding: `has the linkhash ${'f'.repeat(32)}, but the MD5 of its linkurl is ${hash}`,
  },
  {
    name: 'has the latest list out of order',
    defect:
      () =>
      (reply, { path, method }) => {
        if (path !== 'courses/latest/' || method !== 'GET') return reply;
        return { ...reply, body: JSON.stringify(arrayOf(reply.body).toReversed()) };
      },
    broken: ['latest-order'],
    finding: 'comes after one of',
  },
  {
    name: 'differs in description from its record in the latest list',
    defect: () =>
      inRecords(
        (request) => request.path === 'courses/latest/',
        (record) => ({ ...record, description: 'old' }),
      ),
    broken: ['latest-view'],
    finding: 'differs in description from its record in the latest list',
  },
];

/** The course has the other hash everywhere. */
function otherHash(reply: Reply, request: ApiRequest): Reply {
  const other = 'f'.repeat(32);
  const swapped = request.path.replace(other, hash);
  const { body, ...rest } = request.path === view ? notFound(reply) : replyTo({ ...request, path: swapped });
  return { ...rest, body: body.replaceAll(hash, other) };
}
