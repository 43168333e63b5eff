// Missing values: required values that a record does not state. An import never invents them; it asks the user.
import { namesOfTag } from '../../catalog/language-tags.ts';
import { today } from '../../options/typed-day.ts';
import { flagOf, type MissingValue } from '../../options/option-table.ts';
import { count } from '../../text/number-format.ts';
import { quoteText } from '../../text/quote.ts';
import { columnQuestion } from '../fields/column-questions.ts';
import { columnLabels, unusedContents } from '../propose/column-content.ts';
import type { MappedRows } from '../propose/map-columns.ts';
import type { Question } from '../questions.ts';

/** What may be missing, with the option that gives it to all courses, the field of the map that names its column, and the wording. */
const rows = [
  rowOf('provider', ''),
  rowOf('language', 'a language that is not known'),
  {
    value: 'date',
    option: 'defaultDate',
    field: 'date_published',
    noun: 'date of publication',
    fault: 'a date of publication that cannot be read',
    why: ': when did they become public',
  },
] as const;

/** A row whose value, option, field and noun have the same name. */
function rowOf<Value extends 'provider' | 'language'>(value: Value, fault: string) {
  return { value, option: value, field: value, noun: value, fault, why: '' };
}

const maxNamed = 5;

/** A record that lacks a value. */
interface LackingRecord {
  readonly location: string;
  readonly title: string;
  /** The text in place of the value. */
  readonly unreadable?: string | undefined;
}

/** How answers that are typed are read, by value. */
export type AnswerReaders = Readonly<Partial<Record<MissingValue, NonNullable<Question['read']>>>>;

export class MissingValues {
  private readonly byValue = new Map<MissingValue, LackingRecord[]>();

  add(value: MissingValue, record: LackingRecord): void {
    const records = this.byValue.get(value) ?? [];
    this.byValue.set(value, records);
    records.push(record);
  }

  /** The questions for what is missing in some of `total` courses. */
  questions(mapped: MappedRows, total: number, readers: AnswerReaders): Question[] {
    const { table } = mapped;
    const [language] = namesOfTag(table?.language ?? '') ?? [];
    const proposals = { provider: undefined, language, date: today() };
    const asked = { total, readers, isTable: table !== undefined, hosts: table?.hosts, proposals };
    return rows.flatMap((row): Question[] => {
      const records = this.byValue.get(row.value) ?? [];
      if (records.length === 0) return [];
      return [columnOf(row, mapped) ?? valueQuestion(row, records, asked)];
    });
  }
}

interface AskedSource {
  /** The number of its courses. */
  readonly total: number;
  readonly readers: AnswerReaders;
  readonly isTable: boolean;
  /** The column with the hosts of their addresses. */
  readonly hosts: string | undefined;
  /** What those that lack it may be given, by value. */
  readonly proposals: Readonly<Record<MissingValue, string | undefined>>;
}

type MissingRow = (typeof rows)[number];

/** Asks for the column, if there is one that may have the value. */
function columnOf({ value, option, field }: MissingRow, mapped: MappedRows): Question | undefined {
  const { fields, proposals = {}, contents = [] } = mapped;
  const { [field]: proposal } = proposals;
  const unused = unusedContents(mapped);
  const mayBeThere = proposal !== undefined || (value === 'provider' && unused.some(({ repeats }) => repeats));
  if (field in fields || !mayBeThere) return undefined;
  const columns = unused.map(({ column }) => column);
  const otherwise = `give them one with ${flagOf(option)} ${value === 'date' ? 'DATE' : 'NAME'}`;
  return columnQuestion({ field, proposal, columns, labels: columnLabels(contents), otherwise });
}

/** Asks for the value of the courses that lack it. Unless all lack it, the answer may also be to skip them. */
function valueQuestion(
  { value, option, field, fault, noun, why }: MissingRow,
  records: readonly LackingRecord[],
  { total, isTable, readers, hosts, proposals: { [value]: proposal } }: AskedSource,
): Question {
  const unreadable = records.flatMap(({ unreadable: text }) => text ?? []);
  const lacks = [
    { times: unreadable.length, what: `${fault} (first: ${quoteText(unreadable[0] ?? '')})` },
    { times: records.length - unreadable.length, what: `no ${noun}` },
  ].filter(({ times }) => times > 0);
  const lack = lacks.map(({ times, what }) => `${count(times, 'course has', 'courses have')} ${what}`).join(', and ');
  const finding = `${lack}: ${namedRecords(records, isTable)}`;
  const { [value]: read } = readers;
  const isSome = records.length < total;
  const host = value === 'provider' && hosts !== undefined ? `{${hosts}}` : undefined;
  const given = host === undefined ? '' : `, '${host}' for the host of each address`;
  const placeholder = value === 'date' ? 'DATE' : 'NAME';
  const likely = value === 'language' && proposal !== undefined ? `, such as ${proposal}, that of its headings` : '';
  const leaving = isSome ? `, skip them with --skip-missing ${value}` : '';
  const mayBeEmpty = isSome && host === undefined;
  return {
    option,
    text: `${finding}. Which ${noun} do they get${why}${given}${mayBeEmpty ? ' (leave empty to skip them)' : ''}?`,
    rule: 'value-missing',
    finding,
    remedy: `give them one with ${flagOf(option)} ${placeholder}${likely}${given}${leaving}, or name their column with --map ${field}=COLUMN`,
    ...(read !== undefined && { read }),
    ...(host !== undefined && { suggestion: host }),
    ...(mayBeEmpty && { skipValue: value }),
    ...(proposal !== undefined && { proposal }),
  };
}

/** The first records, by their places and titles: `row 27 "Optics"`. */
function namedRecords(records: readonly LackingRecord[], isTable: boolean): string {
  const placeOf = isTable ? rowInWords : String;
  const named = records.slice(0, maxNamed).map(({ location, title }) => `${placeOf(location)} ${quoteText(title)}`);
  return `${named.join(', ')}${records.length > maxNamed ? ' …' : ''}`;
}

/** The row or the record of a table, without the name of the input. */
function rowInWords(location: string): string {
  const [, record, row] = /:(?:(record \d+)|(\d+))$/u.exec(location) ?? [];
  return record ?? (row === undefined ? location : `row ${row}`);
}
