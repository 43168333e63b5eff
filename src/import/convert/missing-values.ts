// Missing values: what every course must have and its record does not state. No import invents them: the user is asked.
import { quoteText } from '../../problems.ts';
import { count } from '../../text/format.ts';
import { columnQuestion } from '../fields/columns.ts';
import type { Source } from '../formats/format.ts';
import type { Question } from '../questions.ts';

/** What may be missing, with the option that gives it to all courses, and the field of the map that names its column. */
const rows = [
  { value: 'provider', option: 'provider', field: 'provider' },
  { value: 'language', option: 'language', field: 'language' },
  { value: 'date', option: 'undated', field: 'date_published' },
] as const;
type MissingRow = (typeof rows)[number];

const maxPlaces = 5;

interface Missing {
  count: number;
  /** The first places. */
  readonly places: string[];
  /** How many of them have a text in place of the value, and the first. */
  unreadable: number;
  firstUnreadable: string | undefined;
}

export class MissingValues {
  private readonly byValue = new Map<MissingRow['value'], Missing>();

  /** `unreadable` is the text in place of the value. */
  add(value: MissingRow['value'], place: string, unreadable?: string): void {
    const missing = this.byValue.get(value) ?? { count: 0, places: [], unreadable: 0, firstUnreadable: undefined };
    this.byValue.set(value, missing);
    missing.count += 1;
    if (missing.places.length < maxPlaces) missing.places.push(place);
    if (unreadable === undefined) return;
    missing.unreadable += 1;
    missing.firstUnreadable ??= unreadable;
  }

  questions(source: Source): Question[] {
    return rows.flatMap((row) => {
      const missing = this.byValue.get(row.value);
      return missing === undefined ? [] : questionOf(row, missing, source);
    });
  }
}

function questionOf({ value, option, field }: MissingRow, missing: Missing, source: Source): Question {
  const { proposals = {}, columns, labels } = source;
  const isDate = value === 'date';
  const otherwise = `give them one with --${option} ${isDate ? 'DATE' : 'NAME'}`;
  const proposal = proposals[field];
  if (proposal !== undefined) return columnQuestion({ field, noun: value, proposal, columns, labels, otherwise });
  const unreadable = `a date that cannot be read (first: ${quoteText(missing.firstUnreadable ?? '')})`;
  const lacks = [
    { times: missing.unreadable, what: unreadable },
    { times: missing.count - missing.unreadable, what: `no ${value}` },
  ].filter(({ times }) => times > 0);
  const lack = lacks.map(({ times, what }) => `${count(times, 'course has', 'courses have')} ${what}`).join(', and ');
  return {
    option,
    text: `${lack}. Which ${value} do they get${isDate ? ', such as 2026-01-31' : ''}?`,
    rule: 'value-missing',
    finding: `${lack}: ${missing.places.join(', ')}${missing.count > maxPlaces ? ' …' : ''}`,
    remedy: `${otherwise}, or name their column with --map ${field}=COLUMN`,
  };
}
