// The map that an import proposes: which columns of an input fill which fields, and what to ask where nothing says so.
import { count } from '../../text/number-format.ts';
import { quoteText } from '../../text/quote.ts';
import { addressQuestion, columnQuestion, hostQuestion, namesQuestion } from '../fields/column-questions.ts';
import { unusedColumns, usedColumns, type FieldName, type FieldColumns, type MappedFields } from '../fields/fields.ts';
import { readMap, withMap } from '../fields/map.ts';
import { customFieldsOf, type FieldTable } from '../../catalog/fields.ts';
import type { InputRows, TableColumns } from '../formats/format.ts';
import { fieldsByHeadings, fieldsByLabels, isEitherHeading } from '../formats/table/headings.ts';
import { inputError } from '../input/resource.ts';
import type { Notes } from '../notes.ts';
import type { Question } from '../questions.ts';
import { contentsOf, type ColumnContent } from './column-content.ts';
import { fitWith, mayBePersons } from './fits.ts';

/** An input whose columns are mapped to fields. */
export interface MappedRows extends Omit<InputRows, 'fields'> {
  readonly fields: MappedFields;
  /** Columns that may be fields, by what they hold: they are asked about, and overrule no name. */
  readonly proposals?: Partial<Record<FieldName, string>>;
  /** Columns with values that no name makes a field, and those of them in which few words repeat. */
  readonly unused?: readonly string[];
  readonly repeating?: readonly string[];
  /** Whether the titles stand in quotes, nearly all of them. */
  readonly hasQuotedTitles?: boolean;
  /** Those of mail addresses or telephone numbers, which are in the file whether they are shown or not. */
  readonly contacts?: readonly string[];
  /** How questions show columns. */
  readonly labels?: Question['labels'];
}

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
  const contents = table === undefined ? [] : contentsOf(table.shown, input.rows);
  const headed = table === undefined ? {} : fieldsByHeadings(table.shown, fitWith(contents));
  const named: FieldColumns = { ...headed, ...input.fields };
  const asked = notes.questions.length;
  const read = table === undefined ? withMap : readMap;
  const mapped: MappedFields = map === undefined ? named : read(map, named, columns, fieldTable, notes.ask);
  if (notes.questions.length > asked) return undefined;
  const open = Object.entries(customFieldsOf(fieldTable)).filter(([name]) => mapped[name] === undefined);
  const own = fieldsByLabels(Object.fromEntries(open), unusedColumns(mapped, columns));
  const fields: FieldColumns = { ...own, ...mapped };
  if (table === undefined) return { ...input, fields };
  requireResults(mapped, table, address);
  const used = usedColumns(fields);
  const unused = contents.filter(({ column, texts }) => !used.has(column) && texts.length > 0);
  if (table.unclear !== undefined) noteUnused(unused, input, notes);
  const repeating = unused.filter(({ repeats }) => repeats);
  const concealed = contentsOf(
    columns.filter((column) => !table.shown.includes(column)),
    input.rows,
  );
  const contacts = [...unused, ...concealed].filter(
    ({ isDate, share, texts }) => !isDate && texts.length > 0 && share('contact') > 0.5,
  );
  // A title that is the same in all rows is none where another column has texts.
  const isConstant = contents.some((one) => one.isConstant && plainColumns(headed.title).includes(one.column));
  const { title: ofList, ...others } = mapped;
  const isDoubtful = isConstant && ofList === headed.title;
  const proposals = proposalsFrom(unused, repeating, isDoubtful ? others : mapped);
  // A name alone may say little.
  const labels = Object.fromEntries(
    contents.map(({ column, texts: [text = ''] }) => [column, `${column}: ${text.slice(0, 40)}`]),
  );
  const { title: proposal } = proposals;
  if (!mapped.title?.length || (mapped.title === headed.title && proposal !== undefined)) {
    notes.ask(columnQuestion({ field: 'title', proposal, columns: table.shown, labels }));
    // Nothing is written while a question is open; with this the others are found.
    fields.title = [proposal === undefined ? { template: '?' } : [proposal]];
  }
  const subjects = repeating.map(({ column }) => column).filter((column) => column !== proposals.language);
  if (mapped.categories === undefined && subjects.length > 0)
    notes.ask({
      ...columnQuestion({ field: 'categories', columns: subjects, labels, otherwise: 'have no categories' }),
      isOptional: true,
    });
  const names = unused.find(
    (one) => one.column === table.unclear || (isEitherHeading(one.column) && mayBePersons(one)),
  );
  if (names !== undefined && mapped.author === named.author) {
    const isHeaded = names.column !== table.unclear;
    notes.ask(namesQuestion({ ...names, isHeaded }, (field) => plainColumns(mapped[field])));
    // One question for both.
    if (isHeaded) fields.provider ??= [[names.column]];
  }
  const proposed = {
    proposals,
    labels,
    unused: unused.map(({ column }) => column),
    repeating: repeating.map(({ column }) => column),
    contacts: contacts.map(({ column }) => column),
    hasQuotedTitles: contents.some(
      (one) => plainColumns(fields.title).includes(one.column) && one.share('quoted') > 0.8,
    ),
  };
  const isMapped = mapped.linkurl !== named.linkurl;
  if (isMapped && mapped.linkurl?.length) return { ...input, fields, ...proposed };
  const titles = plainColumns(fields.title);
  const { merged, only, question } = addressColumns(contents, titles, mapped, labels, table.links);
  const chosen = merged ?? (isMapped || only === undefined ? undefined : [only]);
  if (merged === undefined && chosen !== undefined) notes.add('guessed', 'column of addresses', quoteText(only ?? ''));
  if (chosen !== undefined) fields.linkurl = [chosen];
  else if (question !== undefined) {
    notes.ask(question);
    fields.linkurl = [{ template: `https://example.org/{${titles[0] ?? columns[0] ?? ''}}` }];
  }
  return { ...input, fields, ...proposed };
}

/** Counts the texts of columns that no field takes: they had no headings that somebody gave them. */
function noteUnused(unused: readonly ColumnContent[], { rows, table }: InputRows, notes: Notes): void {
  const links = new Set(table?.links.values());
  for (const { column } of unused.filter((one) => !links.has(one.column)))
    for (const row of rows)
      for (const text of row.get(column))
        notes.add(
          'valueSkipped',
          `text that no field takes, as --map may say: ${quoteText(column)}`,
          row.location,
          quoteText(text),
        );
}

/** Throws a ProblemsError if titles or addresses are formulas without results: the courses would count as missing. */
function requireResults({ title = [], linkurl = [] }: FieldColumns, { unsaved }: TableColumns, address: string) {
  const needed = usedColumns({ title, linkurl });
  if (!unsaved.some((column) => needed.has(column))) return;
  const finding = `has ${count(unsaved.length, 'cell')} with formulas whose results were not saved, among them titles or addresses`;
  throw inputError(address, finding, 'open the file in a spreadsheet program, save it there, and import it again');
}

interface AddressColumns {
  /** Columns with addresses of courses, in the order in which they count. */
  readonly merged?: readonly string[];
  /** The only column with addresses, none of them twice. */
  readonly only?: string | undefined;
  /** What to ask where neither is sure. */
  readonly question?: Question;
}

/**
 * The columns with the addresses of courses; none to change if the table names them well. A column that its heading names is not
 * replaced by another one that holds addresses, which may be those of pictures. Links of cells complete it.
 */
function addressColumns(
  contents: readonly ColumnContent[],
  titles: readonly string[],
  table: FieldColumns,
  labels: Question['labels'],
  linkColumns: TableColumns['links'],
): AddressColumns {
  const columns = contents.map(({ column }) => column);
  const linksOf = (linking: readonly string[]) =>
    linking.flatMap((column) => linkColumns.get(column) ?? []).filter((column) => columns.includes(column));
  const named = plainColumns(table.linkurl);
  const [links, titleLinks] = [linksOf(named), linksOf(titles)];
  const hasLinks = links.length + titleLinks.length > 0;
  const contentsIn = (some: readonly string[]) => contents.filter(({ column }) => some.includes(column));
  const inNamed = contentsIn(named);
  if (inNamed.some(({ hasAddress }) => hasAddress))
    return hasLinks ? { merged: [...links, ...named, ...titleLinks] } : {};
  const [inLinks, inTitleLinks] = [contentsIn(links), contentsIn(titleLinks)];
  const isWhole = ({ hasAddress, texts }: ColumnContent) => hasAddress || texts.some((text) => text.startsWith('='));
  const lacking = inLinks.some(isWhole)
    ? []
    : [...inLinks, ...inNamed, ...(inTitleLinks.some(isWhole) ? [] : inTitleLinks)];
  const partial = lacking.find(({ partialAddress }) => partialAddress !== undefined);
  if (partial !== undefined) return { question: hostQuestion(partial.column, partial.partialAddress ?? '', columns) };
  if (hasLinks) return { merged: [...links, ...titleLinks, ...named] };
  const others = usedColumns({ ...table, linkurl: [] });
  const candidates = contents.filter(({ isAddress, column }) => isAddress && !others.has(column));
  const [proposal] = candidates;
  if (proposal === undefined) {
    const codes = contents.filter(({ isCode }) => isCode).map(({ column }) => column);
    // Rows with another text in place of an address are skipped.
    return inNamed.some(({ texts }) => texts.length > 0) ? {} : { question: addressQuestion(columns, codes) };
  }
  const choices = candidates.map(({ column }) => column);
  return {
    only: named.length === 0 && choices.length === 1 && proposal.isDistinct ? proposal.column : undefined,
    question: columnQuestion({
      field: 'linkurl',
      proposal: proposal.column,
      columns: choices,
      labels,
    }),
  };
}

/** The columns that may be the fields that the table lacks. */
function proposalsFrom(
  unused: readonly ColumnContent[],
  repeating: readonly ColumnContent[],
  table: FieldColumns,
): Partial<Record<FieldName, string>> {
  const proposals = {
    title: unused.find(({ isText, repeats }) => isText && !repeats)?.column,
    provider: repeating.find(({ isOrganization }) => isOrganization)?.column,
    language: repeating.find((content) => content.isLanguage())?.column,
    date_published: unused.find(({ isDate }) => isDate)?.column,
  };
  return Object.fromEntries(
    Object.entries(proposals).filter(([field, column]) => column !== undefined && !(field in table)),
  );
}

/** The columns of a field, without those in templates and those that are split. */
function plainColumns(alternatives: FieldColumns[FieldName] = []): readonly string[] {
  return alternatives.flatMap((alternative) =>
    'template' in alternative || 'columns' in alternative ? [] : alternative,
  );
}
