// Questions about columns: which one fills a field, and how addresses are made from one.
import { quoteText } from '../../text/quote.ts';
import { isHostFirst } from '../../text/parse-url.ts';
import { hasWebScheme } from '../../text/web-address.ts';
import type { Question } from '../questions.ts';
import { fieldNameFor, maxCustomFields, type CustomField } from '../../options/custom-fields.ts';
import { shownColumns, whichColumn } from './columns.ts';
import type { FieldName } from './fields.ts';
import { splitNames, whyUnusable } from './map.ts';

/** Texts that a question shows. */
const maxExamples = 5;

interface AskedColumn {
  readonly field: FieldName;
  readonly proposal?: string | undefined;
  readonly columns: readonly string[];
  readonly labels?: Question['labels'];
  /** What to do if no column has it; absent if a column is required. */
  readonly otherwise?: string;
  /** What is the matter, if more than that no column is known. */
  readonly finding?: string;
}

/** Asks for the column of a field. */
export function columnQuestion({ field, proposal, columns, labels = {}, otherwise, finding }: AskedColumn): Question {
  const pair = `say which it is by a pair in --map, such as ${field}=${proposal ?? 'COLUMN'}`;
  const shown = columns.map((column) => labels[column] ?? column);
  return {
    ...unknownField(field, shown, otherwise === undefined ? pair : `${pair}; or ${otherwise}`),
    ...(finding !== undefined && { finding }),
    prefix: `${field}=`,
    text: whichColumn(field),
    choices: otherwise === undefined ? columns : [...columns, ''],
    labels,
    suggestion: proposal ?? (otherwise === undefined ? undefined : ''),
  };
}

/** Asks for a template of addresses. `codes` are the columns of codes: if there is only one, it is the example, unless `pages` is. */
export function addressQuestion(columns: readonly string[], codes: readonly string[], pages?: string): Question {
  const [code] = codes.length === 1 ? codes : [];
  const template = pages ?? `https://example.org/{${code ?? 'COLUMN'}}`;
  const example = `${template}, in which {} holds the name of a column`;
  const remedy = `say which it is, or how addresses are made, by a pair in --map, such as linkurl:=${example}`;
  const text = `No column has addresses: how is that of a course made, such as ${example}?`;
  const open = pages === undefined ? undefined : `linkurl:=${pages}`;
  return { ...unknownField('linkurl', columns, remedy), ...templateAnswer(columns), text, open };
}

/** Asks for the host of the addresses in a column that have none, or no scheme, such as `partial`. */
export function hostQuestion(column: string, partial: string, columns: readonly string[]): Question {
  const template = `${baseOf(partial)}{${column}}`;
  const finding = `the column ${quoteText(column)} has addresses without https:// or a host, such as ${quoteText(partial)}`;
  const remedy = `complete them by a pair in --map, such as linkurl:=${template}`;
  const text = `The column ${quoteText(column)} has ${quoteText(partial)}: how is the address of a course made, such as ${template}?`;
  return { option: 'map', rule: 'import-format', finding, remedy, ...templateAnswer(columns), text };
}

/** Offers columns that fill no field as custom fields; courses can be filtered by those that repeat few values. */
export function fieldsQuestion(columns: readonly string[], repeating: readonly string[]): Question {
  const columnOf = (name: string) =>
    columns.find((column) => column === name) ??
    columns.find((column) => column.trim().toLowerCase() === name.toLowerCase());
  const shown = shownColumns(columns, maxCustomFields);
  return {
    option: 'fields',
    rule: 'import-format',
    finding: `has columns that are not used: ${shown}`,
    remedy: 'name those that pages shall show in "fields" of the configuration file',
    text: `Show these columns on the pages too? ${shown} (their names with commas, all, or nothing)`,
    read(typed) {
      const isNamed = (name: string) => columnOf(name) !== undefined;
      const names = splitNames(typed, ',', isNamed).flatMap((name) => name.trim() || []);
      const isAll = typed.trim().toLowerCase() === 'all';
      const unknown = names.find((name) => !isAll && !isNamed(name));
      if (unknown !== undefined) return { fault: `there is no column ${quoteText(unknown)} here` };
      const own: Record<string, CustomField> = {};
      for (const column of isAll ? columns : names.flatMap((name) => columnOf(name) ?? [])) {
        const filter = repeating.includes(column) && { filter: true };
        own[fieldNameFor(column, Object.keys(own))] = { label: column, ...filter };
      }
      return { value: JSON.stringify(own) };
    },
    isOptional: true,
  };
}

interface NamesColumn {
  readonly column: string;
  readonly texts: readonly string[];
  readonly isOrganization: boolean;
  /** Whether its heading says that these are persons or organizations, or nothing does. */
  readonly isHeaded: boolean;
}

/** Asks whose the names in a column are. `columnsOf` knows the other columns of a field. */
export function namesQuestion(
  { column, texts, isOrganization, isHeaded }: NamesColumn,
  columnsOf: (field: FieldName) => readonly string[],
): Question {
  const pairWith = (field: FieldName) => `${field}=${[column, ...columnsOf(field)].join('|')}`;
  const labels = {
    [pairWith('author')]: 'the authors',
    [pairWith('provider')]: 'the provider',
    ...(!isHeaded && { [pairWith('description')]: 'a description' }),
    [`author=${columnsOf('author').join('|')}`]: 'none of these',
  };
  const pairs = Object.keys(labels);
  const explained = Object.entries(labels).map(([pair, label]) => `'${pair}' (${label})`);
  const examples = texts.slice(0, maxExamples).map(quoteText).join(', ');
  const place = isHeaded ? `in the column ${quoteText(column)}` : 'after the titles';
  return {
    option: 'map',
    rule: 'import-format',
    finding: `what stands ${place} may be ${isHeaded ? 'authors or providers' : 'authors, providers or descriptions'}: ${examples}`,
    remedy: `say what these are by a pair in --map: ${explained.join(', or ')}`,
    prefix: '',
    open: `FIELD=${column}`,
    text: `What stands ${place}, such as ${examples}?`,
    choices: pairs,
    labels,
    suggestion: isOrganization || isHeaded ? pairWith('provider') : undefined,
  };
}

/** What completes an address that lacks its scheme or its host. */
function baseOf(partial: string): string {
  if (partial.startsWith('//')) return 'https:';
  if (isHostFirst(partial)) return 'https://';
  return partial.startsWith('/') ? 'https://example.org' : 'https://example.org/';
}

/** An answer that is a template of addresses, which has to have a column in it. */
function templateAnswer(columns: readonly string[]): Pick<Question, 'prefix' | 'read'> {
  const prefix = 'linkurl:=';
  return {
    prefix,
    read(typed) {
      const isAddress = hasWebScheme(typed) || typed.startsWith('{');
      const fault = isAddress ? whyUnusable(prefix + typed, columns) : 'begin it with https://';
      return fault === undefined ? { value: typed } : { fault };
    },
  };
}

function unknownField(field: FieldName, columns: readonly string[], remedy: string) {
  const finding = `no column is known as ${field}; the columns are ${shownColumns(columns)}`;
  return { option: 'map', rule: 'import-format', finding, remedy } as const;
}
