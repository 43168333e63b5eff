// The facts of rows: what a source says of levels, prices, durations and days, in the forms of the source format.
import { factNames, facts, type FactKind, type FactName, type Facts } from '../../source/facts.ts';
import { quoteText } from '../../text/quote.ts';
import { columnsOfAlternative, type FieldName } from '../fields/fields.ts';
import type { Notes } from '../notes.ts';
import type { MappedRows } from '../propose/map-columns.ts';
import type { Row } from '../rows.ts';
import { currencyIn, readAnswer, readDuration, readHours, readMode, readNumber, readPrice } from '../values/facts.ts';
import { webAddress } from '../values/texts.ts';
import type { RowDates } from './row-dates.ts';

/** Reads the values of a field as every other field of the conversion. */
export interface RowReader {
  readonly text: (row: Row, field: FieldName) => string;
  readonly list: (row: Row, field: FieldName) => readonly string[];
}

/** What is wrong with a text that is no value of its kind. */
const lacks: Readonly<Record<Exclude<FactKind, 'date'>, string>> = {
  text: 'that is no text',
  list: 'that is no text',
  number: 'that is no number',
  duration: 'without a unit',
  price: 'that is no amount with one currency',
  address: 'that is no address',
  'yes-no': 'that is neither yes nor no',
};

export class RowFacts {
  private readonly mapped: readonly FactName[];
  /** Reads a text of each kind; undefined if it is none of that kind. */
  private readonly readers: Readonly<Record<Exclude<FactKind, 'date'>, (text: string) => string | undefined>>;

  constructor(
    { fields }: MappedRows,
    private readonly reader: RowReader,
    private readonly dates: RowDates,
    private readonly notes: Notes,
  ) {
    this.mapped = factNames.filter((name) => fields[name] !== undefined);
    const currencies = new Set((fields.price ?? []).flatMap(columnsOfAlternative).map(currencyIn));
    const [currency] = currencies.size === 1 ? currencies : [];
    const areHours = fields.duration?.some((alternative) => 'unit' in alternative) === true;
    this.readers = {
      text: (text) => text,
      list: readMode,
      number: readNumber,
      address: webAddress,
      'yes-no': readAnswer,
      price: (text) => readPrice(text, currency),
      duration: areHours ? (text) => (text.startsWith('P') ? readDuration(text) : readHours(text)) : readDuration,
    };
  }

  factsOf(row: Row): Facts {
    const found: Partial<Record<FactName, string | readonly string[]>> = {};
    for (const name of this.mapped) {
      const { kind } = facts[name];
      if (kind === 'date') {
        const day = this.dates.dateOf(row, name)?.slice(0, 10);
        if (day !== undefined) found[name] = day;
        continue;
      }
      const texts = kind === 'list' ? this.reader.list(row, name) : [this.reader.text(row, name)];
      const values = texts.flatMap((text) => this.valueOf(name, kind, text, row));
      if (values.length > 0) found[name] = kind === 'list' ? values : (values[0] ?? '');
    }
    return found;
  }

  private valueOf(name: FactName, kind: Exclude<FactKind, 'date'>, text: string, { location }: Row): string[] {
    if (text === '') return [];
    const isAnswer = kind !== 'yes-no' && readAnswer(text) !== undefined;
    const value = isAnswer ? undefined : this.readers[kind](text);
    if (value !== undefined) return [value];
    const why = isAnswer ? 'that is only yes or no' : lacks[kind];
    this.notes.add('valueLeftOut', `${name} ${why}`, location, quoteText(text));
    return [];
  }
}
