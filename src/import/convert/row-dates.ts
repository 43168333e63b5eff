// The dates of rows: every column is seen as a whole before a date in it is read.
import { quoteText, rules } from '../../problems.ts';
import type { DateOrder } from '../../options/settings.ts';
import { DateColumn, dateReader, orderNames } from '../values/dates.ts';
import type { Source } from '../formats/format.ts';
import type { Notes } from '../notes.ts';
import type { Question } from '../questions.ts';
import type { Row } from '../rows.ts';
import { dateReaders, type DateField, type Reader } from './field-readers.ts';

/** The order of day and month, by column. */
export type DateOrders = Readonly<Record<string, DateOrder>>;

export class RowDates {
  private readonly readers: Readonly<Record<DateField, ReadonlyMap<string, Reader>>>;
  private readonly columns: ReadonlyMap<string, ReturnType<RowDates['decided']>>;

  /** The places of dates of publication that cannot be read. */
  readonly unread = new Map<string, string>();

  constructor(
    { rows, fields }: Source,
    private readonly order: DateOrder | undefined,
    before: DateOrders,
    private readonly notes: Notes,
  ) {
    this.readers = {
      date_published: dateReaders('date_published', fields),
      date_modified: dateReaders('date_modified', fields),
    };
    const readers = new Map([...this.readers.date_published, ...this.readers.date_modified]);
    const columns = [...readers].map(([column, read]) => {
      return { column, read, dates: new DateColumn(Object.hasOwn(before, column) ? before[column] : undefined) };
    });
    for (const row of rows) for (const { read, dates } of columns) for (const cell of read(row)) dates.see(cell.trim());
    this.columns = new Map(columns.map(({ column, dates }) => [column, this.decided(column, dates)]));
  }

  /** --dates is for the dates that a course must have: another column decides for itself where it can. */
  private decided(column: string, dates: DateColumn) {
    const own = this.isRequired(column) ? undefined : (dates.order ?? dates.before);
    const shown = dates.ambiguous === undefined ? (dates.order ?? dates.before) : undefined;
    const order = this.order === undefined ? shown : (own ?? this.order);
    return { dates, order, dateIn: dateReader(order) };
  }

  /** The first date that a row has for a field. */
  of(row: Row, field: DateField): string | undefined {
    for (const [column, read] of this.readers[field]) {
      const { dates, order, dateIn } = this.columns.get(column) ?? {};
      for (const cell of read(row)) {
        if (!this.isRequired(column) && order === undefined && dates?.needsOrder(cell)) {
          const why = dates.before === undefined ? 'needs --dates' : 'is not that of the last import';
          this.notes.add('valueLeftOut', `${field} whose order ${why}`, row.place, quoteText(cell));
          continue;
        }
        const found = dateIn?.(cell);
        if (found === undefined) continue;
        if ('unreadable' in found) {
          this.notes.add('valueLeftOut', 'date that cannot be read', row.place, quoteText(found.unreadable));
          if (field === 'date_published') this.unread.set(row.place, found.unreadable);
          continue;
        }
        if (found.isGuess) this.notes.add('guessed', 'day of a date without one', row.place, found.date);
        return found.date;
      }
    }
    return undefined;
  }

  /** The order of each column whose dates need one, for later imports. */
  get orders(): DateOrders {
    const found = [...this.columns].flatMap(([column, { dates, order }]) => {
      // What --dates says of another column is not kept: it may be wrong there.
      const own = this.isRequired(column) ? order : dates.order;
      const kept = (dates.sample === undefined ? undefined : own) ?? dates.before;
      return kept === undefined ? [] : [[column, kept] as const];
    });
    return Object.fromEntries(found);
  }

  /** A course must have a date of its publication: one that can be read must not be replaced by the day of the source. */
  private isRequired(column: string): boolean {
    return this.readers.date_published.has(column);
  }

  /** Columns of dates of publication whose order of day and month is not known. */
  questions(): Question[] {
    return [...this.columns].flatMap(([column, { dates }]): Question[] => {
      if (this.order !== undefined || dates.ambiguous === undefined || !this.isRequired(column)) return [];
      const finding = `the column ${quoteText(column)} ${dates.ambiguous}`;
      const text = `In which order are day and month: ${finding}?`;
      const rule = 'date-ambiguous';
      const choices = ['dmy', 'mdy'];
      return [{ option: 'dates', text, choices, labels: orderNames, rule, finding, remedy: rules[rule] }];
    });
  }
}
