// Moodle: the courses that its web services answer with, in which names mean something else than in other lists.
import { fieldOf } from '../../../catalog/source/record.ts';
import type { FieldColumns } from '../../fields/fields.ts';
import type { Notes } from '../../notes.ts';
import { quoteText } from '../../../text/quote.ts';

/** Where the services are, below the address of a site. */
const servicePath = /\/webservice\/.*$/u;

/** The columns of its fields. */
const fieldColumns = {
  title: [['fullname']],
  description: [['summary']],
  categories: [['categoryname']],
  language: [['lang']],
  start_date: [['startdate']],
  end_date: [['enddate']],
  date_published: [['timecreated']],
  date_modified: [['timemodified']],
  author: [['contacts.fullname']],
  key: [['id']],
} as const satisfies FieldColumns;

/** The fields that some columns of it fill. The layout of a page is no format of a course. */
export function moodleFields(columns: readonly string[]): FieldColumns {
  const isThere = ([found = []]: readonly (readonly string[])[]) => columns.includes(found[0]?.split('.')[0] ?? '');
  return { ...Object.fromEntries(Object.entries(fieldColumns).filter(([, found]) => isThere(found))), format: [] };
}

export function isMoodle(records: readonly object[]): boolean {
  return (
    records.length > 0 && records.every((record) => ['id', 'shortname', 'fullname'].every((field) => field in record))
  );
}

/** A template of the addresses of courses of the site that answers at an address. */
export function moodlePages(address: string): string {
  const site = servicePath.test(address) ? address.replace(servicePath, '') : 'https://HOST';
  return `${site}/course/view.php?id={id}`;
}

/** A record without days that are not set; undefined, with a note, if visitors of the site do not see it as a course. */
export function moodleCourse(record: object, location: string, notes: Notes): object | undefined {
  const isSite = fieldOf(record, 'format') === 'site';
  const isHidden = [0, false].some((no) => fieldOf(record, 'visible') === no);
  if (isSite || isHidden) {
    const reason = isSite ? 'front page of a site' : 'hidden course';
    notes.add('skipped', reason, location, quoteText(String(fieldOf(record, 'fullname'))));
    return undefined;
  }
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => value !== 0 || !/date$|^time/u.test(name)),
  );
}
