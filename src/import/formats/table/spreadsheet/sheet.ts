// Sheets: the cells of a list, within limits.
import type { GridRow, Spans } from '../grid.ts';
import { readLinkFormula } from '../link-formula.ts';
import type { Limits } from './limits.ts';

const maxColumns = 1024;
/** A row takes as much memory as some cells. */
const rowSize = 16;
/** So does a link, and to evaluate a formula takes longer than to keep it. */
export const linkSize = 8;
const formulaWork = 8;
/** A number with a decimal point. Others are texts, as their digits may be more than a number has. */
const isFraction = /^-?\d+\.\d+$/u;

interface SheetRow extends GridRow {
  readonly links: (string | undefined)[];
  numbers?: Set<number>;
}

export class Sheet {
  /** Rows that have a text, by their numbers. */
  readonly rows = new Map<number, SheetRow>();
  /** Numbers of rows that are not shown, of those that have a text. */
  readonly hiddenRows = new Set<number>();
  /** Cells with a formula whose result was not saved. */
  readonly unsaved: { readonly row: number; readonly column: number }[] = [];
  /** The last column of the widest range of hidden columns that begins at a column. */
  private readonly hiddenRanges = new Map<number, number>();
  private readonly spansByCell = new Map<number, Spans[number]>();
  /** Link formulas by their cells, which may refer to cells after them. */
  private readonly formulas: { row: number; column: number; formula: string; shift?: Shift | undefined }[] = [];
  private isRowHidden = false;
  private lastRow = 0;

  /** `maxRows` is how many rows are wanted. */
  constructor(
    readonly name: string,
    private readonly maxRows: number,
    private readonly limits: Limits,
  ) {}

  get isFull(): boolean {
    return this.rows.size >= this.maxRows;
  }

  get spans(): Spans {
    return [...this.spansByCell.values()];
  }

  beginRow(isHidden: boolean): void {
    this.isRowHidden = isHidden;
  }

  put(number: number, column: number, text: string, times = 1, isNumber = false): void {
    const row: SheetRow = this.rows.get(number) ?? { number, cells: [], links: [] };
    const end = Math.min(column + times, maxColumns);
    if (text === '' || column >= end || this.isBelow(number)) return;
    this.limits.spend('characters', text.length * (end - column));
    if (text.trim() === '') return;
    // Empty cells before it take memory too.
    this.limits.spend('cells', end - Math.min(column, row.cells.length) + (row.cells.length === 0 ? rowSize : 0));
    if (this.isRowHidden) {
      this.hiddenRows.add(number);
      return;
    }
    this.rows.set(number, row);
    this.lastRow = Math.max(this.lastRow, number);
    for (let index = column; index < end; index += 1) {
      row.cells[index] = text;
      if (isNumber && isFraction.test(text)) (row.numbers ??= new Set()).add(index);
    }
  }

  link(number: number, column: number, address: string | undefined, height = 1): void {
    if (address === undefined || column >= maxColumns) return;
    for (const { links } of this.rowsIn(number, height)) {
      this.limits.spend('cells', column + 1 - Math.min(column, links.length));
      this.limits.spend('characters', address.length);
      links[column] = address;
    }
  }

  linkBy(row: number, column: number, formula: string, shift?: Shift): void {
    if (this.isSkipped(row, column)) return;
    this.limits.spend('cells', linkSize);
    this.limits.spend('characters', formula.length * formulaWork);
    this.formulas.push({ row, column, formula, shift });
  }

  /** Records a cell with a formula whose result was not saved. */
  lack(row: number, column: number): void {
    if (this.isSkipped(row, column)) return;
    this.limits.spend('cells', linkSize);
    this.unsaved.push({ row, column });
  }

  hide(column: number, times: number): void {
    if (column < maxColumns)
      this.hiddenRanges.set(column, Math.max(column + times - 1, this.hiddenRanges.get(column) ?? 0));
  }

  get hiddenColumns(): readonly number[] {
    const ranges = [...this.hiddenRanges];
    return Array.from({ length: maxColumns }, (_, column) => column).filter((column) =>
      ranges.some(([first, last]) => first <= column && column <= last),
    );
  }

  /** Makes a cell that has a text as large as several. */
  span(row: number, column: number, width: number, height: number): void {
    if (width * height < 2 || this.rows.get(row)?.cells[column] === undefined) return;
    this.spansByCell.set(row * maxColumns + column, { row, column, width: Math.min(width, maxColumns), height });
  }

  /** Evaluates link formulas, and gives the cells that are as high as several rows to each of these. */
  fill(): void {
    this.isRowHidden = false;
    for (const { row, column, formula, shift } of this.formulas) {
      const { address, text } = readLinkFormula(formula, (at, of) => this.rows.get(at)?.cells[of] ?? '', shift);
      if (text !== undefined && this.rows.get(row)?.cells[column] === undefined) this.put(row, column, text);
      // The row is then skipped with its formula.
      this.link(row, column, address ?? `=${formula.replace(/^(?:of:)?=/u, '')}`);
    }
    for (const { row, column, height } of this.spansByCell.values()) {
      const { cells = [], links = [], numbers } = this.rows.get(row) ?? {};
      for (const { number } of this.rowsIn(row + 1, height - 1))
        this.put(number, column, cells[column] ?? '', 1, numbers?.has(column));
      this.link(row, column, links[column], height);
    }
  }

  /** Whether a row begins where enough rows are read. */
  private isBelow(row: number): boolean {
    return this.isFull && !this.rows.has(row);
  }

  private isSkipped(row: number, column: number): boolean {
    return this.isRowHidden || column >= maxColumns || this.isBelow(row);
  }

  /** The rows that have a text, of so many from a number on. */
  private *rowsIn(first: number, height: number): Generator<SheetRow> {
    const end = Math.min(first + height, this.lastRow + 1);
    this.limits.spend('cells', Math.max(0, Math.min(end - first, this.rows.size)));
    if (end - first > this.rows.size)
      for (const row of [...this.rows.values()].filter(({ number }) => number >= first && number < end)) yield row;
    else
      for (let number = first; number < end; number += 1) {
        const row = this.rows.get(number);
        if (row !== undefined) yield row;
      }
  }
}

type Shift = Exclude<Parameters<typeof readLinkFormula>[2], undefined>;

/** Receives the sheets of a file one by one. */
export interface SheetReader {
  /** An empty sheet that holds as many rows as are wanted. */
  readonly begin: (name: string, isHidden: boolean) => Sheet;
  readonly end: (sheet: Sheet) => void;
}
