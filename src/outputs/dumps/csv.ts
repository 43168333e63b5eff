// CSV as RFC 4180 has it. Texts stay as they are, even where a spreadsheet would take one for a formula: these are data.

export type Cell = string | number | boolean | null | readonly (string | number)[];

/** One row with its line end. Null is an empty cell. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  // As in the source format.
  const text = typeof cell === 'string' ? cell : cell.join(';');
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
