// Headings: what the name of a column says about its field, and about the language of a list.
import { countEach } from '../../../text/count-each.ts';
import { listLanguages, type ListLanguage } from '../../../text/locales/tags.ts';
import { lazy, memoize } from '../../../memoize.ts';
import { withoutAccents } from '../../../text/accents.ts';
import { maxColumnName } from '../../fields/columns.ts';
import { durationUnit, type DurationUnit } from '../../values/durations.ts';
import { currencyIn } from '../../values/field-values.ts';
import { withoutInvisible } from '../../values/invisible.ts';
import { falseFriends, headingMeanings, headingNames, type HeadingMeaning } from './heading-names.ts';

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

/** The columns of each known name: the first that has it alone, or else all that have a number after it. */
export function knownColumns(columns: readonly string[]): ReadonlyMap<KnownName, readonly string[]> {
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
export function readHeading(heading: string): Heading {
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

/** The place of a name among those of its field: another language comes after that of the list. */
export function precedenceOf(name: KnownName, language: ListLanguage | undefined): number {
  const placeInLanguage = language === undefined ? undefined : name.places.get(language);
  return placeInLanguage ?? knownNames().size + name.place;
}

/** The language of most names; undefined if none is known, or if two languages have as many. */
export function mostFrequentLanguage(names: Iterable<KnownName>): ListLanguage | undefined {
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

/** Names that mean something else in lists of a language. */
export const falseFriendsIn = memoize((language: ListLanguage): ReadonlySet<string> => {
  return new Set(falseFriends[language]?.split(',').map(foldHeading));
});

/** Endings for more persons than one, or for women: `Author(s)`, `Dozent/in`, `Enseignant(e)s`. */
const endings = /(?<=\p{L}{3})(?:[(/*:]-?(?:innen|in|rice|euse|es|as|os|s|a|e|r)\)?)+s?(?!\p{L})/gu;
const articles = /(?<!\S)(?:d[aeiou]|d[ao]s|de[lnrsi]|dell[aeo]?|degli|d|le|la|l|les|las|los|el|die|of|the|van|het) /gu;

/** A heading in lower case, without signs, accents, endings and articles, and without the prefix `CR_` of OER Commons. */
export function foldHeading(column: string): string {
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
