// Which columns fill which fields, by their headings, as far as what they hold fits.
import type { FieldTable } from '../../../catalog/fields.ts';
import { columnsIn, fieldNames, type FieldColumns } from '../../fields/fields.ts';
import type { HeadingMeaning } from './heading-names.ts';
import {
  falseFriendsIn,
  foldHeading,
  knownColumns,
  mostFrequentLanguage,
  precedenceOf,
  readHeading,
} from './headings.ts';

/**
 * How well the values of a column fit a meaning of its heading: 0 if not at all. A heading is of the list's own language, of English,
 * which many programs write, or of another one; or it may name a provider or an author alike.
 */
export type Fit = (meaning: HeadingMeaning, column: string, origin: HeadingOrigin) => number;
export type HeadingOrigin = 'own' | 'english' | 'foreign' | 'either';

/** The fields of a table by the names of its columns, as far as what these hold fits. `Instructor 1`, `Instructor 2` … are one field. */
export function fieldsByHeadings(columns: readonly string[], fit: Fit = fitOfHeadings): FieldColumns {
  const known = knownColumns(columns);
  const language = mostFrequentLanguage(known.keys());
  const candidates = [...known].flatMap(([name, match]) => {
    if (language !== undefined && falseFriendsIn(language).has(name.text)) return [];
    const isEither = name.isGeneral && name.meaning === 'provider';
    const isOwn = language === undefined || name.places.has(language);
    const origin: HeadingOrigin = isEither ? 'either' : isOwn ? 'own' : name.places.has('en') ? 'english' : 'foreign';
    const meaning = (language && name.otherwise.get(language)) ?? name.meaning;
    const isGeneral = name.isGeneral && meaning === 'date_published';
    return [{ match, meaning, origin, isGeneral, place: precedenceOf(name, language) }];
  });
  let day: HeadingMeaning | undefined = 'date_published';
  const mayMean = ({ meaning, origin, isGeneral }: (typeof candidates)[number], wanted: HeadingMeaning) => {
    if (isGeneral) return wanted === day;
    // The hour of a start or an end.
    if (wanted === 'time' && (meaning === 'start_date' || meaning === 'end_date')) return true;
    return meaning === wanted || (origin === 'either' && wanted === 'author');
  };
  const columnsOf = (meaning: HeadingMeaning) => {
    const fitting = candidates.flatMap((candidate) => {
      const { match, place } = candidate;
      // What is named a start or an end has to be seen to be an hour.
      const origin = meaning === 'time' && candidate.meaning !== 'time' ? 'foreign' : candidate.origin;
      const fits = mayMean(candidate, meaning) ? match.map((column) => fit(meaning, column, origin)) : [];
      const best = Math.max(0, ...fits);
      return best > 0 ? [{ match: match.filter((_, at) => Number(fits[at]) > 0), best, place }] : [];
    });
    return fitting.toSorted((a, b) => b.best - a.best || a.place - b.place)[0]?.match ?? [];
  };
  const isThere = (meaning: HeadingMeaning) => columnsOf(meaning).length > 0;
  // A day beside a time or a place is that of the course, not of its publication; what it is beside a start, too, is asked.
  const isBesidePlace = isThere('time') || isThere('place');
  if (!isThere('start_date')) day = isBesidePlace || isThere('end_date') ? 'start_date' : day;
  else if (isBesidePlace) day = undefined;
  const fields: FieldColumns = {};
  for (const field of fieldNames) {
    const match = columnsOf(field);
    // A course has one title: of several columns the user says which.
    if (match.length > 0 && (field !== 'title' || match.length === 1)) fields[field] = [match];
  }
  const columnOf = (meaning: HeadingMeaning) => columnsOf(meaning)[0];
  return {
    ...fields,
    ...durationsIn(fields, columnOf('hours'), columnOf('minutes')),
    ...formatIn(fields, columnOf('pacing')),
    ...priceIn(fields, columnOf('currency')),
  };
}

/** Whoever holds a course is an organization as far as headings tell. */
const fitOfHeadings: Fit = (meaning, _, origin) =>
  (origin === 'either' && meaning === 'author') || (origin === 'foreign' && meaning === 'time') ? 0 : 1;

/** How a course is held, with what a column beside it says of its pacing. */
function formatIn({ format }: FieldColumns, pacing: string | undefined): FieldColumns {
  return pacing === undefined ? {} : { format: [[...columnsIn(format), pacing]] };
}

/** Durations in a column whose name says their unit; a number of hours, with one of minutes, is the duration, or else the work that it takes. */
function durationsIn(fields: FieldColumns, hours: string | undefined, minutes: string | undefined): FieldColumns {
  const [column] = columnsIn(fields.duration);
  const unit = column === undefined ? undefined : readHeading(column).unit;
  const inHours = hours === undefined ? [] : [{ columns: [hours], unit: 'hours' as const }];
  const isBoth = hours !== undefined && minutes !== undefined && !/[{}]/u.test(hours + minutes);
  const inBoth = isBoth ? [{ template: `{${hours}} h {${minutes}} min` }] : [];
  const inMinutes = minutes === undefined ? [] : [{ columns: [minutes], unit: 'minutes' as const }];
  const counted = [...inBoth, ...inHours, ...inMinutes];
  if (column === undefined) return counted.length === 0 ? {} : { duration: counted };
  return {
    ...(unit !== undefined && { duration: [{ columns: [column], unit }] }),
    ...(hours !== undefined && fields.workload === undefined && { workload: counted }),
  };
}

/** Prices with the currency in the column beside them. */
function priceIn({ price }: FieldColumns, currency: string | undefined): FieldColumns {
  const [column, ...others] = columnsIn(price);
  if (column === undefined || others.length > 0 || currency === undefined || /[{}]/u.test(column + currency)) return {};
  return { price: [{ template: `{${column}} {${currency}}` }, [column]] };
}

/**
 * The columns whose headings are the labels or the names of custom fields, each of one field: as they are written first,
 * so that `Sede` and `sede` are two.
 */
export function fieldsByLabels(
  own: FieldTable,
  columns: readonly string[],
): Readonly<Record<string, readonly string[][]>> {
  const found = new Map<string, string>();
  const takeFor = (textsOf: (name: string, label: string) => readonly string[], fold: (text: string) => string) => {
    const wanted = Object.entries(own).map(([name, { labels }]) => [name, textsOf(name, labels.en).map(fold)] as const);
    const taken = new Set(found.values());
    for (const column of columns.filter((one) => !taken.has(one))) {
      const heading = fold(column);
      const [name] = wanted.find(([one, texts]) => !found.has(one) && texts.includes(heading)) ?? [];
      if (name !== undefined) found.set(name, column);
    }
  };
  takeFor((_, label) => [label], String);
  takeFor((name) => [name], String);
  takeFor((name, label) => [name, label], foldHeading);
  return Object.fromEntries(Array.from(found, ([name, column]) => [name, [[column]]]));
}
