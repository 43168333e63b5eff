// How messages show the columns of an input, and what they call its fields.
import { mapRows } from '../../text/keys.ts';
import type { FieldTable } from '../../catalog/fields.ts';
import { fieldLabels } from './fields.ts';

/** The import knows no column with a longer name. */
export const maxColumnName = 100;

/** The first columns of a table, as a message lists them. */
export function shownColumns(columns: readonly string[], most = 30): string {
  const shown = columns.slice(0, most).map((column) => column.slice(0, maxColumnName));
  const rest = columns.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** What people call the fields that an input can fill, with custom fields. */
export function labelsWith(table: FieldTable): Readonly<Record<string, string>> {
  return { ...fieldLabels, ...mapRows(table, ({ labels }) => labels.en) };
}

const questions: Readonly<Record<string, string>> = {
  title: 'Which column has the titles of the courses?',
  linkurl: 'Which column has the addresses of the courses?',
  provider: 'Which column says who offers a course?',
  language: 'Which column says in which language a course is?',
  date_published: 'Which column says when a course was published?',
  categories: 'Which column says what a course is about?',
};

/** Asks for the column of a field. */
export function whichColumn(field: string, labels: Readonly<Record<string, string>> = fieldLabels): string {
  return questions[field] ?? `Which column is this: ${labels[field]}?`;
}
