// The report of a comparison, in Markdown, which people read as it is.
import { codeSpan, markdownText } from '../../text/markdown.ts';
import { count, grouped } from '../../text/number-format.ts';
import { shortened } from '../../text/shortened.ts';
import { maxText, type Change, type ComparedCourse, type Difference, type FieldValue } from './compare.ts';

/** Courses of a kind that are named. */
const maxNamed = 50;

/** Numbers of courses, and of records that could not be read before. */
interface Counts {
  readonly before: number;
  readonly unread: number;
  readonly after: number;
  /** The names of fields that the base does not have. */
  readonly notCompared: readonly string[];
}

/** The lines of the report. */
export function differenceLines(difference: Difference, { before, unread, after, notCompared }: Counts): string[] {
  const { added, removed, moved, changed } = difference;
  const sections = [
    ...section('added', added, addressOf),
    ...section('removed: their addresses will answer 404', removed, addressOf),
    ...section('moved to another address: for clients it is another course', moved, fromTo),
    ...Array.from(changed, ([field, changes]) => section(`whose ${codeSpan(field)} changed`, changes, fromTo)).flat(),
  ];
  const courses =
    before === after ? count(after, 'course') : `${count(before, 'course')} before, ${grouped(after)} now`;
  const missing =
    unread === 0
      ? []
      : [`Of the base, ${count(unread, 'record')} could not be read: these courses count as added.`, ''];
  const names = notCompared.map(codeSpan).join(', ');
  const unknown = names === '' ? [] : [`Not compared, as the base does not say them: ${names}.`, ''];
  return [
    '### What changes',
    '',
    sections.length === 0 ? `Nothing: ${courses}.` : `${courses}.`,
    '',
    ...missing,
    ...unknown,
    ...sections,
  ];
}

function section<T extends ComparedCourse | Change>(
  what: string,
  courses: readonly T[],
  details: (course: T) => string,
): string[] {
  if (courses.length === 0) return [];
  const lines = courses
    .slice(0, maxNamed)
    .map((course) => `- ${shown(shortened(course.title, maxText))}: ${details(course)}`);
  const more = courses.length > maxNamed ? [`- … and ${grouped(courses.length - maxNamed)} more`] : [];
  return [`**${count(courses.length, 'course')} ${what}**`, '', ...lines, ...more, ''];
}

const addressOf = ({ linkurl }: ComparedCourse) => shown(shortened(linkurl, maxText));

function fromTo({ from, to }: Change): string {
  return `${shownValue(from)} → ${shownValue(to)}`;
}

/** Each text of a list is marked as code of its own, as it may have commas. */
function shownValue(value: FieldValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (typeof value !== 'object') return shown(String(value));
  return 'name' in value ? `${shown(value.name)} (${value.id})` : value.map(shownValue).join(', ');
}

/** An address, or code: in the text of a pull request, "Closes" and an address would close an issue. */
function shown(text: string): string {
  return /^https?:\/\/\S+$/u.test(text) ? markdownText(text) : codeSpan(text);
}

/** The same for programs, with every course. */
export function differenceData({ changed, ...difference }: Difference): object {
  const plain = ({ id, linkhash, linkurl, title }: ComparedCourse) => ({ id, linkhash, linkurl, title });
  return {
    ...difference,
    added: difference.added.map(plain),
    removed: difference.removed.map(plain),
    changed: Object.fromEntries(changed),
  };
}
