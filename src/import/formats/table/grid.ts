// Grids: rows of cells, of a CSV file or a sheet, become rows with the names of their columns.
import { quoteText } from '../../../text/quote.ts';
import { hasWebScheme } from '../../../text/web-address.ts';
import { shownColumns } from '../../fields/columns.ts';
import { isPartialAddress, linkOfMarkup } from '../../values/addresses.ts';
import { trimInvisible } from '../../values/invisible.ts';
import type { Notes } from '../../notes.ts';
import type { Question } from '../../questions.ts';
import { Row } from '../../rows.ts';
import { isLinkFormula, readLinkFormula } from './link-formula.ts';
import { findHeader, maxHeaderRows } from './header.ts';

export interface GridRow {
  readonly number: number;
  readonly cells: (string | undefined)[];
  /** Addresses that cells link to. */
  readonly links?: (string | undefined)[];
  /** The columns of cells that hold a number, in which a point is that of decimals. */
  readonly numbers?: ReadonlySet<number>;
}

/** Cells that are as wide as several columns, or as high as several rows. */
export type Spans = readonly Readonly<Record<'row' | 'column' | 'width' | 'height', number>>[];

/** Headings over several columns that are read. */
const maxSpans = 1024;

/** Of fewer columns, a row may have one cell and be a course. */
const minWidthOfFooter = 3;

export class Grid {
  readonly rows: Row[] = [];
  /** What stands above the headings, in a cell as wide as several columns. */
  title: string | undefined;
  /** What to ask if the headings may be the first course. */
  doubt: Question | undefined;
  private head: GridRow[] | undefined = [];
  private header: readonly string[] = [];
  private readonly linked = new Set<string>();

  constructor(
    private readonly address: string,
    private readonly notes: Notes,
    /** What the user says. */
    private readonly hasHeadings?: boolean,
    private readonly spans?: Spans,
  ) {}

  add(row: GridRow): void {
    if (this.head === undefined) this.addRow(row);
    else if (this.head.push(row) === maxHeaderRows) this.readHead();
  }

  /** Ends the list. Rows with a single cell at its end, such as totals, are not courses. */
  end(): void {
    this.readHead();
    const isFooter = (row: Row | undefined) => row !== undefined && Object.keys(row.value).length === 1;
    const list = this.rows.findLastIndex((row) => !isFooter(row)) + 1;
    if (list === 0 || this.header.length < minWidthOfFooter) return;
    for (const { location, value } of this.rows.splice(list))
      this.notes.add('skipped', 'row below the list', location, quoteText(String(Object.values(value)[0])));
  }

  private readHead(): void {
    const head = this.head ?? [];
    this.head = undefined;
    if (head.length === 0) return;
    const { names, first, end, isDoubtful } = findHeader(
      head.map(({ cells }) => cells),
      (row) => head[row]?.links?.some((link = '') => hasWebScheme(link)) === true,
      this.hasHeadings,
    );
    if (isDoubtful) this.doubt = headingsQuestion(head[first]?.number ?? 1, names);
    this.title = this.wideCellIn(head.slice(0, first));
    const isFilled = (column: number) => head.slice(end).some(({ cells }) => (cells[column] ?? '').trim() !== '');
    const wide = this.widen(names, head.slice(0, end));
    this.header = uniqueNames(wide.map((name, at) => (name === '' && isFilled(at) ? `Column ${at + 1}` : name)));
    const isWide = ({ cells }: GridRow) => cells.filter((cell = '') => cell.trim() !== '').length * 2 > names.length;
    for (const { number, cells } of head.slice(0, first).filter(isWide))
      this.notes.add('skipped', 'row above the headings', `${this.address}:${number}`, quoteText(cells.join(' ')));
    if (first === end) this.notes.add('guessed', 'names of columns, as there is no row of headings', this.address);
    for (const row of head.slice(end)) this.addRow(row);
  }

  /** The names of the columns. The links of a column's cells are in a separate column after it. */
  get columns(): string[] {
    return this.header.flatMap((name) =>
      this.linked.has(name) ? [name, linkColumn(name)] : name === '' ? [] : [name],
    );
  }

  /** The column with the links of each column that has some. */
  get links(): ReadonlyMap<string, string> {
    return new Map(Array.from(this.linked, (name) => [name, linkColumn(name)]));
  }

  nameAt(column: number): string {
    return this.header[column] ?? '';
  }

  private wideCellIn(head: readonly GridRow[]): string | undefined {
    const cells = head.flatMap(({ number, cells: texts }) => {
      const span = this.spans?.find(({ row, width }) => row === number && width > 1);
      return span === undefined ? [] : (texts[span.column] ?? []);
    });
    return cells[0];
  }

  /** Gives a heading over several columns to each of them, or each its part of it, unless one has its own. */
  private widen(names: readonly string[], head: readonly GridRow[]): readonly string[] {
    const wide = [...names];
    const rows = new Set(head.map(({ number }) => number));
    const spans = this.spans?.filter(({ row, width }) => width > 1 && rows.has(row)).slice(0, maxSpans) ?? [];
    for (const { column, width } of spans) {
      const isAlone = names.slice(column + 1, column + width).every((name) => name === '');
      const { [column]: heading = '' } = names;
      if (!isAlone || heading === '') continue;
      const parts = heading.split(/[/|,;·\r\n]/u).flatMap((part) => part.trim() || []);
      const isOfEach = parts.length === width;
      if (parts.length > 1 && !isOfEach) {
        const reason = 'heading over several columns, which got numbers; --map names them';
        this.notes.add('guessed', reason, this.address, quoteText(heading));
      }
      for (let index = 0; index < width; index += 1)
        wide[column + index] = isOfEach ? (parts[index] ?? '') : `${heading} ${index + 1}`;
    }
    return wide;
  }

  private addRow({ number, cells, links = [], numbers }: GridRow): void {
    const { header } = this;
    const location = `${this.address}:${number}`;
    // Beside the columns of a sheet there may be notes; in CSV a separator may stand in a text.
    const extra = this.spans ? undefined : cells.slice(header.length).find((cell = '') => cell.trim() !== '');
    if (extra !== undefined) {
      this.notes.add('skipped', 'more cells than columns; a text may lack quotes', location, quoteText(extra));
      return;
    }
    if (cells.length > header.length || header.includes(''))
      for (const [column, cell = ''] of cells.entries())
        if (!header[column] && cell.trim() !== '')
          this.notes.add('valueSkipped', 'cell in a column without a heading', location, quoteText(cell));
    const record: Record<string, string | number> = {};
    // Of many columns a row may have a few.
    for (const [column, name] of header.slice(0, Math.max(cells.length, links.length)).entries()) {
      if (name === '') continue;
      const { text, address } = readCell(cells[column] ?? '');
      if (text !== '') record[name] = numbers?.has(column) === true ? Number(text) : text;
      const link = links[column] ?? address;
      if (link === undefined || !isTarget(link) || hasWebScheme(text)) continue;
      if (address !== undefined) this.notes.add('guessed', 'link in a cell, read as a text with an address', location);
      this.linked.add(name);
      record[linkColumn(name)] = link;
    }
    if (Object.keys(record).length > 0 || !this.spans) this.rows.push(new Row(record, location));
  }
}

/** Asks whether a row names the columns, or is the first course. */
function headingsQuestion(row: number, names: readonly string[]): Question {
  const finding = `row ${row} may be headings or a course: ${shownColumns(names.filter((name) => name !== ''))}`;
  return {
    option: 'headings',
    rule: 'import-format',
    finding,
    remedy: 'say which with --headings or --no-headings',
    text: `Does row ${row} have the names of the columns, or is it a course already? (${shownColumns(names, 6)})`,
    choices: ['true', 'false'],
    labels: { true: 'names of columns', false: 'a course' },
  };
}

/** Whether a link leads to a page, as far as it tells: not to a cell, or to a file on a disk. */
function isTarget(link: string): boolean {
  return hasWebScheme(link) || link.startsWith('=') || isPartialAddress(link);
}

/** The text of a cell, and the address that it is a link to by a formula of CSV, by HTML or by Markdown. */
function readCell(cell: string): { readonly text: string; readonly address?: string | undefined } {
  const trimmed = trimInvisible(cell);
  // Some exports quote cells twice, or as formulas, so that Excel shows them as they are.
  const text = trimInvisible(formulaText(trimmed) ?? unquoted(trimmed));
  if (text.startsWith('=') && isLinkFormula(text)) {
    const { address = text, text: shown = '' } = readLinkFormula(text, () => '');
    return { text: shown, address };
  }
  return linkOfMarkup(text) ?? { text };
}

/** A cell without quotes around all of it, within which they are doubled. */
function unquoted(cell: string): string {
  return /^"(?:[^"]|"")+"$/u.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

/** The text of a formula that is one text in quotes; undefined for any other. */
function formulaText(cell: string): string | undefined {
  if (!/^="[^]*"$/u.test(cell) || cell.length < 3) return undefined;
  const quoted = cell.slice(2, -1);
  return quoted.replaceAll('""', '').includes('"') ? undefined : quoted.replaceAll('""', '"');
}

/** The column with what the cells of another one link to. */
export function linkColumn(column: string): string {
  return `${column} (link)`;
}

/** A repeated name gets a number. */
function uniqueNames(cells: readonly string[]): readonly string[] {
  const times = new Map<string, number>();
  return cells.map((cell) => {
    const name = cell.replaceAll(/\s+/gu, ' ');
    let unique = name;
    for (let number = times.get(name) ?? 1; unique !== '' && times.has(unique); number += 1) {
      unique = `${name} ${number + 1}`;
      times.set(name, number + 1);
    }
    times.set(unique, 1);
    return unique;
  });
}
