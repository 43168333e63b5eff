// The dates of rows: a date is read only once every cell of its column has been seen.
import type { DateOrder, Options } from '../../options/option-table.ts';
import { rules } from '../../text/problems.ts';
import { quoteText } from '../../text/quote.ts';
import type { Notes } from '../notes.ts';
import type { MappedRows } from '../propose/map-columns.ts';
import type { Question } from '../questions.ts';
import type { Row } from '../rows.ts';
import { orderIn, typedDay } from '../../options/typed-day.ts';
import { DateColumn, dateReader, isInWords, orderNames } from '../values/dates.ts';
import { batchesOf } from './batches.ts';
import { dateFieldsOf, dateReaders, type FieldReader } from './field-readers.ts';

/** The order of day and month, by column. */
type DateOrders = Readonly<Record<string, DateOrder>>;

export interface DateContext {
  readonly options: Pick<Options, 'dateOrder' | 'fields'>;
  /** The orders of dates in an earlier import of the input. */
  readonly earlierOrders: DateOrders;
  readonly notes: Notes;
}

export class RowDates {
  private readonly columns: ReadonlyMap<string, ReturnType<RowDates['columnOf']>>;
  /** The dates of publication that cannot be read, by location. */
  readonly unreadable = new Map<string, string>();

  private constructor(
    private readonly mapped: MappedRows,
    private readonly context: DateContext,
    private readonly readers: ReadonlyMap<string, ReadonlyMap<string, FieldReader>>,
    seen: ReadonlyMap<string, DateColumn>,
  ) {
    this.columns = new Map(Array.from(seen, ([column, dates]) => [column, this.columnOf(column, dates)]));
  }

  /** Sees every date of an input. */
  static async of(mapped: MappedRows, context: DateContext, signal: AbortSignal): Promise<RowDates> {
    const { earlierOrders, options } = context;
    const readers = new Map(dateFieldsOf(options.fields).map((field) => [field, dateReaders(field, mapped)] as const));
    const readersByColumn = new Map([...readers.values()].flatMap((ofField) => [...ofField]));
    const columns = Array.from(readersByColumn, ([column, read]) => {
      const earlier = Object.hasOwn(earlierOrders, column) ? earlierOrders[column] : undefined;
      return { column, read, dates: new DateColumn(earlier) };
    });
    for await (const batch of batchesOf(mapped.rows, signal))
      for (const row of batch)
        for (const { read, dates } of columns) for (const cell of read(row)) dates.see(cell.trim());
    const seen = new Map(columns.map(({ column, dates }) => [column, dates]));
    return new RowDates(mapped, context, readers, seen);
  }

  /** --date-order decides on required dates. Any other column decides for itself if it can. */
  private columnOf(column: string, dates: DateColumn) {
    const decided = dates.order ?? dates.earlier;
    const undoubted = dates.ambiguous === undefined ? decided : undefined;
    const { dateOrder } = this.context.options;
    const order = dateOrder === undefined ? undoubted : this.isRequired(column) ? dateOrder : (decided ?? dateOrder);
    // Exact texts are dates as the interface prints them: nothing is guessed.
    return { dates, order, readDate: dateReader(order, this.mapped.texts === 'exact') };
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
          if (date.guess !== undefined) this.context.notes.add('guessed', date.guess, row.location, date.date);
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
    this.context.notes.add(isShown ? 'guessed' : 'valueSkipped', reason, location, quoteText(cell));
  }

  /** Reads a date that somebody types, in the order of the dates of the list or of its language; one of which parts are missing or in doubt is refused. */
  readonly readAnswer = (text: string) => {
    const orders = [...this.columns.values()].flatMap(({ order }) => order ?? []);
    const order = this.context.options.dateOrder ?? orders[0] ?? orderIn(this.mapped.table?.language);
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
    return this.context.options.fields[field]?.kind === 'date';
  }

  /** Every course needs a date of publication. A readable one must not be replaced by the day of the input. */
  private isRequired(column: string): boolean {
    return this.readers.get('date_published')?.has(column) === true;
  }

  /** Columns whose order of day and month is not known. Only those of dates of publication need an answer. */
  questions(): Question[] {
    if (this.context.options.dateOrder !== undefined) return [];
    const ambiguous = [...this.columns].filter(([, { dates }]) => dates.ambiguous !== undefined);
    const required = ambiguous.filter(([column]) => this.isRequired(column));
    const asked = required.length > 0 ? required : ambiguous.slice(0, 1);
    return asked.map(([column, { dates }]) => {
      const finding = `the column ${quoteText(column)} ${dates.ambiguous}`;
      return {
        option: 'dateOrder',
        rule: 'date-ambiguous',
        finding,
        remedy: rules['date-ambiguous'].remedy,
        text: `In which order are day and month: ${finding}?`,
        choices: ['dmy', 'mdy'],
        labels: orderNames,
        isOptional: !this.isRequired(column),
      };
    });
  }
}
