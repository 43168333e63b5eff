// Cells of providers: which signs in a column separate several of them, as its other cells show.
import { memoize } from '../../memoize.ts';
import { quoteText } from '../../text/quote.ts';
import type { MappedRows } from '../propose/map-columns.ts';
import { isOrganization } from '../values/names.ts';
import type { Notes } from '../notes.ts';
import { withoutMarkup } from '../values/texts.ts';
import { distinctValues } from './batches.ts';
import { splitterAt } from './category-cells.ts';
import { hasOwnSplit, readerOf } from './field-readers.ts';

/** Splits a cell into its providers, of which a course has the first. */
export async function providerSplitter(
  mapped: MappedRows,
  notes: Notes,
  signal: AbortSignal,
): Promise<(cell: string) => readonly string[]> {
  const { rows, fields, table } = mapped;
  if (table === undefined || hasOwnSplit(fields.provider)) return (cell) => [cell];
  const items = new Set([...(await distinctValues(rows, readerOf('provider', mapped), signal))].flatMap(itemsIn));
  const splitItem = splitterAt(/[,、，]|\s[/&+]\s/u, items, (item, parts) => {
    if (parts.every(isOrganization))
      notes.add('guessed', 'signs within one provider; --map provider=COLUMN split "," makes two', quoteText(item));
  });
  // The same few come again and again.
  return memoize((cell) => itemsIn(cell).flatMap(splitItem));
}

/** What stands between signs that are in no name; markup goes first, as `&amp;` ends no name. A line that begins in lower case goes on with the one above. */
function itemsIn(cell: string): readonly string[] {
  return withoutMarkup(cell)
    .split(/[|;]/u)
    .flatMap((item) => {
      const lines: string[] = [];
      for (const line of item.split(/[\r\n]/u).flatMap((text) => text.trim() || []))
        lines.push(/^\p{Ll}/u.test(line) && lines.length > 0 ? `${lines.pop()} ${line}` : line);
      return lines;
    });
}
