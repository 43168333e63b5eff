// The dates of rows: a date is read only once every cell of its column has been seen.
import type { DateOrder } from '../../options/option-table.ts';
import { rules } from '../../text/problems.ts';
import { quoteText } from '../../text/quote.ts';
import type { FieldTable } from '../../catalog/fields.ts';
import type { Notes } from '../notes.ts';
import type { MappedRows } from '../propose/map-columns.ts';
import type { Question } from '../questions.ts';
import type { Row } from '../rows.ts';
import { orderIn, typedDay } from '../../options/typed-day.ts';
import { DateColumn, dateReader, isInWords, orderNames } from '../values/dates.ts';
import { batchesOf } from './batches.ts';
import { dateFieldsOf, dateReaders, type FieldReader } from './field-readers.ts';

/** The order of day and month, by column. */
export type DateOrders = Readonly<Record<string, DateOrder>>;

interface DateContext {
  /** The order that --date-order names. */
  readonly order: DateOrder | undefined;
  readonly earlierOrders: DateOrders;
  readonly fields: FieldTable;
  readonly notes: Notes;
}

export class RowDates {
  private readonly readers: ReadonlyMap<string, ReadonlyMap<string, FieldReader>>;
  private readonly columns: ReadonlyMap<string, ReturnType<RowDates['columnOf']>>;
  /** Whether the input has dates as the interface prints them. */
  private readonly isExact: boolean;

  /** That of the headings. */
  private readonly language: string | undefined;

  /** The dates of publication that cannot be read, by location. */
  readonly unreadable = new Map<string, string>();

  private constructor(
    { texts, table }: MappedRows,
    readers: readonly (readonly [string, ReadonlyMap<string, FieldReader>])[],
    seen: ReadonlyMap<string, DateColumn>,
    private readonly order: DateOrder | undefined,
    private readonly fields: FieldTable,
    private readonly notes: Notes,
  ) {
    this.isExact = texts === 'exact';
    this.language = table?.language;
    this.readers = new Map(readers);
    this.columns = new Map(Array.from(seen, ([column, dates]) => [column, this.columnOf(column, dates)]));
  }

  /** Sees every date of an input. `order` is that of --date-order. */
  static async of(
    mapped: MappedRows,
    { order, earlierOrders, fields, notes }: DateContext,
    signal: AbortSignal,
  ): Promise<RowDates> {
    const readersOf = dateFieldsOf(fields).map((field) => [field, dateReaders(field, mapped)] as const);
    const readers = new Map(readersOf.flatMap(([, columns]) => [...columns]));
    const columns = Array.from(readers, ([column, read]) => {
      const earlier = Object.hasOwn(earlierOrders, column) ? earlierOrders[column] : undefined;
      return { column, read, dates: new DateColumn(earlier) };
    });
    for await (const batch of batchesOf(mapped.rows, signal))
      for (const row of batch)
        for (const { read, dates } of columns) for (const cell of read(row)) dates.see(cell.trim());
    const seen = new Map(columns.map(({ column, dates }) => [column, dates]));
    return new RowDates(mapped, readersOf, seen, order, fields, notes);
  }

  /** --date-order decides on required dates. Any other column decides for itself if it can. */
  private columnOf(column: string, dates: DateColumn) {
    const decided = dates.order ?? dates.earlier;
    const undoubted = dates.ambiguous === undefined ? decided : undefined;
    const order = this.order === undefined ? undoubted : this.isRequired(column) ? this.order : (decided ?? this.order);
    return { dates, order, readDate: dateReader(order, this.isExact) };
  }

  dateOf(row: Row, field: string): string | undefined {
    for (const [column, read] of this.readers.get(field) ?? []) {
      const { dates, order, readDate } = this.columns.get(column) ?? {};
      for (const cell of read(row)) {
        const needsOrder = !this.isRequired(column) && order === undefined && dates?.needsOrder(cell);
        const date = needsOrder ? undefined : readDate?.(cell);
        if (needsOrder) {
          const why =
            dates?.earlier === undefined
              ? 'may be day/month or month/day; say which with --date-order'
              : 'whose order is not that of the last import';
          this.leaveOut(field, why, row, cell);
        } else if (date !== undefined && 'unreadable' in date) {
          const why = date.isOfOtherCalendar ? 'whose year may be of another calendar' : 'that cannot be read';
          this.leaveOut(this.isDay(field) ? field : 'date', why, row, date.unreadable);
          if (field === 'date_published') this.unreadable.set(row.location, date.unreadable);
        } else if (date !== undefined) {
          // A course begins on a day or its start is not known; a date of publication may be about right.
          if (date.guess !== undefined && this.isDay(field)) {
            this.leaveOut(field, 'without a day', row, cell);
            continue;
          }
          if (date.guess !== undefined) this.notes.add('guessed', date.guess, row.location, date.date);
          return date.date;
        }
      }
    }
    return undefined;
  }

  /** Notes a date that is not taken; a start in words is shown as it is. */
  private leaveOut(field: string, why: string, { location }: Row, cell: string): void {
    const isShown = field === 'start_date' && isInWords(cell);
    const reason = `${field} ${why}${isShown ? ', shown as it is' : ''}`;
    this.notes.add(isShown ? 'guessed' : 'valueSkipped', reason, location, quoteText(cell));
  }

  /** Reads a date that somebody types, in the order of the dates of the list or of its language; one of which parts are missing or in doubt is refused. */
  readonly readAnswer = (text: string) => {
    const orders = [...this.columns.values()].flatMap(({ order }) => order ?? []);
    const order = this.order ?? orders[0] ?? orderIn(this.language);
    const typed = typedDay(text, order) ?? text;
    const read = (inOrder: DateOrder) => dateReader(inOrder)(typed);
    const [date, other] = [read(order ?? 'dmy'), read(order ?? 'mdy')];
    const isCertain = date !== undefined && 'date' in date && date.guess === undefined;
    const isSame = other !== undefined && 'date' in other && isCertain && date.date === other.date;
    return isSame ? { value: date.date.slice(0, 10) } : { fault: 'takes a day such as 2026-01-31' };
  };

  /** The order of each column whose dates need one, for later imports. */
  get orders(): DateOrders {
    const orders = [...this.columns].flatMap(([column, { dates, order }]) => {
      // What --date-order says of another column is not kept: it may be wrong there.
      const decided = this.isRequired(column) ? order : dates.order;
      const remembered = (dates.sample === undefined ? undefined : decided) ?? dates.earlier;
      return remembered === undefined ? [] : [[column, remembered] as const];
    });
    return Object.fromEntries(orders);
  }

  private isDay(field: string): boolean {
    return this.fields[field]?.kind === 'date';
  }

  /** Every course needs a date of publication. A readable one must not be replaced by the day of the input. */
  private isRequired(column: string): boolean {
    return this.readers.get('date_published')?.has(column) === true;
  }

  /** Columns whose order of day and month is not known. Only those of dates of publication need an answer. */
  questions(): Question[] {
    const ambiguous = [...this.columns].filter(
      ([, { dates }]) => this.order === undefined && dates.ambiguous !== undefined,
    );
    const required = ambiguous.filter(([column]) => this.isRequired(column));
    const asked = required.length > 0 ? required : ambiguous.slice(0, 1);
    return asked.map(([column, { dates }]): Question => {
      const finding = `the column ${quoteText(column)} ${dates.ambiguous}`;
      const text = `In which order are day and month: ${finding}?`;
      const rule = 'date-ambiguous';
      const choices = ['dmy', 'mdy'];
      const question = {
        option: 'dateOrder',
        text,
        choices,
        labels: orderNames,
        rule,
        finding,
        remedy: rules[rule].remedy,
      } as const;
      return { ...question, isOptional: !this.isRequired(column) };
    });
  }
}
