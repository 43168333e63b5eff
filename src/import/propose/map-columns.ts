// The map that an import proposes: which columns of an input fill which fields, and what to ask where nothing says so.
import { count } from '../../text/number-format.ts';
import { isObject, keysOf } from '../../text/keys.ts';
import { quoteText } from '../../text/quote.ts';
import { shellWord } from '../../text/shell.ts';
import { columnQuestion, namesQuestion } from '../fields/column-questions.ts';
import {
  columnsIn,
  fieldNames,
  plainColumns,
  unusedColumns,
  usedColumns,
  type FieldName,
  type FieldColumns,
  type MappedFields,
} from '../fields/fields.ts';
import { readMap, withMap } from '../fields/map.ts';
import { customFieldsOf, pageFields, type FieldTable } from '../../catalog/fields.ts';
import { fieldOf } from '../../catalog/source/record.ts';
import type { InputRows, TableColumns } from '../formats/format.ts';
import { fieldsByHeadings, fieldsByLabels } from '../formats/table/fields-by-headings.ts';
import { isGeneralHeading, meaningOf } from '../formats/table/headings.ts';
import { inputError } from '../input/resource.ts';
import type { Notes } from '../notes.ts';
import { elementsOf } from '../rows.ts';
import { durationUnit } from '../values/durations.ts';
import { addressColumns, type MappedColumns } from './address-columns.ts';
import { columnLabels, contentsOf, unusedContents, type ColumnContent } from './column-content.ts';
import { fitWith, mayBePersons } from './fits.ts';

/** An input whose columns are mapped to fields. */
export interface MappedRows extends Omit<InputRows, 'fields'> {
  readonly fields: MappedFields;
  /** Columns that may be fields, by what they hold: they are asked about, and overrule no name. */
  readonly proposals?: Partial<Record<FieldName, string>>;
  /** What the columns of a table hold. */
  readonly contents?: readonly ColumnContent[];
}

/** Parts of a value that a template names. */
const maxParts = 3;

interface MapContext {
  /** The user's map. */
  readonly map: string | undefined;
  readonly address: string;
  readonly fields: FieldTable;
  readonly notes: Notes;
}

/**
 * Maps the columns of an input: a field is filled by what the user's map says, else by what the names of columns say. The addresses
 * of a table may also be what its cells link to, or its only column of addresses; what else is missing is asked about. Undefined
 * if the map itself needs an answer first.
 */
export function mapColumns(input: InputRows, context: MapContext): MappedRows | undefined {
  const { map, address, fields: fieldTable, notes } = context;
  const { columns, table } = input;
  const contents = table === undefined ? [] : contentsOf(input);
  const named = table === undefined ? input.fields : namedFields(input, table, contents);
  const asked = notes.questions.length;
  const read = table === undefined ? withMap : readMap;
  const mapped: MappedFields = map === undefined ? named : read(map, named, columns, fieldTable, notes.ask);
  if (notes.questions.length > asked) return undefined;
  const open = Object.entries(customFieldsOf(fieldTable)).filter(([name]) => mapped[name] === undefined);
  const own = fieldsByLabels(Object.fromEntries(open), unusedColumns(mapped, columns));
  const fields: FieldColumns = { ...own, ...mapped };
  if (table === undefined) return { ...input, fields };
  requireResults(mapped, table, address);
  const unused = unusedContents({ fields, contents, table });
  if (table.unclear !== undefined) noteUnused(unused, input, notes);
  const shown = contents.filter(({ column }) => table.shown.includes(column));
  // A title that is the same in all rows is none where another column has texts.
  const isConstant = shown.some((one) => one.isConstant && plainColumns(named.title).includes(one.column));
  const isDoubtful = isConstant && mapped.title === named.title && unused.some(looks.title);
  const proposals = proposalsFrom(unused, isDoubtful ? { ...mapped, title: [] } : mapped);
  const mapping = { table, shown, unused, named, mapped, fields, proposals, labels: columnLabels(shown), notes };
  if (isDoubtful || !mapped.title?.length) askForTitle(mapping);
  offerCategories(mapping);
  askForNames(mapping);
  fillAddresses(mapping);
  noteParts(mapping, input);
  return { ...input, fields, proposals, contents };
}

/** A table whose columns are being mapped. */
interface Mapping extends MappedColumns {
  /** The columns that no field takes. */
  readonly unused: readonly ColumnContent[];
  /** The fields by the names of columns alone. */
  readonly named: FieldColumns;
  /** What is found for them. */
  readonly fields: FieldColumns;
  readonly proposals: Partial<Record<FieldName, string>>;
  readonly notes: Notes;
}

/** The fields of a table by the names of its columns, which come after the columns that its format knows. */
function namedFields(
  { fields: known }: InputRows,
  { shown }: TableColumns,
  contents: readonly ColumnContent[],
): FieldColumns {
  const headed = fieldsByHeadings(unusedColumns(known, shown), fitWith(contents));
  const both = fieldNames
    .filter((field) => known[field] !== undefined)
    .map((field) => {
      const further = plainColumns(headed[field]);
      // A course has one title, and is where its heading says.
      const isMerged = known[field]?.length === 1 && further.length > 0 && field !== 'title' && field !== 'categories';
      return [field, isMerged ? [[...plainColumns(known[field]), ...further]] : known[field]];
    });
  return { ...headed, ...Object.fromEntries(both) };
}

function askForTitle({ shown, fields, proposals: { title: proposal }, labels, notes }: Mapping): void {
  const columns = shown.filter(({ parts }) => parts.length === 0).map(({ column }) => column);
  notes.ask(columnQuestion({ field: 'title', proposal, columns, labels }));
  // Nothing is written while a question is open; with this the others are found.
  fields.title = [proposal === undefined ? { template: '?' } : [proposal]];
}

function offerCategories({ mapped, unused, proposals, labels, notes }: Mapping): void {
  const repeating = unused.filter(({ repeats, column }) => repeats && column !== proposals.language);
  if (mapped.categories !== undefined || repeating.length === 0) return;
  const columns = repeating.map(({ column }) => column);
  const question = columnQuestion({ field: 'categories', columns, labels, otherwise: 'have no categories' });
  notes.ask({ ...question, isOptional: true });
}

/** Asks whose the names in a column are that may be those of authors or of providers. */
function askForNames({ table: { unclear }, named, mapped, fields, unused, notes }: Mapping): void {
  const names = unused.find(
    (one) => one.column === unclear || (isGeneralHeading(one.column, 'provider') && mayBePersons(one)),
  );
  if (names === undefined || mapped.author !== named.author) return;
  const { column, texts, isMost } = names;
  const isHeaded = column !== unclear;
  const asked = { column, texts, isOrganization: isMost('organization'), isHeaded };
  notes.ask(namesQuestion(asked, (field) => plainColumns(mapped[field])));
  // One question for both.
  if (isHeaded) fields.provider ??= [[column]];
}

function fillAddresses(mapping: Mapping): void {
  const { table, mapped, named, fields, notes } = mapping;
  const isMapped = mapped.linkurl !== named.linkurl;
  if (isMapped && mapped.linkurl?.length) return;
  const titles = plainColumns(fields.title);
  const { merged, only, question } = addressColumns(mapping, titles);
  const chosen = merged ?? (isMapped || only === undefined ? undefined : [only]);
  if (merged === undefined && chosen !== undefined) notes.add('guessed', 'column of addresses', quoteText(only ?? ''));
  if (chosen !== undefined) fields.linkurl = [chosen];
  else if (question !== undefined) {
    notes.ask(question);
    fields.linkurl = [{ template: `https://example.org/{${titles[0] ?? table.shown[0] ?? ''}}` }];
  }
}

/** Notes the rows with objects in which no text is known. */
function noteParts({ shown, fields, notes }: Mapping, { rows }: InputRows): void {
  for (const [field, alternatives] of Object.entries(fields))
    for (const { column, parts } of shown.filter((one) => one.parts.length > 0))
      if (columnsIn(alternatives).includes(column)) {
        const isUnit = (part: string) => field in pageFields && durationUnit(part) !== undefined;
        // An amount stands before its currency.
        const orderOf = (part: string) => Number(/curr/iu.test(part));
        const ordered = parts.slice(0, maxParts).toSorted((a, b) => orderOf(a) - orderOf(b));
        const template = ordered.map((part) => `{${column}.${part}}${isUnit(part) ? ` ${part}` : ''}`).join(' ');
        const reason = `${field} in parts; a pair in --map puts them together, such as '${field}:=${template}'`;
        for (const { value, location } of rows)
          if (elementsOf(fieldOf(value, column)).some(isObject))
            notes.add('valueSkipped', reason, location, `${quoteText(column)} is an object with ${listInWords(parts)}`);
      }
}

function listInWords(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), names.at(-1) ?? ''].filter((text) => text !== '').join(' and ');
}

/** Counts the texts of columns that no field takes: they had no headings that somebody gave them. */
function noteUnused(unused: readonly ColumnContent[], { rows, table }: InputRows, notes: Notes): void {
  const links = new Set(table?.links.values());
  for (const { column } of unused.filter((one) => !links.has(one.column))) {
    const reason = `column ${quoteText(column)} is not used; --map ${shellWord(`FIELD=${column}`)} uses it`;
    for (const row of rows)
      for (const text of row.get(column)) notes.add('valueSkipped', reason, row.location, quoteText(text));
  }
}

/** Throws a ProblemsError if titles or addresses are formulas without results: the courses would count as missing. */
function requireResults({ title = [], linkurl = [] }: FieldColumns, { unsaved }: TableColumns, address: string) {
  const needed = usedColumns({ title, linkurl });
  if (!unsaved.some((column) => needed.has(column))) return;
  const finding = `has ${count(unsaved.length, 'cell')} with formulas whose results were not saved, among them titles or addresses`;
  throw inputError(address, finding, 'open the file in a spreadsheet program, save it there, and import it again');
}

/** How columns look that may be a field. */
const looks = {
  title: ({ isMost, repeats, isConstant }) => isMost('text') && !repeats && !isConstant,
  provider: ({ isMost, repeats }) => repeats && isMost('organization'),
  language: ({ isMost, repeats }) => repeats && isMost('languages'),
  date_published: ({ isMost }) => isMost('date'),
} satisfies Partial<Record<FieldName, (content: ColumnContent) => boolean>>;

/** The columns that may be the fields that the table lacks: the only one that looks like it and whose heading names no other. */
function proposalsFrom(unused: readonly ColumnContent[], mapped: FieldColumns): Partial<Record<FieldName, string>> {
  const proposals: Partial<Record<FieldName, string>> = {};
  for (const field of keysOf(looks)) {
    const isOpen = field === 'title' ? !mapped.title?.length : mapped[field] === undefined;
    const mayBe = ({ column }: ColumnContent) =>
      (meaningOf(column) ?? field) === field &&
      (field !== 'date_published' || !/start|begin|end|inicio|fin/iu.test(column));
    const [only, other] = isOpen ? unused.filter((one) => looks[field](one) && mayBe(one)) : [];
    if (only !== undefined && other === undefined) proposals[field] = only.column;
  }
  return proposals;
}
