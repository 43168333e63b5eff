// Guesses at the fields of columns by what they hold, where their names do not say: proposals, which overrule no name.
import { quoteText } from '../../../text/quote.ts';
import { addressQuestion, columnQuestion } from '../../fields/columns.ts';
import { usedColumns, type FieldName, type FieldTable } from '../../fields/fields.ts';
import type { Notes } from '../../notes.ts';
import type { Row } from '../../rows.ts';
import type { Question } from '../../questions.ts';
import { isHostFirst } from '../../../urls/parse-url.ts';
import { dateReader } from '../../values/dates.ts';
import { standsForNothing } from '../../values/nothing.ts';
import { LanguageNames, languageSigns } from '../../values/languages.ts';
import type { SourceRows } from '../format.ts';
import { linkColumn } from './grid.ts';

const maxSampledRows = 1000;
const maxSampledCells = 1_000_000;
const address = /^(?:https?:\/\/|www\.)\S+$/iu;

/**
 * Completes a table of fields, and proposes columns for others. The address of a course stays where a map names it, which
 * `isMapped` says.
 */
export function completeFields(
  table: FieldTable,
  rows: readonly Row[],
  columns: readonly string[],
  isMapped: boolean,
  notes: Notes,
): Pick<SourceRows, 'fields' | 'proposals' | 'labels'> {
  const sample = rows.slice(0, Math.min(maxSampledRows, Math.ceil(maxSampledCells / columns.length)));
  const contents = columns.map((column) => contentOf(column, sample));
  const used = usedColumns(table);
  const unused = contents.filter(({ column }) => !used.has(column));
  const proposals = proposalsFrom(unused, table);
  // A name alone may say little.
  const labels = Object.fromEntries(
    contents.map(({ column, texts: [text = ''] }) => [column, `${column}: ${text.slice(0, 40)}`]),
  );
  const fields = { ...table };
  if (!table.title?.length) {
    notes.questions.push(columnQuestion({ field: 'title', noun: 'title', proposal: proposals.title, columns, labels }));
    // Nothing is written while a question is open; with this the others are found.
    fields.title = [proposals.title === undefined ? { template: '?' } : [proposals.title]];
  }
  const titles = plainColumns(fields.title);
  if (!isMapped || !table.linkurl?.length) {
    const { merged, only, question } = addressColumns(contents, titles, table, labels);
    const chosen = merged ?? (isMapped || only === undefined ? undefined : [only]);
    if (merged === undefined && chosen !== undefined)
      notes.add('guessed', 'column of addresses', quoteText(only ?? ''));
    if (chosen !== undefined) fields.linkurl = [chosen];
    else if (question !== undefined) {
      notes.questions.push(question);
      fields.linkurl = [{ template: `https://example.org/{${titles[0] ?? columns[0] ?? ''}}` }];
    }
  }
  return { fields, proposals, labels };
}

type ColumnContent = ReturnType<typeof contentOf>;

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
  { linkurl }: FieldTable,
  labels: Question['labels'],
): AddressColumns {
  const columns = contents.map(({ column }) => column);
  const linksOf = (linking: readonly string[]) => linking.map(linkColumn).filter((column) => columns.includes(column));
  const named = plainColumns(linkurl);
  const [links, titleLinks] = [linksOf(named), linksOf(titles)];
  const hasLinks = links.length + titleLinks.length > 0;
  const inNamed = contents.filter(({ column }) => named.includes(column));
  if (inNamed.some(({ hasAddress }) => hasAddress))
    return hasLinks ? { merged: [...links, ...named, ...titleLinks] } : {};
  const partial = inNamed.find(({ partialAddress }) => partialAddress !== undefined);
  if (links.length === 0 && partial !== undefined) return { question: hostQuestion(partial) };
  if (hasLinks) return { merged: [...links, ...titleLinks, ...named] };
  const candidates = contents.filter(({ isAddress }) => isAddress);
  const [proposal] = candidates;
  if (proposal === undefined) {
    const codes = contents.filter(({ isCode }) => isCode).map(({ column }) => column);
    // Rows with another text in place of an address are left out with it.
    return inNamed.some(({ texts }) => texts.length > 0) ? {} : { question: addressQuestion(columns, codes) };
  }
  const choices = candidates.map(({ column }) => column);
  return {
    only: named.length === 0 && choices.length === 1 && proposal.isDistinct ? proposal.column : undefined,
    question: columnQuestion({
      field: 'linkurl',
      noun: 'address',
      proposal: proposal.column,
      columns: choices,
      labels,
    }),
  };
}

/** Asks for the host of the addresses in a column that have none, or no scheme. */
function hostQuestion({ column, partialAddress = '' }: ColumnContent): Question {
  const template = partialAddress.startsWith('/') ? `https://example.org{${column}}` : `https://{${column}}`;
  const finding = `the column ${quoteText(column)} has addresses without https:// or a host, such as ${quoteText(partialAddress)}`;
  const remedy = `complete them by a pair in --map, such as linkurl:=${template}`;
  const text = `The column ${quoteText(column)} has ${quoteText(partialAddress)}: how is the address of a course made, such as ${template}?`;
  return { option: 'map', rule: 'import-format', prefix: 'linkurl:=', finding, remedy, text };
}

/** What the cells of a column look like. */
function contentOf(column: string, rows: readonly Row[]) {
  const cells = rows.flatMap((row) => row.get(column)).filter((cell) => !standsForNothing(cell));
  const dateIn = dateReader('dmy');
  const texts = [...new Set(cells)];
  const isMost = (is: (cell: string) => boolean) => cells.length > 0 && cells.filter(is).length >= cells.length * 0.8;
  const isDate = (cell: string) =>
    /\p{Nd}/u.test(cell) && cell.length > 4 && !/^\d{9,}$/u.test(cell) && 'date' in (dateIn(cell) ?? {});
  const isWords = (cell: string) => cell.length <= 200 && /\p{L}{2}/u.test(cell) && !/^\S*\d\S*$/u.test(cell);
  return {
    column,
    texts,
    hasAddress: cells.some((cell) => /(?:^|[\s("'<])(?:https?:\/\/|www\.)\S/iu.test(cell)),
    isAddress: isMost((cell) => address.test(cell)),
    /** The first address that lacks its scheme or its host. */
    partialAddress: cells.find((cell) => isHostFirst(cell) || /^\/[^\s/]\S*$/u.test(cell)),
    isDistinct: texts.length === cells.length,
    isDate: isMost(isDate),
    isText: isMost((cell) => isWords(cell) && !address.test(cell) && !isDate(cell)),
    isCode:
      isMost((cell) => /^(?=.*\d)[\p{L}\p{N}._-]{3,}$/u.test(cell) && !isDate(cell)) && texts.length === cells.length,
    /** Few values that repeat: a provider, a language or a subject. */
    repeats: cells.length > 3 && texts.length * 2 <= cells.length && isMost(isWords),
  };
}

/** The columns that may be the fields that the table lacks. */
function proposalsFrom(unused: readonly ColumnContent[], table: FieldTable): Partial<Record<FieldName, string>> {
  const repeating = unused.filter(({ repeats }) => repeats);
  const names = new LanguageNames([]);
  const isLanguage = (text: string) => text.split(languageSigns).every((name) => names.resolve(name)?.isKnown);
  const language = table.language ? undefined : repeating.find(({ texts }) => texts.every(isLanguage));
  const others = repeating.filter((content) => content !== language);
  const proposals = {
    title: unused.find(({ isText, repeats }) => isText && !repeats)?.column,
    provider: others[0]?.column,
    language: language?.column,
    date_published: unused.find(({ isDate }) => isDate)?.column,
    categories: others.at(table.provider ? 0 : 1)?.column,
  };
  return Object.fromEntries(
    Object.entries(proposals).filter(([field, column]) => column !== undefined && !(field in table)),
  );
}

/** The columns of a field, without those in templates and those that are split. */
function plainColumns(alternatives: FieldTable[FieldName] = []): readonly string[] {
  return alternatives.flatMap((alternative) =>
    'template' in alternative || 'split' in alternative ? [] : alternative,
  );
}
