// The report of a comparison, in Markdown, which people read as it is.
import { codeSpan, markdownText } from '../../text/markdown.ts';
import { count, grouped } from '../../text/number-format.ts';
import type { Change, ComparedCourse, Difference } from './compare.ts';

/** Courses of a kind that are named. */
const maxNamed = 50;
const maxText = 200;

const phrases: Readonly<Record<string, string>> = {
  title: 'with another title',
  provider: 'with another provider',
  categories: 'in other categories',
  language: 'in other languages',
};

/** Numbers of courses, and of records that could not be read before. */
interface Counts {
  readonly before: number;
  readonly unread: number;
  readonly after: number;
}

/** The lines of the report. */
export function differenceLines(difference: Difference, { before, unread, after }: Counts): string[] {
  const { added, removed, moved, changed, otherwise } = difference;
  const sections = [
    ...section('added', added, addressOf),
    ...section('removed: their addresses will answer 404', removed, addressOf),
    ...section('moved to another address: for clients it is another course', moved, fromTo),
    ...Array.from(changed, ([field, changes]) =>
      section(phrases[field] ?? `whose ${field} changed`, changes, fromTo),
    ).flat(),
    ...(otherwise === 0
      ? []
      : [`**${count(otherwise, 'course')} changed otherwise**, in the description for example`, '']),
  ];
  const courses =
    before === after ? count(after, 'course') : `${count(before, 'course')} before, ${grouped(after)} now`;
  const missing =
    unread === 0
      ? []
      : [`Of the base, ${count(unread, 'record')} could not be read: these courses count as added.`, ''];
  return [
    '### What changes',
    '',
    sections.length === 0 ? `Nothing: ${courses}.` : `${courses}.`,
    '',
    ...missing,
    ...sections,
  ];
}

function section<T extends ComparedCourse | Change>(
  what: string,
  courses: readonly T[],
  details: (course: T) => string,
): string[] {
  if (courses.length === 0) return [];
  const lines = courses.slice(0, maxNamed).map((course) => `- ${shown(course.title)}: ${details(course)}`);
  const more = courses.length > maxNamed ? [`- … and ${grouped(courses.length - maxNamed)} more`] : [];
  return [`**${count(courses.length, 'course')} ${what}**`, '', ...lines, ...more, ''];
}

const addressOf = ({ linkurl }: ComparedCourse) => shown(linkurl);

function fromTo({ from, to }: Change): string {
  return `${shown(from)} → ${shown(to)}`;
}

/** An address, or code: in the text of a pull request, "Closes" and an address would close an issue. */
function shown(text = ''): string {
  if (text === '') return 'nothing';
  const start = text.length > maxText ? `${text.slice(0, maxText)}…` : text;
  return /^https?:\/\/\S+$/u.test(start) ? markdownText(start) : codeSpan(start);
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
