// Headings: what the name of a column says about its field, and about the language of a list.
import { countEach } from '../../../text/count-each.ts';
import { listLanguages, type ListLanguage } from '../../../text/locales/tags.ts';
import { lazy, memoize } from '../../../memoize.ts';
import { withoutAccents } from '../../../text/accents.ts';
import { maxColumnName } from '../../fields/columns.ts';
import type { FieldTable } from '../../../catalog/fields.ts';
import { columnsIn, fieldNames, type FieldColumns } from '../../fields/fields.ts';
import { durationUnit, type DurationUnit } from '../../values/durations.ts';
import { currencyIn } from '../../values/field-values.ts';
import { withoutInvisible } from '../../values/invisible.ts';
import { falseFriends, headingMeanings, headingNames, type HeadingMeaning } from './heading-names.ts';

interface KnownName {
  /** The name as headings are compared. */
  readonly text: string;
  readonly meaning: HeadingMeaning;
  /** Whether it may name a provider or an author alike, or any day. */
  readonly isGeneral: boolean;
  /** What it means in languages in which that is something else. */
  readonly otherwise: ReadonlyMap<ListLanguage, HeadingMeaning>;
  /** Its place among the names of its field, in each language that has it. */
  readonly places: ReadonlyMap<ListLanguage, number>;
  /** Its place among all names. */
  readonly place: number;
}

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
    return [{ match, meaning, origin, isGeneral, place: precedence(name, language) }];
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

/** The language of most headings; undefined if none is known, or if two languages have as many. */
export function languageOfHeadings(columns: readonly string[]): ListLanguage | undefined {
  return mostFrequentLanguage(knownColumns(columns).keys());
}

/** What a heading names, in most languages. */
export function meaningOf(cell: string): HeadingMeaning | undefined {
  return readHeading(cell).known?.meaning;
}

export function isHeading(cell: string): boolean {
  return meaningOf(cell) !== undefined;
}

/** Whether a heading names a field, but may name another one as well: a title the name of a person, a provider an author. */
export function isGeneralHeading(heading: string, field: 'title' | 'provider'): boolean {
  const { known } = readHeading(heading);
  return known?.isGeneral === true && known.meaning === field;
}

/** Whether a column has pictures or films by its name, whose addresses are not those of courses. */
export function isMediaHeading(column: string): boolean {
  const meaning = meaningOf(column);
  return meaning === 'image' || meaning === 'logo' || /video|youtube|trailer|thumb|banner|photo|foto/iu.test(column);
}

/** The columns of each known name: the first that has it alone, or else all that have a number after it. */
function knownColumns(columns: readonly string[]): ReadonlyMap<KnownName, readonly string[]> {
  const plain = new Map<KnownName, readonly string[]>();
  const numbered = new Map<KnownName, string[]>();
  for (const column of columns) {
    const { known, isNumbered } = readHeading(column);
    if (known === undefined) continue;
    if (!isNumbered) plain.set(known, plain.get(known) ?? [column]);
    else if (numbered.get(known)?.push(column) === undefined) numbered.set(known, [column]);
  }
  return new Map([...numbered, ...plain]);
}

interface Heading {
  readonly known: KnownName | undefined;
  readonly isNumbered: boolean;
  /** The unit that the name of a duration says. */
  readonly unit?: DurationUnit;
}

/** What a heading is known as: the one rule for all who ask. */
function readHeading(heading: string): Heading {
  const folded = heading.length > maxColumnName ? '' : foldHeading(heading);
  const [, name = '', number = ''] = /^(.*?) ?(\d*)$/u.exec(folded) ?? [];
  const known = knownNames().get(name);
  if (known !== undefined) return { known, isNumbered: number !== '' };
  return (
    qualifiedHeading(folded, heading) ?? { known: joinedNames().get(name) ?? nameInParts(heading), isNumbered: false }
  );
}

/** A name with a unit or a currency after it: `Duration (weeks)`, `Fee in INR`. */
function qualifiedHeading(folded: string, heading: string): Heading | undefined {
  const [, name = '', last = ''] = /^(.+?)(?: (?:in|en|em|w|в))? (\p{L}+)$/u.exec(folded) ?? [];
  const known = knownNames().get(name);
  const unit = durationUnit(last);
  if (known?.meaning === 'duration' && unit !== undefined) return { known, isNumbered: false, unit };
  return known?.meaning === 'price' && currencyIn(heading) !== undefined ? { known, isNumbered: false } : undefined;
}

/** A name in two languages or words, which mean the same: `Titel / Title`. */
function nameInParts(heading: string): KnownName | undefined {
  const parts = heading.length > maxColumnName ? [] : heading.split(/[/|()]/u).map(foldHeading);
  const [known, ...others] = parts.flatMap((part) => (part === '' ? [] : [knownNames().get(part)]));
  return others.length > 0 && others.every((other) => other?.meaning === known?.meaning) ? known : undefined;
}

/** Names of several words, as lists join them: `coursetitle`. */
const joinedNames = lazy(() => new Map([...knownNames()].map(([text, name]) => [text.replaceAll(' ', ''), name])));

/** Orders the names of a field: another language comes after that of the list. */
function precedence(name: KnownName, language: ListLanguage | undefined): number {
  const placeInLanguage = language === undefined ? undefined : name.places.get(language);
  return placeInLanguage ?? knownNames().size + name.place;
}

function mostFrequentLanguage(names: Iterable<KnownName>): ListLanguage | undefined {
  const telling = [...names].filter(({ text }) => !listLanguages.some((tag) => falseFriendsIn(tag).has(text)));
  const counts = countEach(telling.flatMap(({ places }) => [...places.keys()]));
  const [[language, most] = [undefined, 0], [, next] = [undefined, 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most > next ? language : undefined;
}

const knownNames = lazy((): ReadonlyMap<string, KnownName> => {
  type Growing = KnownName & {
    isGeneral: boolean;
    readonly places: Map<ListLanguage, number>;
    readonly otherwise: Map<ListLanguage, HeadingMeaning>;
  };
  const names = new Map<string, Growing>();
  for (const meaning of headingMeanings)
    for (const language of listLanguages)
      for (const [at, text] of (headingNames[meaning][language]?.split(',') ?? []).entries()) {
        const name = foldHeading(text);
        const known = names.get(name) ?? {
          text: name,
          meaning,
          isGeneral: false,
          otherwise: new Map(),
          places: new Map(),
          place: names.size,
        };
        names.set(name, known);
        known.isGeneral ||= text.endsWith('*');
        if (known.meaning !== meaning && !known.places.has(language)) known.otherwise.set(language, meaning);
        known.places.set(language, known.places.get(language) ?? at);
      }
  return names;
});

const falseFriendsIn = memoize((language: ListLanguage): ReadonlySet<string> => {
  return new Set(falseFriends[language]?.split(',').map(foldHeading));
});

/** Endings for more persons than one, or for women: `Author(s)`, `Dozent/in`, `Enseignant(e)s`. */
const endings = /(?<=\p{L}{3})(?:[(/*:]-?(?:innen|in|rice|euse|es|as|os|s|a|e|r)\)?)+s?(?!\p{L})/gu;
const articles = /(?<!\S)(?:d[aeiou]|d[ao]s|de[lnrsi]|dell[aeo]?|degli|d|le|la|l|les|las|los|el|die|of|the|van|het) /gu;

/** A heading in lower case, without signs, accents, endings and articles, and without the prefix `CR_` of OER Commons. */
function foldHeading(column: string): string {
  return withoutAccents(withoutInvisible(column).replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' '))
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replaceAll('đ', 'd')
    .replaceAll('ة', 'ه')
    .replaceAll(endings, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replaceAll(/(?<!\p{L})ال(?=\p{L}{3})/gu, '')
    .replaceAll(articles, '')
    .replace(/^cr (?=.)/u, '');
}
