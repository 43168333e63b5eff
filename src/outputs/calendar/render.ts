// An iCalendar of the courses that begin (RFC 5545).
import type { FullCourse } from '../../api/records.ts';
import { dateOfDay, dayNumber, dayPart } from '../../catalog/date.ts';
import { readableName } from '../../text/character-references.ts';
import { descriptionText } from '../../text/description-text.ts';
import { shortened } from '../../text/shortened.ts';
import { categoriesOf, pageOf, type PageOptions } from '../shared/course-entry.ts';

/** Characters of a description: a calendar shows it beside the name, and the page has all of it. */
const maxDescription = 300;

/** Bytes of a line, as section 3.1 limits it. */
const maxLine = 75;

/** When a course begins and ends, as days, and when it last changed by the journal; the last two are empty if that is not known. */
export interface Begin {
  readonly start: string;
  readonly end: string;
  readonly changed: string;
}

/** A course that begins. */
interface CourseEvent {
  readonly course: FullCourse;
  readonly begin: Begin;
}

/** The whole calendar, in lines that end as section 3.1 has them. */
export function renderCalendar(
  events: readonly CourseEvent[],
  { title, ...options }: PageOptions & { readonly title: string },
): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//static-course-catalog//NONSGML courses//EN',
    // The first is that of RFC 7986, the second the one that most programs read.
    `NAME:${textOf(title)}`,
    `X-WR-CALNAME:${textOf(title)}`,
    ...events.flatMap((event) => eventLines(event, options)),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('');
}

/** An event of whole days, during which nobody is busy. Its id changes only with the `linkurl`, its time only with the course. */
function eventLines({ course, begin: { start, end, changed } }: CourseEvent, options: PageOptions): string[] {
  const page = pageOf(course, options);
  const text = shortened(descriptionText(course.description), maxDescription);
  const description = [text, page ?? ''].filter((part) => part !== '').join('\n\n');
  const categories = categoriesOf(course).map(({ name }) => textOf(name));
  return [
    'BEGIN:VEVENT',
    `UID:${course.linkhash}@${new URL(options.baseUrl).hostname}`,
    `DTSTAMP:${basicForm((changed || course.date_published).slice(0, 'YYYY-MM-DDThh:mm:ss'.length))}Z`,
    `DTSTART;VALUE=DATE:${basicForm(start)}`,
    ...(end < start || end === lastDay ? [] : [`DTEND;VALUE=DATE:${basicForm(dayAfter(end))}`]),
    `SUMMARY:${textOf(readableName(course.title))}`,
    ...(description === '' ? [] : [`DESCRIPTION:${textOf(description)}`]),
    ...(categories.length === 0 ? [] : [`CATEGORIES:${categories.join(',')}`]),
    ...(page === undefined ? [] : [`URL:${page}`]),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** No day that can be written follows it. */
const lastDay = '9999-12-31';

/** An event ends before the day of its `DTEND`. */
function dayAfter(day: string): string {
  return dayPart(dateOfDay(dayNumber(day) + 1).toISOString());
}

function basicForm(date: string): string {
  return date.replaceAll(/[:-]/gu, '');
}

/** A text as a value (section 3.3.11), without the characters that it may not have. */
function textOf(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\\;,]/gu, String.raw`\$&`)
    .replaceAll(/\r\n|[\r\n]/gu, String.raw`\n`)
    .replaceAll(/[^\P{Cc}\t]/gu, '');
}

/** A line in pieces, which break between characters. */
function folded(line: string): string {
  let pieces = '';
  let room = maxLine;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (size > room) {
      pieces += '\r\n ';
      room = maxLine - 1;
    }
    pieces += character;
    room -= size;
  }
  return pieces;
}
