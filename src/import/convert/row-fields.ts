// The page fields of rows: levels, prices, durations and days as the source format writes them.
import type { PageKind, CourseFields } from '../../catalog/fields.ts';
import { dayPart, isDayKind, timeOfDay } from '../../catalog/date.ts';
import { quoteText } from '../../text/quote.ts';
import { memoize } from '../../memoize.ts';
import { maxColumnName } from '../fields/columns.ts';
import { columnsIn, partsOf, type Alternative } from '../fields/fields.ts';
import type { MappedRows } from '../propose/map-columns.ts';
import type { Row } from '../rows.ts';
import { extractAddress } from '../values/addresses.ts';
import { isDateOfSpreadsheet, isInWords } from '../values/dates.ts';
import { durationIn, durationUnder } from '../values/durations.ts';
import {
  currencyIn,
  isSelfPaced,
  lacksCurrency,
  readAnswer,
  readMode,
  readNumber,
  readPrice,
} from '../values/field-values.ts';
import type { LanguageNames } from '../values/languages.ts';
import { licenseAddress, plainText, readWebAddress } from '../values/texts.ts';
import type { RowDates } from './row-dates.ts';
import { priceKey } from './row-numbers.ts';
import type { RowValues, ValueContext } from './row-values.ts';

interface FieldContext extends ValueContext {
  readonly languageNames: LanguageNames;
}

/** What a field of each kind takes, for a text that is not one. */
const expectations: Readonly<Record<Exclude<PageKind, 'date' | 'timestamp'>, string>> = {
  text: 'expected a text',
  list: 'expected a text',
  number: 'expected a number with an unambiguous decimal sign',
  duration: 'expected a number above 0 with a unit',
  price: 'expected an amount with one currency',
  address: 'expected a web address',
  'yes-no': 'expected yes or no',
};

/** The same below a heading with a unit. */
const expectedOfUnit = 'expected a number above 0';

interface MappedField {
  readonly name: string;
  readonly kind: PageKind;
  /** Reads a text; undefined if it is not of that kind. */
  readonly read: (text: string) => string | undefined;
  /** What it takes, for a text that it cannot read. */
  readonly expected: string;
  /** What makes prices of amounts without a currency. */
  readonly priceAdvice: string;
  readonly isLanguage: boolean;
  /** The names of its columns, in lower case. */
  readonly labels: ReadonlySet<string>;
}

/** Fields that spreadsheets damage: they make a date of a level such as 1-2. */
const neverDates: ReadonlySet<string> = new Set(['level', 'format', 'audience', 'certificate']);

export class RowFields {
  private readonly mapped: readonly MappedField[];

  constructor(
    { fields, contents = [] }: MappedRows,
    private readonly context: FieldContext,
    private readonly values: RowValues,
    private readonly dates: RowDates,
    signs: ReadonlyMap<string, string>,
  ) {
    this.mapped = Object.entries(context.options.fields).flatMap(([name, { kind, isLanguage = false }]) => {
      const { [name]: alternatives } = fields;
      if (alternatives === undefined) return [];
      const [column, ...others] = columnsIn(alternatives);
      const labels = new Set(columnsIn(alternatives).map((one) => one.toLowerCase()));
      const content = contents.find((one) => one.column === column);
      const isNumbers = content?.isMost('number') === true;
      const isOpen = others.length === 0 && currencyIn(column ?? '') === undefined;
      const { read, expected } = readerFor(name, kind, alternatives, signs);
      const isOfUnit = kind !== 'duration' || !isNumbers || expected === expectedOfUnit;
      const unitAdvice = isOfUnit ? '' : `; --map '${name}=${column} in hours' gives numbers a unit, such as hours`;
      const priceAdvice = kind === 'price' && isOpen ? adviceForPrices(name, column ?? '', content?.texts ?? []) : '';
      return [{ name, kind, isLanguage, labels, read, expected: expected + (isOpen ? unitAdvice : ''), priceAdvice }];
    });
  }

  fieldsOf(row: Row): CourseFields {
    const found: Record<string, string | readonly string[]> = {};
    for (const field of this.mapped) {
      const { name, kind } = field;
      if (kind === 'timestamp') {
        const date = this.dates.dateOf(row, name);
        if (date !== undefined) found[name] = date;
        continue;
      }
      if (kind === 'date') {
        const date = this.dates.dateOf(row, name);
        const time = timeOfDay(date ?? '');
        if (time !== '') this.context.notes.add('valueSkipped', `time of ${name}`, row.location, quoteText(time));
        if (date !== undefined) found[name] = dayPart(date);
        else if (name === 'start_date') {
          const text = this.values.text(row, name);
          // Lists of platforms have this in place of a start.
          if (isSelfPaced(text)) found['format'] = uniqueModes([found['format'] ?? [], 'self-paced'].flat());
          else if (isInWords(text)) found['schedule'] = text;
        }
        continue;
      }
      const values = kind === 'address' ? this.addressesIn(field, row) : this.valuesIn(field, row);
      const items = field.isLanguage ? values.flatMap(this.languagesIn) : values;
      if (items.length === 0) continue;
      if (kind !== 'list') found[name] = [found[name] ?? [], items[0] ?? ''].flat().join('; ');
      else found[name] = name === 'format' ? uniqueModes(items) : [...new Set(items)];
    }
    return found;
  }

  private valuesIn(field: MappedField, row: Row): readonly string[] {
    const { name, kind } = field;
    const texts = kind === 'list' ? this.values.list(row, name) : [this.values.text(row, name)];
    return texts.flatMap((text) => this.readValue(field, this.withoutLabel(field, text), row));
  }

  /** The first address: beside the one of a license there may be its name. */
  private addressesIn(field: MappedField, row: Row): readonly string[] {
    const texts = this.values.of(row, field.name).map(plainText);
    const found = texts.map(extractAddress);
    const [address, ...further] = new Set(found.flatMap((one) => field.read(one.address) ?? []));
    for (const other of [...further, ...found.flatMap(({ others = [] }) => others)])
      this.context.notes.add('valueSkipped', `further ${field.name} of a course`, row.location, quoteText(other));
    return address === undefined ? texts.slice(0, 1).flatMap((text) => this.readValue(field, text, row)) : [address];
  }

  /** A value without the name of its column before it, as in "Duration: 36 months". */
  private withoutLabel({ labels }: MappedField, text: string): string {
    const end = text.slice(0, maxColumnName).indexOf(':');
    const label = text.slice(0, Math.max(end, 0)).trim().toLowerCase();
    return label !== '' && labels.has(label) ? text.slice(end + 1).trim() : text;
  }

  /** The names of the languages in a text, or the text itself if a part is not a language: "Chinese, Simplified" is one name. */
  private readonly languagesIn = memoize((text) => {
    const names: string[] = [];
    for (const part of this.context.languageNames.partsOf(text)) {
      const language = this.context.languageNames.resolve(part);
      if (language?.isKnown !== true) return [text];
      names.push(language.name);
    }
    return names;
  });

  private readValue(field: MappedField, text: string, { location }: Row): string[] {
    const { name, kind, read, expected, priceAdvice } = field;
    if (text === '') return [];
    const isAnswer = kind !== 'yes-no' && readAnswer(text) !== undefined;
    const isDate = neverDates.has(name) && isDateOfSpreadsheet(text);
    const value = isAnswer || isDate ? undefined : read(text);
    if (value !== undefined) return [value];
    const made = isDate ? 'expected no date, which a spreadsheet may have made of it' : undefined;
    const rule = isAnswer
      ? 'expected more than yes or no'
      : (made ?? expected + (lacksCurrency(text) ? priceAdvice : ''));
    this.context.notes.add('valueSkipped', `${name}: ${rule}`, location, quoteText(text));
    return [];
  }
}

/** What gives a currency to amounts in a column, unless others there have two. */
function adviceForPrices(name: string, column: string, texts: readonly string[]): string {
  const [currency, other] = new Set(texts.flatMap((text) => /[A-Z]{3}$/u.exec(readPrice(text) ?? '') ?? []));
  return other === undefined
    ? `; --map '${name}:={${column}} ${currency ?? 'CURRENCY'}' gives amounts a currency, such as ${currency ?? 'USD or EUR'}`
    : '';
}

/** A reader for the texts of a field. The names of its columns may state a unit or a currency. */
function readerFor(
  name: string,
  kind: PageKind,
  alternatives: readonly Alternative[],
  signs: ReadonlyMap<string, string>,
): Pick<MappedField, 'read' | 'expected'> {
  const expected = isDayKind(kind) ? '' : expectations[kind];
  const [unit] = alternatives.flatMap((alternative) => partsOf(alternative).unit ?? []);
  if (unit !== undefined) return { read: durationIn(unit), expected: expectedOfUnit };
  const columns = columnsIn(alternatives);
  const currencies = new Set(columns.map(currencyIn));
  const [currency] = currencies.size === 1 ? currencies : [];
  const readers: Partial<Record<PageKind, MappedField['read']>> = {
    number: memoize((text) => readNumber(text, signs.get(name))),
    address: name === 'license' ? licenseAddress : readWebAddress,
    'yes-no': readAnswer,
    price: memoize((text) => readPrice(text, currency, signs.get(priceKey(name, text)))),
    duration: memoize(durationUnder(columns.length === 1 ? (columns[0] ?? '') : '')),
    ...(name === 'format' && { list: readMode }),
  };
  return { read: readers[kind] ?? ((text) => text), expected };
}

/** Modes without those that differ from an earlier one in case alone. */
function uniqueModes(modes: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return modes.filter((mode) => seen.size < seen.add(mode.toLowerCase()).size);
}
