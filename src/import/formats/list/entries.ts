// Entries: the rows of an outline, one for each item or row of a table that may be a course.
import { parseUrl } from '../../../text/parse-url.ts';
import { quoteText } from '../../../text/quote.ts';
import { hasWebScheme } from '../../../text/web-address.ts';
import { keysOf } from '../../../text/keys.ts';
import { memoize } from '../../../memoize.ts';
import { columnsIn, type FieldColumns } from '../../fields/fields.ts';
import type { ReadContext } from '../../input/probe.ts';
import { columnsOf, Row } from '../../rows.ts';
import { levelSign, type InputRows } from '../format.ts';
import { Grid, linkColumn } from '../table/grid.ts';
import { fieldsByHeadings } from '../table/fields-by-headings.ts';
import { languageOfHeadings, meaningOf } from '../table/headings.ts';
import { itemColumns, itemFields, ItemReader, nameColumn } from './items.ts';
import type { Outline } from './outline.ts';
import type { OutlineTable } from './outline-table.ts';
import { leadsElsewhere, linksIn, nameOf, textOf, type Heading } from './pieces.ts';

interface EntryContext extends Pick<ReadContext, 'notes' | 'headings' | 'map'> {
  readonly address: string;
  /** The language of entries that name none. */
  readonly language: string | undefined;
}

/** The rows of an outline, with the columns of its items and its tables. */
export function readEntries(
  outline: Pick<Outline, 'items' | 'tables' | 'headings' | 'loose'>,
  context: EntryContext,
): InputRows {
  const { address, notes, language } = context;
  const tops = outline.headings.filter(({ depth }) => depth === 1);
  const title = tops.length === 1 ? tops[0] : undefined;
  const namesOf = memoize((headings: readonly Heading[]) =>
    headings.filter((heading) => heading !== title).flatMap(({ pieces }) => nameOf(pieces) || []),
  );
  for (const link of linksIn([...outline.loose, ...outline.headings.flatMap(({ pieces }) => pieces)]))
    if (leadsElsewhere(link))
      notes.add('skipped', 'link outside of lists and tables', `${address}:${link.line}`, quoteText(link.address));
  const entries = new ItemReader(outline.items, namesOf, address, notes).entries();
  const grids = outline.tables.map((table) => ({ path: namesOf(table.headings), ...readTable(table, context) }));
  const isList = (table: (typeof grids)[number]) => table.title !== undefined || entries.length === 0;
  for (const { location } of grids.filter((one) => !isList(one)).flatMap(({ grid }) => grid.rows))
    notes.add('skipped', 'row of a table without titles or links', location);
  const lists = grids.filter(isList);
  const titles = new Set([...(entries.length > 0 ? ['Title'] : []), ...lists.flatMap((list) => list.title ?? [])]);
  // What is the title in one table is none in another.
  const nameIn = ({ title: column }: (typeof lists)[number], name: string) => {
    if (titles.size < 2 || column === undefined) return name;
    return name === column ? 'Title' : name === linkColumn(column) ? linkColumn('Title') : name;
  };
  const ofTables = lists.flatMap((list) => list.grid.columns.map((column) => nameIn(list, column)));
  const ofItems = entries.length > 0 ? keysOf(itemFields) : [];
  const fields: FieldColumns = {
    ...(titles.size > 0 && { title: [[titles.size > 1 ? 'Title' : [...titles].join('')]] }),
    ...Object.fromEntries(ofItems.map((field) => [field, [[itemFields[field]]]])),
    ...(language !== undefined && { language: [[itemFields.language]] }),
    categories: [['Section']],
  };
  const rowOf = (values: object, path: readonly string[], location: string) => {
    const texts: unknown[] = Object.values(values).flat();
    const link = texts.find((text) => typeof text === 'string' && hasWebScheme(text));
    const host = typeof link === 'string' ? parseUrl(link)?.hostname.replace(/^www\./u, '') : undefined;
    const isOfFile = language !== undefined && !Object.keys(values).some((name) => meaningOf(name) === 'language');
    const record = {
      ...values,
      ...(path.length > 0 && { Section: path.join(levelSign) }),
      ...(isOfFile && { Language: language }),
      ...(host !== undefined && { Host: host }),
    };
    return new Row(record, location);
  };
  const rows = [
    ...entries.map(({ values, path, line }) => rowOf(values, path, `${address}:${line}`)),
    ...lists.flatMap((list) =>
      list.grid.rows.map(({ value, location }) => {
        const named = Object.entries(value).map(([name, cell]: [string, unknown]) => [nameIn(list, name), cell]);
        return rowOf(Object.fromEntries(named), list.path, location);
      }),
    ),
  ];
  const filled = columnsOf(rows, ['Host']);
  return {
    rows,
    fields,
    // A map may name all of them, whatever the list has.
    columns: [...new Set([...filled, ...itemColumns, 'Section', 'Host'])],
    isComplete: true,
    texts: 'cells',
    levelSign,
    table: {
      title: title && nameOf(title.pieces),
      language: languageOfHeadings(ofTables),
      shown: filled,
      links: new Map(filled.flatMap((name) => (filled.includes(linkColumn(name)) ? [[name, linkColumn(name)]] : []))),
      unsaved: [],
      hosts: 'Host',
      unclear: nameColumn,
    },
  };
}

/** Reads the rows of a table, whose titles are in the column that its headings say, or else in the first one with links. */
function readTable({ rows, hasHeadings }: OutlineTable, { address, notes, headings, map }: EntryContext) {
  const grid = new Grid(address, notes, headings ?? (hasHeadings || undefined), []);
  const linked = rows.map(({ cells }) => cells.findIndex((cell) => linksIn(cell).length > 0));
  const firstLinked = linked.find((at) => at >= 0);
  for (const { line, cells } of rows) {
    const links = cells.map((cell) => linksIn(cell).filter(leadsElsewhere));
    for (const link of links.flatMap((ofCell) => ofCell.slice(1)))
      notes.add('valueSkipped', 'further link of an entry', `${address}:${line}`, quoteText(link.address));
    grid.add({ number: line, cells: cells.map(textOf), links: links.map(([link]) => link?.address) });
  }
  grid.end();
  if (grid.doubt !== undefined && grid.links.size > 0 && map === undefined) notes.ask(grid.doubt);
  const [headed] = columnsIn(fieldsByHeadings(grid.columns).title);
  return { grid, title: headed ?? (firstLinked === undefined ? undefined : grid.nameAt(firstLinked)) };
}
