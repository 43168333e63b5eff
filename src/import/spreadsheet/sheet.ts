// Sheets: the cells of a list, within limits.
import type { GridRow, Spans } from '../grid.ts';
import { RefusedError } from './archive.ts';

const maxCells = 10_000_000;
const maxCharacters = 256 * 1024 ** 2;
/** Columns beyond are not read. */
const maxColumns = 1024;

export class Sheet {
  /** Rows that have a text, by their numbers. */
  readonly rows = new Map<number, Required<GridRow>>();
  readonly hiddenColumns = new Set<number>();
  readonly spans: Spans[number][] = [];
  private cells = 0;
  private characters = 0;

  /** `most` is how many rows are wanted. */
  constructor(
    readonly name: string,
    private readonly most: number,
  ) {}

  get isFull(): boolean {
    return this.rows.size >= this.most;
  }

  put(number: number, column: number, text: string, times = 1): void {
    const row = this.rows.get(number) ?? { number, cells: [], links: [] };
    if (text.trim() === '' || (this.isFull && !this.rows.has(number))) return;
    this.rows.set(number, row);
    for (let at = column; at < Math.min(column + times, maxColumns); at += 1) {
      row.cells[at] = text;
      this.cells += 1;
      this.characters += text.length;
      if (this.cells > maxCells || this.characters > maxCharacters)
        throw new RefusedError('has more cells or text than a list of courses');
    }
  }

  link(number: number, column: number, address: string | undefined): void {
    const row = this.rows.get(number);
    if (row && column < maxColumns && address !== undefined) row.links[column] = address;
  }

  hide(column: number, times: number): void {
    for (let at = column; at < Math.min(column + times, maxColumns); at += 1) this.hiddenColumns.add(at);
  }

  span(row: number, column: number, width: number): void {
    if (width > 1 && this.spans.length < maxColumns) this.spans.push({ row, column, width });
  }
}

/** Takes the sheets of a file one by one. */
export interface SheetTaker {
  /** An empty sheet that holds as many rows as are wanted. */
  readonly begin: (name: string, isHidden: boolean) => Sheet;
  readonly end: (sheet: Sheet) => void;
}
