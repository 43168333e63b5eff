// CSV as RFC 4180 has it. Texts stay as they are, even where a spreadsheet would take one for a formula: these are data.

export type Cell = string | number | null | readonly (string | number)[];

/** Divides the values of a cell with several, as in the source format. */
const valueSeparator = ';';

/** One row with its line end. Null is an empty cell. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = typeof cell === 'string' ? cell : cell.join(valueSeparator);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
