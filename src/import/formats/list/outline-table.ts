// Tables in outlines: their cells by row and column, of which some are as wide or as high as several.
import type { Heading, Piece } from './pieces.ts';

type Cell = Piece[];

/** Rows and columns that a cell may fill. */
const maxHeight = 1000;
const maxWidth = 100;

export class OutlineTable {
  readonly rows: { readonly line: number; readonly cells: Cell[] }[] = [];
  /** Whether it only places what is in it. */
  isLayout = false;
  /** Whether its first row has cells that are marked as headings, and no others. */
  hasHeadings = false;
  /** Cells that go on in the rows below, by column. */
  private readonly tall = new Map<number, { readonly cell: Cell; left: number }>();

  /** `headings` are those above it, from the outside inwards. */
  constructor(readonly headings: readonly Heading[]) {}

  openRow(line: number): void {
    this.rows.push({ line, cells: [] });
  }

  /** Opens a cell, and returns what takes its text. */
  openCell({ rowspan = '', colspan = '' }: Readonly<Record<string, string>>, isHeading: boolean): Cell {
    const cell: Cell = [];
    const cells = this.rows.at(-1)?.cells ?? [];
    if (this.rows.length === 1) this.hasHeadings = isHeading && (this.hasHeadings || cells.length === 0);
    while (this.tall.has(cells.length)) this.goOn(cells, cells.length);
    const left = Math.min(Number.parseInt(rowspan, 10) || 1, maxHeight) - 1;
    if (left > 0 && cells.length < maxWidth) this.tall.set(cells.length, { cell, left });
    const width = Math.min(Number.parseInt(colspan, 10) || 1, maxWidth);
    cells.push(cell, ...Array.from({ length: width - 1 }, () => []));
    return cell;
  }

  closeRow(): void {
    const cells = this.rows.at(-1)?.cells ?? [];
    for (const column of [...this.tall.keys()].toSorted((a, b) => a - b))
      if (column >= cells.length) this.goOn(cells, column);
  }

  /** Puts the cell that goes on from above into its column. */
  private goOn(cells: Cell[], column: number): void {
    const tall = this.tall.get(column);
    if (tall === undefined) return;
    while (cells.length < column) cells.push([]);
    cells.push(tall.cell);
    tall.left -= 1;
    if (tall.left === 0) this.tall.delete(column);
  }
}
