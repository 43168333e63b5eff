// CSV: a header row that names the fields, then one record per row; several values in a cell are separated by `;`.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { attempt } from '../../text/errors.ts';
import { problemAt, type Finding, type Position } from '../../text/problems.ts';
import { unknownField } from '../../text/suggestions.ts';
import { readBlocks } from './bytes.ts';
import { isUtf16, validText } from './encoding.ts';
import { missingRule, type Listener, type FormatReader, type RecordFields } from './record.ts';

/** Describes a syntax error, by the parser's code. */
const syntaxErrors: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'the quote that begins the cell is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'text follows the closing quote of the cell (inside quotes, a quote is written twice)',
  INVALID_OPENING_QUOTE: 'an unquoted cell contains a quote (put the cell in quotes, and write this quote twice)',
};

/** Without a limit, the parser would buffer the whole file after a quote that is never closed. */
const maxRowBytes = 64 * 1024 * 1024;

export const csvReader: FormatReader = async ({ file }, listener, fields) => {
  const report: Report = (position, finding) => listener.problem(problemAt(file.path, position, '', finding));
  let header: Header | undefined;
  let row = 0;
  // Rows are handled in `on_record`: those that the parser has queued when it fails would be lost.
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
    on_record: (cells: string[], info) => {
      // Rows count from 1, including the header and blank rows, as in a spreadsheet.
      row = info.records + info.empty_lines;
      if (cells.every((cell) => cell.trim() === '')) return;
      if (header) readRow(header, cells, row, listener, report);
      else header = readHeader(cells, row, fields, report);
    },
  });
  parser.resume();
  try {
    await pipeline(Readable.from(textsOf(readBlocks(file))), parser);
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE') {
      const finding = 'the row is longer than 64 MB (is a quote in it never closed?)';
      report({ line: row + 1, column: 1 }, { rule: 'source-size', finding });
    } else if (error instanceof CsvError) {
      const column = typeof error['column'] === 'number' ? error['column'] + 1 : 1;
      const finding = `not CSV: ${syntaxErrors[error.code] ?? error.message}`;
      report({ line: row + 1, column }, { rule: 'file-syntax', finding });
    } else if (error instanceof EncodingError) {
      report({ line: row + 1, column: 1 }, { rule: 'file-encoding', finding: error.message });
    } else throw error;
  }
  return row;
};

/** The text of the blocks up to the first byte that is not UTF-8. */
function* textsOf(blocks: Iterable<{ bytes: Uint8Array }>): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  const decode = (bytes?: Uint8Array) => attempt(() => decoder.decode(bytes, { stream: bytes !== undefined }));
  for (const { bytes } of blocks) {
    const text = decode(bytes);
    if (text === undefined) {
      if (isFirst && isUtf16(bytes)) throw new EncodingError('is UTF-16, not UTF-8');
      yield validText(Buffer.from(bytes));
      throw new EncodingError('is not UTF-8 in this row');
    }
    isFirst = false;
    if (text !== '') yield text;
  }
  if (decode() === undefined) throw new EncodingError('is not UTF-8 in this row');
}

class EncodingError extends Error {}

interface Header {
  /** Column index of each field, in column order. */
  readonly columns: ReadonlyMap<string, number>;
  readonly width: number;
  readonly fields: RecordFields;
  /** False if the columns are not separated by commas: then no row can be read. */
  readonly isCsv: boolean;
}

type Report = (position: Position, finding: Finding) => void;

function readHeader(cells: readonly string[], row: number, fields: RecordFields, report: Report): Header {
  const names = cells.map((cell) => cell.trim());
  const delimiter = names.length === 1 && !fields.names.includes(names[0] ?? '') && /[;\t|]/u.exec(names[0] ?? '')?.[0];
  if (typeof delimiter === 'string') {
    const finding = `the columns are separated by ${delimiter === '\t' ? 'tabs' : delimiter}, not by commas`;
    report({ line: row, column: 1 }, { rule: 'csv-header', finding, remedy: 'save the file with commas' });
    return { columns: new Map(), width: 1, fields, isCsv: false };
  }
  const named = new Set(names);
  // A misspelled column is not reported as missing as well.
  const misspelled = new Set<string>();
  const columns = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const fault = columns.has(name)
      ? ({ rule: 'csv-header', finding: `the field "${name}" has two columns` } as const)
      : unknownColumn(name, named, fields);
    if (fault) report({ line: row, column: index + 1 }, fault);
    else columns.set(name, index);
    if (fault?.suggestion !== undefined) misspelled.add(fault.suggestion);
  }
  for (const name of fields.required) {
    if (named.has(name) || misspelled.has(name)) continue;
    const finding = `there is no column "${name}"`;
    report({ line: row, column: 1 }, { rule: missingRule(name), finding, remedy: 'add the column' });
  }
  return { columns, width: names.length, fields, isCsv: true };
}

function unknownColumn(name: string, named: ReadonlySet<string>, fields: RecordFields): Finding | undefined {
  if (name === '') return { rule: 'csv-header', finding: 'the column has no name' };
  if (fields.names.includes(name)) return undefined;
  return unknownField(name, fields.names, (field) => named.has(field));
}

function readRow(header: Header, cells: readonly string[], row: number, listener: Listener, report: Report): void {
  const { columns, width, fields, isCsv } = header;
  if (!isCsv) return;
  if (cells.length !== width) {
    const finding = `the row has ${cells.length} cells, the first row ${width}`;
    report({ line: row, column: Math.min(cells.length, width) + 1 }, { rule: 'csv-row', finding });
    return;
  }
  const value: Record<string, unknown> = {};
  for (const [name, index] of columns) {
    const cell = cells[index] ?? '';
    if (cell.trim() !== '') value[name] = cellValue(name, cell, fields);
  }
  listener.record({
    value,
    position: async ([field = '']) => ({ line: row, column: (columns.get(String(field)) ?? 0) + 1 }),
    lacksColumn: (field) => !columns.has(field),
  });
}

/** The value of a cell: an array if the field takes several values; a number if the field is numeric and the cell contains one. */
export function cellValue(name: string, cell: string, { lists, numbers }: RecordFields): unknown {
  const single = (text: string) => (numbers.includes(name) ? numberOf(text.trim()) : text);
  if (!lists.includes(name)) return single(cell);
  const parts = cell.split(';').map((part) => part.trim());
  return parts.filter((part) => part !== '').map(single);
}

/** Spreadsheets write large ids as `1.23457E+12`, which is another number: such a cell stays a text, and is refused. */
function numberOf(text: string): number | string {
  return /^[+-]?\d+(?:\.\d+)?$/u.test(text) ? Number(text) : text;
}
