// The facts of rows: what a source says of levels, prices, durations and days, in the forms of the source format.
import type { FactKind, Facts, FactTable } from '../../catalog/source/facts.ts';
import { quoteText } from '../../text/quote.ts';
import { memoize } from '../../memoize.ts';
import { maxColumnName } from '../fields/columns.ts';
import { columnsOfAlternative, type Alternative } from '../fields/fields.ts';
import type { Notes } from '../notes.ts';
import type { MappedRows } from '../propose/map-columns.ts';
import type { Row } from '../rows.ts';
import { durationIn, durationUnder } from '../values/durations.ts';
import { currencyIn, isSelfPaced, readAnswer, readMode, readNumber, readPrice } from '../values/facts.ts';
import { languageSigns, type LanguageNames } from '../values/languages.ts';
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
  duration: 'without a number above 0 or a unit',
  price: 'that is no amount with one currency',
  address: 'that is no address',
  'yes-no': 'that is neither yes nor no',
};

interface MappedFact {
  readonly name: string;
  readonly kind: FactKind;
  /** Reads a text; undefined if it is none of that kind. */
  readonly read: (text: string) => string | undefined;
  /** What is wrong with such a text. */
  readonly lack: string;
  readonly isLanguage: boolean;
  /** The names of its columns, in lower case. */
  readonly labels: ReadonlySet<string>;
}

export class RowFacts {
  private readonly mapped: readonly MappedFact[];

  constructor(
    { fields }: MappedRows,
    facts: FactTable,
    private readonly reader: RowReader,
    private readonly dates: RowDates,
    private readonly languages: LanguageNames,
    signs: ReadonlyMap<string, string>,
    private readonly notes: Notes,
  ) {
    this.mapped = Object.entries(facts).flatMap(([name, { kind, isLanguage = false }]) => {
      const { [name]: alternatives } = fields;
      if (alternatives === undefined) return [];
      const labels = new Set(alternatives.flatMap(columnsOfAlternative).map((column) => column.toLowerCase()));
      return [{ name, kind, isLanguage, labels, ...readerFor(name, kind, alternatives, signs.get(name)) }];
    });
  }

  factsOf(row: Row): Facts {
    const found: Record<string, string | readonly string[]> = {};
    for (const fact of this.mapped) {
      const { name, kind } = fact;
      if (kind === 'date') {
        const day = this.dates.dateOf(row, name)?.slice(0, 10);
        if (day !== undefined) found[name] = day;
        // Lists of platforms say so in place of a start.
        else if (name === 'start_date' && isSelfPaced(this.reader.text(row, name)))
          found['format'] = uniqueModes([found['format'] ?? [], 'self-paced'].flat());
        continue;
      }
      const texts = kind === 'list' ? this.reader.list(row, name) : [this.reader.text(row, name)];
      const values = texts.flatMap((text) => this.valueOf(fact, this.withoutLabel(fact, text), row));
      const items = fact.isLanguage ? values.flatMap(this.languagesIn) : values;
      if (items.length === 0) continue;
      if (kind !== 'list') found[name] = items[0] ?? '';
      else found[name] = name === 'format' ? uniqueModes(items) : [...new Set(items)];
    }
    return found;
  }

  /** A value without the name of its column before it, as in "Duration: 36 months". */
  private withoutLabel({ labels }: MappedFact, text: string): string {
    const end = text.slice(0, maxColumnName).indexOf(':');
    const label = text.slice(0, Math.max(end, 0)).trim().toLowerCase();
    return label !== '' && labels.has(label) ? text.slice(end + 1).trim() : text;
  }

  /** The names of the languages in a text, or the text if any part of it is none: "Chinese, Simplified" is one. */
  private readonly languagesIn = memoize((text) => {
    const names: string[] = [];
    for (const part of text.split(languageSigns)) {
      const language = this.languages.resolve(part);
      if (language?.isKnown !== true) return [text];
      names.push(language.name);
    }
    return names;
  });

  private valueOf({ name, kind, read, lack }: MappedFact, text: string, { location }: Row): string[] {
    if (text === '') return [];
    const isAnswer = kind !== 'yes-no' && readAnswer(text) !== undefined;
    const value = isAnswer ? undefined : read(text);
    if (value !== undefined) return [value];
    const why = isAnswer ? 'that is only yes or no' : lack;
    this.notes.add('valueLeftOut', `${name} ${why}`, location, quoteText(text));
    return [];
  }
}

/** Reads the texts of a fact in its columns, whose names may say a unit or a currency. */
function readerFor(
  name: string,
  kind: FactKind,
  alternatives: readonly Alternative[],
  decimal: string | undefined,
): Pick<MappedFact, 'read' | 'lack'> {
  const lack = kind === 'date' ? '' : lacks[kind];
  const [unit] = alternatives.flatMap((alternative) => ('unit' in alternative ? (alternative.unit ?? []) : []));
  if (unit !== undefined) return { read: durationIn(unit), lack: 'that is no number above 0' };
  const columns = alternatives.flatMap(columnsOfAlternative);
  const currencies = new Set(columns.map(currencyIn));
  const [currency] = currencies.size === 1 ? currencies : [];
  const readers: Partial<Record<FactKind, MappedFact['read']>> = {
    number: (text) => readNumber(text, decimal),
    address: webAddress,
    'yes-no': readAnswer,
    price: (text) => readPrice(text, currency),
    duration: durationUnder(columns.length === 1 ? (columns[0] ?? '') : ''),
    ...(name === 'format' && { list: readMode }),
  };
  return { read: readers[kind] ?? ((text) => text), lack };
}

/** Modes without those that differ from an earlier one in case alone. */
function uniqueModes(modes: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return modes.filter((mode) => seen.size < seen.add(mode.toLowerCase()).size);
}
