// Grids: rows of cells, of a CSV file or a sheet, become rows with the names of their columns.
import { quoteText } from '../problems.ts';
import { headerIn, headSize } from './headings.ts';
import type { Notes } from './notes.ts';
import { isAddress } from './find-resource.ts';
import { Row } from './rows.ts';

export interface GridRow {
  readonly number: number;
  readonly cells: (string | undefined)[];
  /** Addresses that cells link to. */
  readonly links?: (string | undefined)[];
}

/** Cells that are as wide as several columns. */
export type Spans = readonly { readonly row: number; readonly column: number; readonly width: number }[];

type Names = readonly (string | undefined)[];

export class Grid {
  readonly rows: Row[] = [];
  private head: GridRow[] | undefined = [];
  private header: readonly string[] = [];
  private readonly linked = new Set<string>();

  constructor(
    private readonly address: string,
    private readonly notes: Notes,
    private readonly spans?: Spans,
  ) {}

  add(row: GridRow): void {
    if (this.head === undefined) this.take(row);
    else if (this.head.push(row) === headSize) this.end();
  }

  /** All rows are known. */
  end(): void {
    const head = this.head ?? [];
    this.head = undefined;
    if (head.length === 0) return;
    const { names, end } = headerIn(head.map(({ cells }) => cells));
    this.header = uniqueNames(this.widened(names, head.slice(0, end)));
    for (const row of head.slice(end)) this.take(row);
  }

  /** The names of the columns. What a cell links to is in a column of its own, after that of the cell. */
  get columns(): string[] {
    return this.header.flatMap((name) => (this.linked.has(name) ? [name, linkOf(name)] : name === '' ? [] : [name]));
  }

  nameAt(column: number): string {
    return this.header[column] ?? '';
  }

  /** A heading over several columns without one of their own names each of them. */
  private widened(names: Names, head: readonly GridRow[]): Names {
    const wide = [...names];
    for (const { row, column, width } of this.spans ?? []) {
      const isHeading = head.some(({ number }) => number === row);
      const isAlone = names.slice(column + 1, column + width).every((name = '') => name === '');
      if (!isHeading || !isAlone || !names[column]) continue;
      for (let at = 0; at < width; at += 1) wide[column + at] = `${names[column]} ${at + 1}`;
    }
    return wide;
  }

  private take({ number, cells, links = [] }: GridRow): void {
    const { header } = this;
    const place = `${this.address}:${number}`;
    // Beside the columns of a sheet there may be notes; in CSV a separator may stand in a text.
    const extra = this.spans ? undefined : cells.slice(header.length).find((cell = '') => cell.trim() !== '');
    if (extra !== undefined) {
      this.notes.add('leftOut', 'more cells than columns', place, quoteText(extra));
      return;
    }
    const record: Record<string, string> = {};
    for (const [at, name] of header.entries()) {
      // Some exports quote cells twice.
      const text = (cells[at] ?? '').trim().replace(/^"([^"]*)"$/u, '$1');
      if (name !== '' && text !== '') record[name] = text;
      const link = links[at];
      if (name === '' || link === undefined || !isAddress(link) || isAddress(text)) continue;
      this.linked.add(name);
      record[linkOf(name)] = link;
    }
    if (Object.keys(record).length > 0 || !this.spans) this.rows.push(new Row(record, place));
  }
}

/** The column with what the cells of another one link to. */
export function linkOf(column: string): string {
  return `${column} (link)`;
}

/** One that has no name is left out; of two with the same name the first counts. */
function uniqueNames(cells: Names): readonly string[] {
  const names = new Set(['']);
  const spaced = Array.from(cells, (cell = '') => cell.replaceAll(/\s+/gu, ' '));
  return spaced.map((name) => (names.size < names.add(name).size ? name : ''));
}
