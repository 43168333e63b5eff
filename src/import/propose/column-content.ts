// What the columns of a table hold, as far as it tells which field each may be.
import { memoize } from '../../memoize.ts';
import { unusedColumns, type MappedFields } from '../fields/fields.ts';
import type { InputRows } from '../formats/format.ts';
import { isMediaHeading } from '../formats/table/headings.ts';
import { fieldOf } from '../../catalog/source/record.ts';
import { isObject } from '../../text/keys.ts';
import { columnsOf, elementsOf, type Row } from '../rows.ts';
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

/** A heading of telephone numbers, which may be digits alone. */
const telephone =
  /(?<!\p{L})(?:tel(?:\.|e?fo|é|(?!\p{L}))|(?:tele)?phone|mobile?(?!\p{L})|handy(?!\p{L})|celular|whatsapp|тел)|電話|电话|전화/iu;

export type ColumnContent = ReturnType<typeof contentOf>;

/** What the columns of an input hold in the first rows. */
export function contentsOf({ columns, rows }: Pick<InputRows, 'columns' | 'rows'>): ColumnContent[] {
  const sample: Row[] = [];
  const most = Math.min(maxSampledRows, Math.ceil(maxSampledCells / columns.length));
  for (const row of rows) if (sample.push(row) >= most) break;
  const languages = new LanguageNames([]);
  return columns.map((column) => contentOf(column, sample, languages));
}

/** An input whose columns were looked at. */
interface SeenColumns extends Pick<InputRows, 'table'> {
  readonly fields: MappedFields;
  readonly contents?: readonly ColumnContent[];
}

/** The columns with values that no field takes, without those that a spreadsheet hides. */
export function unusedContents({ fields, contents = [], table }: SeenColumns): ColumnContent[] {
  const unused = new Set(unusedColumns(fields, table?.shown ?? []));
  return contents.filter(({ column, texts }) => unused.has(column) && texts.length > 0);
}

/** The columns of mail addresses or telephone numbers that no field takes: they are in the file whether they are shown or not. */
export function contactColumns({ fields, contents = [] }: SeenColumns): string[] {
  const isContact = ({ column, isMost, share }: ColumnContent) =>
    !isMost('date') && (share('contact') > 0.5 || (telephone.test(column) && share('digits') > 0.5));
  const columns = contents.filter(isContact).map(({ column }) => column);
  return unusedColumns(fields, columns);
}

/** How questions show columns: with their first value, as a name alone may say little. */
export function columnLabels(contents: readonly ColumnContent[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    contents.flatMap(({ column, texts: [text = ''], parts }) => {
      const shown = parts.length > 0 ? `{${parts.join(', ')}}` : text;
      return shown === '' ? [] : [[column, `${column}: ${shown.slice(0, 40)}`]];
    }),
  );
}

function contentOf(column: string, rows: readonly Row[], languages: LanguageNames) {
  const written = rows.flatMap((row) => row.get(column)).filter((cell) => !isPlaceholder(cell));
  const cells = written.map((cell) => cell.slice(0, maxSampledText));
  const texts = [...new Set(cells)];
  const objects =
    cells.length > 0 ? [] : rows.flatMap(({ value }) => elementsOf(fieldOf(value, column))).filter(isObject);
  const kinds = kindsUnder(column, languages);
  /** The share of values that are of a kind, as far as it tells; not a number without values. */
  const share = memoize((kind: keyof typeof kinds) => cells.filter(kinds[kind]).length / cells.length);
  const isMost = (kind: keyof typeof kinds) => share(kind) >= 0.8;
  /** How many of the values are different ones, as a share. */
  const distinct = texts.length / cells.length;
  return {
    column,
    texts,
    /** What the objects have in which no text was found. */
    parts: columnsOf(objects.map((value) => ({ value }))),
    share,
    isMost,
    distinct,
    /** Whether at least half of the rows have a value. */
    isFilled: written.length * 2 >= rows.length,
    /** Whether several rows have one and the same value. */
    isConstant: texts.length === 1 && cells.length > 1,
    /** The first address that lacks its scheme or its host. */
    partialAddress: cells.find(isPartialAddress),
    isCode: distinct === 1 && isMost('code'),
    /** Few values that repeat: a provider, a language or a subject. */
    repeats: cells.length > 3 && distinct <= 0.5 && isMost('words'),
  };
}

/** The kinds that a cell may be of, under the name of its column. */
function kindsUnder(column: string, languages: LanguageNames) {
  const dateIn = dateReader('dmy');
  const isLanguage = (text: string) => languages.resolve(text)?.isKnown === true;
  const isDate = (cell: string) =>
    /\p{Nd}/u.test(cell) && cell.length > 4 && !/^\d{9,}$/u.test(cell) && 'date' in (dateIn(cell) ?? {});
  const isWords = (cell: string) => cell.length <= 200 && /\p{L}{2}/u.test(cell) && !/^\S*\d\S*$/u.test(cell);
  const isMedia = isMediaHeading(column);
  return {
    person: isPerson,
    personTitle: hasPersonTitle,
    organization: isOrganization,
    contact: (cell) => cell.length <= maxContact && contact.test(cell),
    digits: (cell) => /^\+?\d{7,15}$/u.test(cell),
    quoted: (cell) => isQuoted(cell.trim()),
    number: (cell) => /^[\d.,\s]*\d[\d.,\s]*$/u.test(cell),
    // A number alone may count seats.
    price: (cell) => currencyIn(column) !== undefined || (/[^\d.,\s]/u.test(cell) && readPrice(cell) !== undefined),
    languages: (cell) => languages.partsOf(cell).every(isLanguage),
    someLanguage: (cell) => languages.partsOf(cell.replace(/^[^:]{1,100}:/u, '')).some(isLanguage),
    duration: (cell) => /\d/u.test(cell) && cell.split(/[^\p{L}]+/u).some((word) => durationUnit(word) !== undefined),
    date: isDate,
    time: (cell) => /^\D{0,6}\d{1,2}[:.h]\d{2}(?![./]?\d)/iu.test(cell),
    withAddress: (cell) => /(?:^|[\s("'<])(?:https?:\/\/|www\.)\S/iu.test(cell),
    /** An address that may be that of a course, not of a picture or a film. */
    page: (cell) => !isMedia && address.test(cell) && !picture.test(cell),
    words: isWords,
    /** Words that are not a date. */
    text: (cell) => isWords(cell) && !address.test(cell) && !isDate(cell),
    longText: (cell) => cell.length > 60,
    code: (cell) => /^(?=.*\d)[\p{L}\p{N}._-]{3,}$/u.test(cell) && !isDate(cell),
  } satisfies Record<string, (cell: string) => boolean>;
}
