// Sheets: the cells of a list, within limits.
import type { GridRow, Spans } from '../grid.ts';
import { readLinkFormula } from '../link-formula.ts';
import { RefusedError } from './archive.ts';

const maxCells = 10_000_000;
const maxCharacters = 256 * 1024 ** 2;
const maxColumns = 1024;

export class Sheet {
  /** Rows that have a text, by their numbers. */
  readonly rows = new Map<number, Required<GridRow>>();
  readonly hiddenColumns = new Set<number>();
  /** Numbers of rows that are not shown, of those that have a text. */
  readonly hiddenRows = new Set<number>();
  /** Cells with a formula whose result was not saved. */
  readonly unsaved: { readonly row: number; readonly column: number }[] = [];
  readonly spans: Spans[number][] = [];
  /** Link formulas by their cells, which may refer to cells after them. */
  private readonly formulas: { row: number; column: number; formula: string; shift?: Shift | undefined }[] = [];
  private isRowHidden = false;
  private lastRow = 0;
  private cells = 0;
  private characters = 0;

  /** `maxRows` is how many rows are wanted. */
  constructor(
    readonly name: string,
    private readonly maxRows: number,
  ) {}

  get isFull(): boolean {
    return this.rows.size >= this.maxRows;
  }

  beginRow(isHidden: boolean): void {
    this.isRowHidden = isHidden;
  }

  put(number: number, column: number, text: string, times = 1): void {
    const row = this.rows.get(number) ?? { number, cells: [], links: [] };
    if (text.trim() === '' || (this.isFull && !this.rows.has(number))) return;
    if (this.isRowHidden) {
      this.hiddenRows.add(number);
      return;
    }
    this.rows.set(number, row);
    this.lastRow = Math.max(this.lastRow, number);
    for (let index = column; index < Math.min(column + times, maxColumns); index += 1) {
      row.cells[index] = text;
      this.count(text.length);
    }
  }

  link(number: number, column: number, address: string | undefined, height = 1): void {
    if (address === undefined || column >= maxColumns) return;
    for (let below = number; below < number + height && below <= this.lastRow; below += 1) {
      this.count(0);
      const row = this.rows.get(below);
      if (row) row.links[column] = address;
    }
  }

  linkBy(row: number, column: number, formula: string, shift?: Shift): void {
    if (this.isRowHidden || column >= maxColumns || (this.isFull && !this.rows.has(row))) return;
    this.formulas.push({ row, column, formula, shift });
    this.count(formula.length);
  }

  /** Records a cell with a formula whose result was not saved. */
  lack(row: number, column: number): void {
    if (this.isRowHidden || column >= maxColumns || (this.isFull && !this.rows.has(row))) return;
    this.unsaved.push({ row, column });
    this.count(0);
  }

  hide(column: number, times: number): void {
    for (let index = column; index < Math.min(column + times, maxColumns); index += 1) this.hiddenColumns.add(index);
  }

  span(row: number, column: number, width: number, height: number): void {
    if (width * height < 2 || column >= maxColumns) return;
    this.spans.push({ row, column, width: Math.min(width, maxColumns), height });
    this.count(0);
  }

  /** Evaluates link formulas, and gives the cells that are as high as several rows to each of these. */
  fill(): void {
    this.isRowHidden = false;
    for (const { row, column, formula, shift } of this.formulas) {
      const { address, text } = readLinkFormula(formula, (at, of) => this.rows.get(at)?.cells[of] ?? '', shift);
      if (text !== undefined && this.rows.get(row)?.cells[column] === undefined) this.put(row, column, text);
      // The row is then left out with its formula.
      this.link(row, column, address ?? `=${formula.replace(/^(?:of:)?=/u, '')}`);
    }
    for (const { row, column, height } of this.spans) {
      const { [column]: text = '' } = this.rows.get(row)?.cells ?? [];
      for (let below = row + 1; below < row + height && below <= this.lastRow; below += 1) {
        this.count(0);
        if (this.rows.has(below)) this.put(below, column, text);
      }
      this.link(row, column, this.rows.get(row)?.links[column], height);
    }
  }

  private count(length: number): void {
    this.cells += 1;
    this.characters += length;
    if (this.cells > maxCells || this.characters > maxCharacters)
      throw new RefusedError('has more cells or text than a list of courses');
  }
}

type Shift = Exclude<Parameters<typeof readLinkFormula>[2], undefined>;

/** Receives the sheets of a file one by one. */
export interface SheetReader {
  /** An empty sheet that holds as many rows as are wanted. */
  readonly begin: (name: string, isHidden: boolean) => Sheet;
  readonly end: (sheet: Sheet) => void;
}
