// The calendar of the courses that begin, as every command knows it.
import { cacheControl } from '../../api/http.ts';
import type { CourseTexts } from '../../storage/course-texts.ts';
import type { OutputDeclaration, OutputTypes } from '../output.ts';

/** Relative to the site root. */
export const calendarPath = 'courses.ics';

export interface CalendarTypes extends OutputTypes {
  readonly collected: {
    /** Lines for each course that begins on a known day: its full record, and what else an event has of it. Empty for the others. */
    readonly texts: CourseTexts;
    readonly starts: Starts;
  };
}

/** The courses of a chunk that begin on a known day. */
interface Starts {
  readonly ordinals: Uint32Array;
  /** In days since 1970. */
  readonly days: Int32Array;
}

export const calendarDeclaration: OutputDeclaration<CalendarTypes> = {
  name: 'calendar',
  paths: [
    {
      kind: 'feed',
      path: calendarPath,
      type: 'text/calendar; charset=utf-8',
      cache: cacheControl.default,
      // Not every catalog knows when its courses begin.
      madeFrom: 'courses',
      isReplaceable: true,
    },
  ],
  isWanted: (features) => features.pages,
  collectedFields: { texts: true, starts: true },
};
