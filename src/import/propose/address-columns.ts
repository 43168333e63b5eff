// The columns of a table with the addresses of courses: as its headings say, as its cells link, or the only one that holds some.
import { addressQuestion, columnQuestion, hostQuestion } from '../fields/column-questions.ts';
import { plainColumns, usedColumns, type FieldColumns } from '../fields/fields.ts';
import type { TableColumns } from '../formats/format.ts';
import type { Question } from '../questions.ts';
import type { ColumnContent } from './column-content.ts';
import { hasAddress } from './fits.ts';

/** A table whose columns are mapped, but for its addresses. */
export interface MappedColumns {
  readonly table: TableColumns;
  /** What its columns hold. */
  readonly shown: readonly ColumnContent[];
  /** The fields by the names of columns, with the user's map. */
  readonly mapped: FieldColumns;
  readonly labels: Question['labels'];
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
export function addressColumns(
  { shown: contents, mapped, labels, table }: MappedColumns,
  titles: readonly string[],
): AddressColumns {
  const columns = contents.map(({ column }) => column);
  const linksOf = (linking: readonly string[]) =>
    linking.flatMap((column) => table.links.get(column) ?? []).filter((column) => columns.includes(column));
  const named = plainColumns(mapped.linkurl);
  const [links, titleLinks] = [linksOf(named), linksOf(titles)];
  const hasLinks = links.length + titleLinks.length > 0;
  const contentsIn = (some: readonly string[]) => contents.filter(({ column }) => some.includes(column));
  const inNamed = contentsIn(named);
  if (inNamed.some(hasAddress)) return hasLinks ? { merged: [...new Set([...links, ...named, ...titleLinks])] } : {};
  const [inLinks, inTitleLinks] = [contentsIn(links), contentsIn(titleLinks)];
  const isWhole = (content: ColumnContent) => hasAddress(content) || content.texts.some((text) => text.startsWith('='));
  const lacking = inLinks.some(isWhole)
    ? []
    : [...inLinks, ...inNamed, ...(inTitleLinks.some(isWhole) ? [] : inTitleLinks)];
  const partial = lacking.find(({ partialAddress }) => partialAddress !== undefined);
  if (partial !== undefined) return { question: hostQuestion(partial.column, partial.partialAddress ?? '', columns) };
  if (hasLinks) return { merged: [...new Set([...links, ...titleLinks, ...named])] };
  const others = usedColumns({ ...mapped, linkurl: [] });
  const candidates = contents.filter(({ isMost, column }) => isMost('page') && !others.has(column));
  const [first, second] = candidates;
  if (first === undefined) {
    const codes = contents.filter(({ isCode }) => isCode).map(({ column }) => column);
    // Rows with another text in place of an address are skipped.
    const isFilled = inNamed.some(({ texts }) => texts.length > 0);
    return isFilled ? {} : { question: addressQuestion(columns, codes, table.pages) };
  }
  const proposal = second === undefined ? first.column : undefined;
  return {
    only: named.length === 0 && first.distinct === 1 ? proposal : undefined,
    question: columnQuestion({ field: 'linkurl', proposal, columns: candidates.map(({ column }) => column), labels }),
  };
}
