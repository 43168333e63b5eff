// Missing values: required values that a record does not state. An import never invents them; it asks the user.
import { count } from '../../text/number-format.ts';
import { quoteText } from '../../text/quote.ts';
import { columnQuestion } from '../fields/columns.ts';
import type { SourceRows } from '../formats/format.ts';
import type { Question } from '../questions.ts';

/** What may be missing, with the option that gives it to all courses, the field of the map that names its column, and the wording for a value that cannot be read. */
const rows = [
  { value: 'provider', option: 'provider', field: 'provider', fault: '' },
  { value: 'language', option: 'language', field: 'language', fault: 'a language that is not known' },
  { value: 'date', option: 'undated', field: 'date_published', fault: 'a date that cannot be read' },
] as const;
type MissingValue = (typeof rows)[number]['value'];

const maxLocations = 5;

export class MissingValues {
  /** Where each value is missing, and the unreadable texts found in its place. */
  private readonly byValue = new Map<MissingValue, Record<'locations' | 'unreadable', string[]>>();

  /** `unreadable` is the text in place of the value. */
  add(value: MissingValue, location: string, unreadable?: string): void {
    const missing = this.byValue.get(value) ?? { locations: [], unreadable: [] };
    this.byValue.set(value, missing);
    missing.locations.push(location);
    if (unreadable !== undefined) missing.unreadable.push(unreadable);
  }

  questions({ proposals = {}, columns, labels }: SourceRows): Question[] {
    return rows.flatMap(({ value, option, field, fault }): Question[] => {
      const { locations, unreadable } = this.byValue.get(value) ?? { locations: [], unreadable: [] };
      if (locations.length === 0) return [];
      const isDate = value === 'date';
      const otherwise = `give them one with --${option} ${isDate ? 'DATE' : 'NAME'}`;
      const proposal = proposals[field];
      if (proposal !== undefined) return [columnQuestion({ field, noun: value, proposal, columns, labels, otherwise })];
      const [first = ''] = unreadable;
      const lacks = [
        { times: unreadable.length, what: `${fault} (first: ${quoteText(first)})` },
        { times: locations.length - unreadable.length, what: `no ${value}` },
      ].filter(({ times }) => times > 0);
      const counts = lacks.map(({ times, what }) => `${count(times, 'course has', 'courses have')} ${what}`);
      const lack = counts.join(', and ');
      const text = `${lack}. Which ${value} do they get${isDate ? ', such as 2026-01-31' : ''}?`;
      const shown = `${locations.slice(0, maxLocations).join(', ')}${locations.length > maxLocations ? ' …' : ''}`;
      const remedy = `${otherwise}, or name their column with --map ${field}=COLUMN`;
      return [{ option, text, rule: 'value-missing', finding: `${lack}: ${shown}`, remedy }];
    });
  }
}
