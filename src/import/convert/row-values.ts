// The values of rows: what they have for a field, as texts and as lists, without secrets.
import type { Options } from '../../options/option-table.ts';
import { quoteText } from '../../text/quote.ts';
import { columnsIn, fieldNames } from '../fields/fields.ts';
import type { Notes } from '../notes.ts';
import type { MappedRows } from '../propose/map-columns.ts';
import type { Row } from '../rows.ts';
import { decimalText } from '../values/field-values.ts';
import { isPlaceholder } from '../values/placeholders.ts';
import { collapseSpaces, plainText, withoutMarkup } from '../values/texts.ts';
import { hasOwnSplit, readerOf, splitCell, type FieldReader } from './field-readers.ts';

export interface ValueContext {
  readonly options: Pick<Options, 'fields'>;
  readonly notes: Notes;
  /** Whether a text has a secret that the input was requested with. */
  readonly hasSecret?: ((text: string) => boolean) | undefined;
}

/** Fields that hold names. */
const namedFields: ReadonlySet<string> = new Set(['provider', 'author', 'categories', 'tags']);
const isNumber = (text: string) => /^\d+$/u.test(text);

export class RowValues {
  private readonly readers: ReadonlyMap<string, FieldReader>;

  constructor(
    private readonly mapped: MappedRows,
    private readonly context: ValueContext,
    private readonly providersIn: (cell: string) => readonly string[],
  ) {
    const { fields } = context.options;
    this.readers = new Map(
      [...fieldNames, ...Object.keys(fields)].map((field) => {
        const { kind } = fields[field] ?? {};
        return [field, readerOf(field, mapped, kind === 'price' || kind === 'number' ? decimalText : undefined)];
      }),
    );
  }

  /** The values of a field; a note says what is not taken. */
  of(row: Row, field: string): readonly string[] {
    const values = this.withoutSecrets(this.readers.get(field)?.(row) ?? [], field, row);
    if (values.length === 0) this.noteUnfilled(row, field);
    // Databases refer to records of theirs by numbers.
    if (this.mapped.texts !== 'values' || !namedFields.has(field) || !values.some(isNumber)) return values;
    for (const number of values.filter(isNumber))
      this.context.notes.add('valueSkipped', `number in place of a name of ${field}`, row.location, number);
    return values.filter((value) => !isNumber(value));
  }

  /** Notes what a row has for a template that it cannot fill; rows without an address are skipped with a note. */
  private noteUnfilled(row: Row, field: string): void {
    const { [field]: alternatives = [] } = this.mapped.fields;
    if (field === 'linkurl' || !alternatives.every((alternative) => 'template' in alternative)) return;
    const found = columnsIn(alternatives).flatMap((column) => row.get(column.trim()));
    const texts = found.filter((text) => !isPlaceholder(text));
    if (texts.length === 0) return;
    const reason = `${field}: a column of its template is empty`;
    this.context.notes.add('valueSkipped', reason, row.location, quoteText(texts.join(', ')));
  }

  /** What is published has no secret of the requests. */
  private withoutSecrets(values: readonly string[], field: string, { location }: Row): readonly string[] {
    const { hasSecret, notes } = this.context;
    if (hasSecret === undefined || !values.some(hasSecret)) return values;
    notes.add('valueSkipped', `${field}: has a secret of the request`, location);
    return values.filter((value) => !hasSecret(value));
  }

  /** The first value; empty without any. */
  first(row: Row, field: string): string {
    return this.of(row, field)[0] ?? '';
  }

  /** The first value as a plain text; further ones are skipped. */
  text(row: Row, field: string): string {
    const written = this.of(row, field);
    const [value = '', ...others] = field === 'provider' ? written.flatMap(this.providersIn) : written;
    if (this.mapped.texts === 'exact') return value;
    const [text, furtherTexts] = [plainText(value), new Set(others.map(plainText))];
    furtherTexts.delete(text);
    for (const further of furtherTexts)
      this.context.notes.add('valueSkipped', `further ${field} of a course`, row.location, quoteText(further));
    return text;
  }

  /** The items in all values. */
  list(row: Row, field: string): readonly string[] {
    const values = this.of(row, field);
    return this.mapped.texts === 'exact' || values.length === 0 ? values : this.itemsIn(values, field);
  }

  /** The items in some values. Markup goes before cells are split, so that `&amp;` does not end an item. */
  itemsIn(values: readonly string[], field: string): readonly string[] {
    const texts = values.map(withoutMarkup);
    const isCell = this.mapped.texts === 'cells' && !hasOwnSplit(this.mapped.fields[field]);
    const parts = isCell ? texts.flatMap(splitCell) : texts;
    const items = parts.map(collapseSpaces).filter((item) => !isPlaceholder(item));
    return items.length < 2 ? items : [...new Set(items)];
  }
}
