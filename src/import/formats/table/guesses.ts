// Guesses at the fields of columns by what they hold, where their names do not say. A guess at a title is only ever proposed.
import { quoteText } from '../../../text/quote.ts';
import { addressQuestion, columnQuestion } from '../../fields/columns.ts';
import { usedColumns, type FieldName, type FieldTable } from '../../fields/fields.ts';
import type { Notes } from '../../notes.ts';
import type { Row } from '../../rows.ts';
import { dateReader } from '../../values/dates.ts';
import { LanguageNames, languageSigns } from '../../values/languages.ts';
import type { SourceRows } from '../format.ts';
import { linkColumn } from './grid.ts';

const maxSampledRows = 1000;
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
  const contents = columns.map((column) => contentOf(column, rows.slice(0, maxSampledRows)));
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
  const [titles, named] = [plainColumns(fields.title), plainColumns(table.linkurl)];
  const linksOf = (linking: readonly string[]) => linking.map(linkColumn).filter((column) => columns.includes(column));
  const [links, titleLinks] = [linksOf(named), linksOf(titles)];
  const addresses = unused.filter(({ isAddress }) => isAddress).map(({ column }) => column);
  const hasAddresses = contents.some(({ column, hasAddress }) => hasAddress && named.includes(column));
  if (!isMapped && links.length + titleLinks.length > 0) {
    fields.linkurl = [[...links, ...(hasAddresses ? [...named, ...titleLinks] : [...titleLinks, ...named])]];
  } else if (!isMapped && !hasAddresses && addresses.length === 1) {
    fields.linkurl = [addresses];
    notes.add('guessed', 'column of addresses', quoteText(addresses[0] ?? ''));
  } else if (!table.linkurl?.length) {
    const codes = contents.filter(({ isCode }) => isCode).map(({ column }) => column);
    const [proposal] = addresses;
    notes.questions.push(
      proposal === undefined
        ? addressQuestion(columns, codes)
        : columnQuestion({ field: 'linkurl', noun: 'address', proposal, columns: addresses, labels }),
    );
    fields.linkurl = [{ template: `https://example.org/{${titles[0] ?? columns[0] ?? ''}}` }];
  }
  return { fields, proposals, labels };
}

type ColumnContent = ReturnType<typeof contentOf>;

/** What the cells of a column look like. */
function contentOf(column: string, rows: readonly Row[]) {
  const cells = rows.flatMap((row) => row.get(column)).filter((cell) => cell.trim() !== '');
  const dateIn = dateReader('dmy');
  const texts = [...new Set(cells)];
  const isMost = (is: (cell: string) => boolean) => cells.length > 0 && cells.filter(is).length >= cells.length * 0.8;
  const isDate = (cell: string) => /\p{Nd}/u.test(cell) && cell.length > 4 && 'date' in (dateIn(cell) ?? {});
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
