// What the columns of a table hold, as far as it tells which field each may be.
import type { InputRows } from '../formats/format.ts';
import { isPictureHeading } from '../formats/table/headings.ts';
import type { Row } from '../rows.ts';
import { isPartialAddress } from '../values/addresses.ts';
import { dateReader } from '../values/dates.ts';
import { durationUnit } from '../values/durations.ts';
import { currencyIn, readPrice } from '../values/field-values.ts';
import { LanguageNames } from '../values/languages.ts';
import { hasPersonTitle, isOrganization, isPerson } from '../values/names.ts';
import { isPlaceholder } from '../values/placeholders.ts';
import { isQuoted } from '../values/texts.ts';

const maxSampledRows = 1000;
const maxSampledCells = 1_000_000;
/** Characters of a cell. In a text of megabytes regular expressions overflow their stack. */
const maxSampledText = 10_000;
const address = /^(?:https?:\/\/|www\.)\S+$/iu;
const picture = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]\S*)?$/iu;

/** Reading longer texts as contacts would take long. */
const maxContact = 254;
/** A mail address, or a telephone number. */
const contact =
  /^(?:mailto:)?[^\s@<>]+@[^\s@]+\.[^\s@]+$|^(?:tel\.?:? ?)?(?=(?:\D*\d){7,15}\D*$)(?:\+\d[\d\s()./-]*|0\d+[\s/-][\d\s/-]*|\(\d+\)[\d\s-]+)$/iu;

export type ColumnContent = ReturnType<typeof contentOf>;

/** What some columns hold in the first rows. */
export function contentsOf(columns: readonly string[], rows: InputRows['rows']): ColumnContent[] {
  const sample: Row[] = [];
  const most = Math.min(maxSampledRows, Math.ceil(maxSampledCells / columns.length));
  for (const row of rows) if (sample.push(row) >= most) break;
  const languages = new LanguageNames([]);
  return columns.map((column) => contentOf(column, sample, languages));
}

function contentOf(column: string, rows: readonly Row[], languages: LanguageNames) {
  const written = rows.flatMap((row) => row.get(column)).filter((cell) => !isPlaceholder(cell));
  const cells = written.map((cell) => cell.slice(0, maxSampledText));
  const dateIn = dateReader('dmy');
  const texts = [...new Set(cells)];
  const isMost = (is: (cell: string) => boolean) => cells.length > 0 && cells.filter(is).length >= cells.length * 0.8;
  const isDate = (cell: string) =>
    /\p{Nd}/u.test(cell) && cell.length > 4 && !/^\d{9,}$/u.test(cell) && 'date' in (dateIn(cell) ?? {});
  const isWords = (cell: string) => cell.length <= 200 && /\p{L}{2}/u.test(cell) && !/^\S*\d\S*$/u.test(cell);
  const isLanguage = (text: string) => languages.resolve(text)?.isKnown === true;
  const kinds: Readonly<
    Record<
      'person' | 'personTitle' | 'price' | 'duration' | 'language' | 'contact' | 'quoted',
      (cell: string) => boolean
    >
  > = {
    person: isPerson,
    personTitle: hasPersonTitle,
    contact: (cell) => cell.length <= maxContact && contact.test(cell),
    quoted: (cell) => isQuoted(cell.trim()),
    // A number alone may count seats.
    price: (cell) => currencyIn(column) !== undefined || (/[^\d.,\s]/u.test(cell) && readPrice(cell) !== undefined),
    language: (cell) => languages.partsOf(cell.replace(/^[^:]{1,100}:/u, '')).some(isLanguage),
    duration: (cell) => /\d/u.test(cell) && cell.split(/[^\p{L}]+/u).some((word) => durationUnit(word) !== undefined),
  };
  return {
    column,
    texts,
    /** Whether several rows have one and the same value. */
    isConstant: texts.length === 1 && cells.length > 1,
    /** The share of values that are of a kind, as far as it tells. */
    share: (kind: keyof typeof kinds) => cells.filter(kinds[kind]).length / cells.length,
    isLanguage: () => isMost((cell) => languages.partsOf(cell).every(isLanguage)),
    isTime: () => isMost((cell) => /^\D{0,6}\d{1,2}[:.h]\d{2}(?![./]?\d)/iu.test(cell)),
    hasAddress: cells.some((cell) => /(?:^|[\s("'<])(?:https?:\/\/|www\.)\S/iu.test(cell)),
    /** Whether it may have the addresses of courses, which are not those of pictures. */
    isAddress: !isPictureHeading(column) && isMost((cell) => address.test(cell) && !picture.test(cell)),
    /** The first address that lacks its scheme or its host. */
    partialAddress: cells.find(isPartialAddress),
    isDistinct: texts.length === cells.length,
    isDate: isMost(isDate),
    isText: isMost((cell) => isWords(cell) && !address.test(cell) && !isDate(cell)),
    isCode:
      isMost((cell) => /^(?=.*\d)[\p{L}\p{N}._-]{3,}$/u.test(cell) && !isDate(cell)) && texts.length === cells.length,
    isOrganization: isMost(isOrganization),
    /** Few values that repeat: a provider, a language or a subject. */
    repeats: cells.length > 3 && texts.length * 2 <= cells.length && isMost(isWords),
  };
}
