// Columns: what they hold shows which fields they may be, where their names do not. A guess at a title is only ever proposed.
import { quoteText } from '../../../problems.ts';
import { dateReader } from '../../values/dates.ts';
import type { FieldName, FieldTable, Source } from '../format.ts';
import { linkOf } from './grid.ts';
import { LanguageNames, languageSigns } from '../../values/languages.ts';
import { shownColumns, usedColumns } from '../../fields/map.ts';
import type { Notes } from '../../notes.ts';
import type { Question } from '../../questions.ts';
import type { Row } from '../../rows.ts';

const sampled = 1000;
const address = /^(?:https?:\/\/|www\.)\S+$/iu;

/**
 * Completes the fields that were found by the names of columns, and proposes columns for others. The address of a course stays where
 * a map names it.
 */
export function completed(
  found: FieldTable,
  rows: readonly Row[],
  columns: readonly string[],
  isMapped: boolean,
  notes: Notes,
): Pick<Source, 'fields' | 'proposals' | 'labels'> {
  const used = usedColumns(found);
  const contents = columns.map((column) => contentOf(column, rows.slice(0, sampled)));
  const free = contents.filter(({ column }) => !used.has(column));
  const repeating = free.filter(({ repeats }) => repeats);
  const names = new LanguageNames([]);
  const isLanguage = (text: string) => text.split(languageSigns).every((one) => names.resolve(one)?.isKnown);
  const language = found.language ? undefined : repeating.find(({ texts }) => texts.every(isLanguage));
  const others = repeating.filter((one) => one !== language);
  const all = {
    title: free.find(({ isText, repeats }) => isText && !repeats)?.column,
    provider: others[0]?.column,
    language: language?.column,
    date_published: free.find(({ isDate }) => isDate)?.column,
    categories: others.at(found.provider ? 0 : 1)?.column,
  };
  const open = Object.entries(all).filter(([field, column]) => column !== undefined && !(field in found));
  const proposals: NonNullable<Source['proposals']> = Object.fromEntries(open);
  const fields = { ...found };
  // A name alone may say little.
  const labels = Object.fromEntries(
    contents.map(({ column, texts: [text = ''] }) => [column, `${column}: ${text.slice(0, 40)}`]),
  );
  if (!found.title?.length) {
    notes.questions.push(whichColumn('title', 'title', proposals.title, columns, labels));
    // Nothing is written while a question is open; with this the others are found.
    fields.title = [proposals.title === undefined ? { template: '?' } : [proposals.title]];
  }
  const named = columnsOf(found.linkurl);
  const linksOf = (of: readonly string[]) => of.map(linkOf).filter((name) => columns.includes(name));
  const [links, titleLinks] = [linksOf(named), linksOf(columnsOf(fields.title))];
  const addresses = free.filter(({ isAddress }) => isAddress).map(({ column }) => column);
  const hasAddresses = contents.some(({ column, hasAddress }) => hasAddress && named.includes(column));
  if (!isMapped && links.length + titleLinks.length > 0) {
    fields.linkurl = [[...links, ...(hasAddresses ? [...named, ...titleLinks] : [...titleLinks, ...named])]];
  } else if (!isMapped && !hasAddresses && addresses.length === 1) {
    fields.linkurl = [addresses];
    notes.add('guessed', 'column of addresses', quoteText(addresses[0] ?? ''));
  } else if (!found.linkurl?.length) {
    const codes = contents.filter(({ isCode }) => isCode).map(({ column }) => column);
    const asked = whichColumn('linkurl', 'address', addresses[0], addresses, labels);
    notes.questions.push(addresses.length > 0 ? asked : whichAddress(columns, codes));
    fields.linkurl = [{ template: `https://example.org/{${columnsOf(fields.title)[0] ?? columns[0] ?? ''}}` }];
  }
  return { fields, proposals, labels };
}

function contentOf(column: string, rows: readonly Row[]) {
  const cells = rows.flatMap((row) => row.get(column)).filter((cell) => cell.trim() !== '');
  const dateIn = dateReader('dmy');
  const texts = [...new Set(cells)];
  const isMost = (is: (cell: string) => boolean) => cells.length > 0 && cells.filter(is).length >= cells.length * 0.8;
  const isDate = (cell: string) => /\p{Nd}/u.test(cell) && cell.length > 4 && 'date' in (dateIn(cell) ?? {});
  // Words, not codes.
  const isWords = (cell: string) => cell.length <= 200 && /\p{L}{2}/u.test(cell) && !/^\S*\d\S*$/u.test(cell);
  return {
    column,
    texts,
    hasAddress: cells.some((cell) => address.test(cell)),
    isAddress: isMost((cell) => address.test(cell)),
    isDate: isMost(isDate),
    isText: isMost((cell) => isWords(cell) && !address.test(cell) && !isDate(cell)),
    isCode:
      isMost((cell) => /^(?=.*\d)[\p{L}\p{N}._-]{3,}$/u.test(cell) && !isDate(cell)) && texts.length === cells.length,
    /** Few values that come again: a provider, a language or a subject. */
    repeats: cells.length > 3 && texts.length * 2 <= cells.length && isMost(isWords),
  };
}

function columnsOf(alternatives: FieldTable[FieldName] = []): readonly string[] {
  return alternatives.flatMap((one) => ('template' in one || 'split' in one ? [] : one));
}

/** Asks for the column of a field; `what` names the field, `otherwise` says what to do where there is none, `labels` how columns are shown. */
export function whichColumn(
  field: FieldName,
  what: string,
  proposed: string | undefined,
  columns: readonly string[],
  labels: Question['labels'] = {},
  otherwise?: string,
): Question {
  const text = `Which column is the ${what} of a course?`;
  const hint = proposed === undefined ? {} : { suggestion: proposed };
  const pair = `say which it is by a pair in --map, such as ${field}=${proposed ?? columns[0] ?? 'COLUMN'}`;
  const remedy = otherwise === undefined ? pair : `${pair}; or ${otherwise}`;
  const choices = otherwise === undefined ? columns : [...columns, ''];
  const shown = columns.map((column) => labels[column] ?? column);
  return { ...unknown(field, shown, remedy), prefix: `${field}=`, text, choices, labels, ...hint };
}

/** Addresses are made of codes, if of anything; where one column alone has codes, it is the example. */
function whichAddress(columns: readonly string[], codes: readonly string[]): Question {
  const [code] = codes.length === 1 ? codes : [];
  const how = `https://example.org/{${code ?? 'COLUMN'}}, in which {} holds the name of a column`;
  const text = `No column has addresses: how is that of a course made, such as ${how}?`;
  const remedy = `say which it is, or how addresses are made, by a pair in --map, such as linkurl:=${how}`;
  return { ...unknown('linkurl', columns, remedy), prefix: 'linkurl:=', text };
}

function unknown(field: FieldName, columns: readonly string[], remedy: string) {
  const finding = `no column is known as ${field}; the columns are ${shownColumns(columns)}`;
  return { option: 'map', rule: 'import-format', finding, remedy } as const;
}
