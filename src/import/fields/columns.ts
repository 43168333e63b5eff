// How messages show the columns of a source, and ask for the one of a field.
import type { Question } from '../questions.ts';
import type { FieldName } from './fields.ts';

/** The import knows no column with a longer name. */
export const maxColumnName = 100;

/** The first columns of a table, as a message lists them. */
export function shownColumns(columns: readonly string[], most = 30): string {
  const shown = columns.slice(0, most).map((column) => column.slice(0, maxColumnName));
  const rest = columns.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

interface AskedColumn {
  readonly field: FieldName;
  /** What the question calls the field. */
  readonly noun: string;
  readonly proposal: string | undefined;
  readonly columns: readonly string[];
  readonly labels?: Question['labels'];
  /** What to do if no column has it; absent if a column is required. */
  readonly otherwise?: string;
}

export function columnQuestion({ field, noun, proposal, columns, labels = {}, otherwise }: AskedColumn): Question {
  const pair = `say which it is by a pair in --map, such as ${field}=${proposal ?? columns[0] ?? 'COLUMN'}`;
  const remedy = otherwise === undefined ? pair : `${pair}; or ${otherwise}`;
  const shown = columns.map((column) => labels[column] ?? column);
  return {
    ...unknownField(field, shown, remedy),
    prefix: `${field}=`,
    text: `Which column is the ${noun} of a course?`,
    choices: otherwise === undefined ? columns : [...columns, ''],
    labels,
    ...(proposal !== undefined && { suggestion: proposal }),
  };
}

/** Asks for a template of addresses. `codes` are the columns of codes: if there is only one, it is the example. */
export function addressQuestion(columns: readonly string[], codes: readonly string[]): Question {
  const [code] = codes.length === 1 ? codes : [];
  const example = `https://example.org/{${code ?? 'COLUMN'}}, in which {} holds the name of a column`;
  const remedy = `say which it is, or how addresses are made, by a pair in --map, such as linkurl:=${example}`;
  const text = `No column has addresses: how is that of a course made, such as ${example}?`;
  return { ...unknownField('linkurl', columns, remedy), prefix: 'linkurl:=', text };
}

function unknownField(field: FieldName, columns: readonly string[], remedy: string) {
  const finding = `no column is known as ${field}; the columns are ${shownColumns(columns)}`;
  return { option: 'map', rule: 'import-format', finding, remedy } as const;
}
