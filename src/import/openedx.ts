// The format `openedx`: the course list of an Open edX platform, `/api/courses/v1/courses/`.
import { fieldOf } from '../catalog/reading.ts';
import type { FieldTable, Format } from './format.ts';
import { readJsonPage } from './json.ts';
import { readPages } from './pages.ts';
import { columnsOf, elementsOf, ObjectRow } from './rows.ts';

const fields: FieldTable = {
  title: [['name']],
  linkurl: [['address']],
  provider: [['org']],
  date_published: [['began'], ['enrollment_start']],
  description: [['short_description']],
  key: [['course_id']],
};

export const openedx: Format = {
  recognize({ json }) {
    const [first] = elementsOf(fieldOf(json, 'results'));
    return fieldOf(json, 'pagination') !== undefined && fieldOf(first, 'course_id') !== undefined
      ? 'JSON with `pagination`, and `course_id` in its results'
      : undefined;
  },

  async read({ resource }, context) {
    // The number of pages that it states may be wrong: only `next` counts.
    const nextOf = (page: unknown) => fieldOf(fieldOf(page, 'pagination'), 'next');
    const { pages, isWhole } = await readPages(
      resource,
      (one) => readJsonPage(one, 'results', context.texts),
      nextOf,
      context,
    );
    const rows = pages.flatMap(({ resource: { address }, page }) =>
      elementsOf(fieldOf(page, 'results')).map((course, at) => {
        const record = { ...Object(course), address: aboutPage(course, address), began: startOf(course) };
        return new ObjectRow(record, `${address}:record ${at + 1}`);
      }),
    );
    const columns = columnsOf(rows.map(({ value }) => value)).filter(
      (name) => !['address', 'began', 'blocks_url'].includes(name),
    );
    return { rows, fields, columns, day: resource.day, isWhole, texts: 'values' };
  },
};

/** The page about a course, on the platform that the API belongs to. */
function aboutPage(course: unknown, address: string): string {
  const [id, blocks] = [fieldOf(course, 'course_id'), fieldOf(course, 'blocks_url')];
  const platform = [blocks, address].find((one) => typeof one === 'string' && URL.canParse(one));
  if (typeof id !== 'string' || typeof platform !== 'string') return '';
  return `${new URL(platform).origin}/courses/${encodeURI(id)}/about`;
}

/** A course without a start has one in a far year. */
function startOf(course: unknown): unknown {
  return fieldOf(course, 'start_type') === 'empty' ? undefined : fieldOf(course, 'start');
}
