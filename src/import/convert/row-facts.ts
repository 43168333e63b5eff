// The facts of rows: what a source says of levels, prices, durations and days, in the forms of the source format.
import type { FactKind, Facts, FactTable } from '../../source/facts.ts';
import { quoteText } from '../../text/quote.ts';
import { memoize } from '../../memoize.ts';
import { maxColumnName } from '../fields/columns.ts';
import { columnsOfAlternative } from '../fields/fields.ts';
import type { Notes } from '../notes.ts';
import type { MappedRows } from '../propose/map-columns.ts';
import type { Row } from '../rows.ts';
import { durationIn, readDuration } from '../values/durations.ts';
import { currencyIn, isSelfPaced, readAnswer, readMode, readNumber, readPrice } from '../values/facts.ts';
import { LanguageNames } from '../values/languages.ts';
import { webAddress } from '../values/texts.ts';
import type { RowDates } from './row-dates.ts';

/** Reads the values of a field as every other field of the conversion. */
export interface RowReader {
  readonly text: (row: Row, field: string) => string;
  readonly list: (row: Row, field: string) => readonly string[];
}

/** What is wrong with a text that is no value of its kind. */
const lacks: Readonly<Record<Exclude<FactKind, 'date'>, string>> = {
  text: 'that is no text',
  list: 'that is no text',
  number: 'that is no number, or whose decimals are in doubt',
  duration: 'without a number or a unit',
  price: 'that is no amount with one currency',
  address: 'that is no address',
  'yes-no': 'that is neither yes nor no',
};

export class RowFacts {
  private readonly mapped: readonly (readonly [name: string, kind: FactKind])[];
  /** Reads a text of each kind; undefined if it is none of that kind. */
  private readonly readers: Readonly<Record<Exclude<FactKind, 'date'>, (text: string) => string | undefined>>;
  /** Readers of durations in columns of one unit. */
  private readonly inUnits: ReadonlyMap<string, (text: string) => string | undefined>;
  /** The names of the columns of each fact, in lower case. */
  private readonly labels: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly languages = new LanguageNames([]);

  constructor(
    { fields }: MappedRows,
    facts: FactTable,
    private readonly reader: RowReader,
    private readonly dates: RowDates,
    private readonly notes: Notes,
  ) {
    this.mapped = Object.entries(facts).flatMap(([name, { kind }]) => (fields[name] ? [[name, kind] as const] : []));
    const currencies = new Set((fields.price ?? []).flatMap(columnsOfAlternative).map(currencyIn));
    const [currency] = currencies.size === 1 ? currencies : [];
    const units = this.mapped.flatMap(([name]) =>
      (fields[name] ?? []).flatMap((alternative) =>
        'unit' in alternative && alternative.unit !== undefined ? [[name, durationIn(alternative.unit)] as const] : [],
      ),
    );
    this.inUnits = new Map(units);
    this.labels = new Map(
      this.mapped.map(([name]) => {
        const columns = (fields[name] ?? []).flatMap(columnsOfAlternative);
        return [name, new Set(columns.map((column) => column.toLowerCase()))];
      }),
    );
    this.readers = {
      text: (text) => text,
      list: readMode,
      number: readNumber,
      address: webAddress,
      'yes-no': readAnswer,
      price: (text) => readPrice(text, currency),
      duration: readDuration,
    };
  }

  factsOf(row: Row): Facts {
    const found: Record<string, string | readonly string[]> = {};
    for (const [name, kind] of this.mapped) {
      if (kind === 'date') {
        const day = this.dates.dateOf(row, name)?.slice(0, 10);
        if (day !== undefined) found[name] = day;
        // Lists of platforms say so in place of a start.
        else if (name === 'start_date' && isSelfPaced(this.reader.text(row, name)))
          found['format'] = [found['format'] ?? [], 'self-paced'].flat();
        continue;
      }
      const texts = kind === 'list' ? this.reader.list(row, name) : [this.reader.text(row, name)];
      const values = texts.flatMap((text) => this.valueOf(name, kind, this.withoutLabel(name, text), row));
      const items = name === 'subtitles' ? values.flatMap(this.separateLanguages) : values;
      if (items.length > 0) found[name] = kind === 'list' ? [...new Set(items)] : (items[0] ?? '');
    }
    return found;
  }

  /** A value without the name of its column before it, as in "Duration: 36 months". */
  private withoutLabel(name: string, text: string): string {
    const end = text.slice(0, maxColumnName).indexOf(':');
    const label = text.slice(0, Math.max(end, 0)).trim().toLowerCase();
    return label !== '' && this.labels.get(name)?.has(label) ? text.slice(end + 1).trim() : text;
  }

  /** Languages between commas, if all parts are languages: "Chinese, Simplified" is one. */
  private readonly separateLanguages = memoize((text) => {
    const names = text.split(',').map((name) => name.trim());
    return names.every((name) => this.languages.resolve(name)?.isKnown) ? names : [text];
  });

  private valueOf(name: string, kind: Exclude<FactKind, 'date'>, text: string, { location }: Row): string[] {
    if (text === '') return [];
    const isAnswer = kind !== 'yes-no' && readAnswer(text) !== undefined;
    const read = this.inUnits.get(name) ?? this.readers[kind];
    const value = isAnswer ? undefined : read(text);
    if (value !== undefined) return [value];
    const lack = this.inUnits.has(name) ? 'that is no number' : lacks[kind];
    const why = isAnswer ? 'that is only yes or no' : lack;
    this.notes.add('valueLeftOut', `${name} ${why}`, location, quoteText(text));
    return [];
  }
}
