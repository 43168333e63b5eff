// The format `openedx`: the course list of an Open edX platform, `/api/courses/v1/courses/`.
import { fieldOf } from '../../catalog/source/record.ts';
import { quoteText } from '../../text/quote.ts';
import { schemaOrgColumns, type FieldColumns } from '../fields/fields.ts';
import { readJsonPages } from '../input/pages.ts';
import { columnsOf, elementsOf } from '../rows.ts';
import type { ImportFormat } from './format.ts';

/** The fields of a course that differ from schema.org. */
const differing: FieldColumns = {
  linkurl: [['address']],
  provider: [['org']],
  start_date: [['began']],
  end_date: [['end']],
  workload: [['effort']],
  format: [['pacing']],
  image: [['media.image.large'], ['media.image.raw']],
  description: [['short_description']],
  key: [['course_id'], ['id']],
};

export const openedx: ImportFormat = {
  recognize({ json }) {
    const [course] = elementsOf(fieldOf(json, 'results'));
    const name = ['course_id', 'blocks_url'].find((field) => fieldOf(course, field) !== undefined);
    return fieldOf(json, 'pagination') !== undefined && name !== undefined
      ? `JSON with \`pagination\`, and \`${name}\` in its results`
      : undefined;
  },

  async read({ resource }, context) {
    // The number of pages that it states may be wrong: only `next` counts.
    const nextOf = (page: unknown) => fieldOf(fieldOf(page, 'pagination'), 'next');
    const recordOf = (course: unknown, address: string, location: string) => {
      if (fieldOf(course, 'hidden') === true) {
        context.notes.add('skipped', 'hidden course', location, quoteText(String(fieldOf(course, 'name'))));
        return undefined;
      }
      // A course without a start has one in a far year.
      const began = fieldOf(course, 'start_type') === 'empty' ? undefined : fieldOf(course, 'start');
      return { ...Object(course), address: aboutPage(course, address), began };
    };
    const read = await readJsonPages(resource, 'results', nextOf, recordOf, context);
    return {
      ...read,
      fields: { ...schemaOrgColumns(context.fields), ...differing },
      columns: columnsOf(read.rows, ['address', 'began', 'start', 'start_type', 'blocks_url']),
      texts: 'values',
    };
  },
};

function aboutPage(course: unknown, address: string): string {
  const [id, blocks] = [fieldOf(course, 'course_id') ?? fieldOf(course, 'id'), fieldOf(course, 'blocks_url')];
  const platform = [blocks, address].find((url) => typeof url === 'string' && URL.canParse(url));
  if (typeof id !== 'string' || typeof platform !== 'string') return '';
  return `${new URL(platform).origin}/courses/${encodeURI(id)}/about`;
}
