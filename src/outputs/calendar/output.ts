// The calendar of the courses that begin.
import { dayNumber } from '../../catalog/date.ts';
import type { CourseNumbering } from '../../catalog/membership.ts';
import { timeIn } from '../../storage/journal/line.ts';
import { CourseTextsBuilder, GatheredTexts } from '../../storage/course-texts.ts';
import type { Chunks, Output } from '../output.ts';
import { calendarDeclaration, calendarPath, type CalendarTypes } from './declaration.ts';
import { renderCalendar, type Begin } from './render.ts';

/** As many as calendars take from an address without trouble: about 500 kB. */
const maxEvents = 1000;

export const calendar: Output<CalendarTypes> = {
  ...calendarDeclaration,
  collect() {
    const texts = new CourseTextsBuilder();
    let starts: { readonly ordinal: number; readonly day: number }[] = [];
    return {
      add({ course: { fields }, view, journalLine }, ordinal) {
        const { start_date: start, end_date: end = '' } = fields;
        if (start === undefined) return texts.addBytes();
        const begin: Begin = { start: String(start), end: String(end), changed: timeIn(journalLine) };
        texts.addBytes(view.bytes, Buffer.from(JSON.stringify(begin)));
        starts.push({ ordinal, day: dayNumber(begin.start) });
      },
      finish() {
        const ordinals = Uint32Array.from(starts, ({ ordinal }) => ordinal);
        const days = Int32Array.from(starts, ({ day }) => day);
        starts = [];
        return { texts: texts.finish(), starts: { ordinals, days } };
      },
    };
  },
  *files({ numbering }, { options, features }, built) {
    const { chunks } = built.of(calendarDeclaration) ?? {};
    const courses = chunks ? coursesIn(chunks, numbering) : new Uint32Array();
    if (!chunks || courses.length === 0) return;
    const gathered = new GatheredTexts();
    gathered.gather(numbering.offsets, [courses], chunks.collected.texts);
    const events = Array.from(courses, (course) => {
      const [record = '', begin = ''] = Buffer.from(gathered.textOf(course)).toString().split('\n');
      return { course: JSON.parse(record), begin: JSON.parse(begin) };
    });
    yield [calendarPath, Buffer.from(renderCalendar(events, { ...options, ...features }))];
  },
};

/**
 * The courses of the calendar, by their numbers, in the order of their starts. If there are too many, those that begin next: a build
 * has no clock, so it takes the newest day of publication for today. Where few follow, the last ones before are there too.
 */
function coursesIn(
  { count, collected }: Chunks<CalendarTypes['collected']>,
  { ids, days: published, offsets }: CourseNumbering,
): Uint32Array {
  const all = Array.from({ length: count }, (_, chunk) => {
    const { ordinals, days } = collected.starts(chunk);
    return Array.from(ordinals, (ordinal, at) => ({ course: (offsets[chunk] ?? 0) + ordinal, day: days[at] ?? 0 }));
  }).flat();
  all.sort((a, b) => a.day - b.day || (ids[a.course] ?? 0) - (ids[b.course] ?? 0));
  const today = published.reduce((a, b) => Math.max(a, b), -Infinity);
  const next = all.findIndex(({ day }) => day >= today);
  const end = next === -1 ? all.length : Math.min(all.length, next + maxEvents);
  return Uint32Array.from(all.slice(Math.max(0, end - maxEvents), end), ({ course }) => course);
}
