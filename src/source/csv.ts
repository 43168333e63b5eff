// CSV: a header row that names the fields, then one record a row; a cell of several values divides them with `;`.
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { nearestName } from '../names.ts';
import { problemAt, quoteText, type Finding, type Position } from '../problems.ts';
import { chunksOf } from './ranges.ts';
import type { Listener, Reader, RecordFields, SourceRecord } from './read.ts';

interface Row {
  readonly cells: readonly string[];
  /** Counted from 1, the header and blank rows included, as a spreadsheet counts. */
  readonly row: number;
}

export const readCsv: Reader = async ({ file }, listener, fields) => {
  const report = (position: Position, found: Finding) => listener.problem(problemAt(file.path, position, '', found));
  let header: Header | undefined;
  let row = 0;
  try {
    for await (const { cells, row: at } of rowsOf(chunksOf(file))) {
      row = at;
      if (header) readRow(header, cells, row, listener, report);
      else header = readHeader(cells, row, fields, report);
    }
  } catch (error) {
    if (error instanceof CsvError) {
      const finding = `not CSV: ${error.message.replace(/ (?:on|at) line \d+.*$/su, '')}`;
      report({ line: row + 1, column: 1 }, { rule: 'file-syntax', finding });
    } else if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      report({ line: row + 1, column: 1 }, { rule: 'file-encoding', finding: 'is not UTF-8 in or after this row' });
    } else throw error;
  }
  return row;
};

/** Rows that hold anything, one after another, whatever the size of the file. */
async function* rowsOf(chunks: Iterable<{ bytes: Uint8Array }>): AsyncGenerator<Row> {
  const parser = parse({ bom: true, info: true, relax_column_count: true, skip_empty_lines: true });
  pipeline(Readable.from(textsOf(chunks)), parser, () => {
    // The loop below meets the error.
  });
  for await (const item of parser) {
    const { record, info }: { record: string[]; info: { records: number; empty_lines: number } } = item;
    if (record.some((cell) => cell.trim() !== '')) yield { cells: record, row: info.records + info.empty_lines };
  }
}

function* textsOf(chunks: Iterable<{ bytes: Uint8Array }>): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (const { bytes } of chunks) {
    const text = decoder.decode(bytes, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

interface Header {
  /** The field of each column; undefined for a column that names none. */
  readonly columns: readonly (string | undefined)[];
  readonly fields: RecordFields;
}

type Report = (position: Position, found: Finding) => void;

function readHeader(cells: readonly string[], row: number, fields: RecordFields, report: Report): Header {
  const names = cells.map((cell) => cell.trim());
  const columns = names.map((name, index) => {
    const position = { line: row, column: index + 1 };
    if (!fields.names.includes(name)) {
      const suggestion = nearestName(name, fields.names);
      const divided =
        names.length === 1 && /[;\t]/u.test(name) ? ' (are the columns divided by something else than a comma?)' : '';
      const finding = `unknown field ${quoteText(name)}${divided}`;
      report(position, { rule: 'field-unknown', finding, ...(suggestion !== undefined && { suggestion }) });
      return undefined;
    }
    if (names.indexOf(name) < index) {
      report(position, { rule: 'csv-header', finding: `the field "${name}" has two columns` });
      return undefined;
    }
    return name;
  });
  for (const name of fields.required) {
    if (names.includes(name)) continue;
    report({ line: row, column: 1 }, { rule: 'field-missing', finding: `there is no column "${name}"` });
  }
  return { columns, fields };
}

function readRow(header: Header, cells: readonly string[], row: number, listener: Listener, report: Report): void {
  const { columns, fields } = header;
  if (cells.length !== columns.length) {
    const finding = `the row has ${cells.length} cells, the first row ${columns.length}`;
    report({ line: row, column: Math.min(cells.length, columns.length) + 1 }, { rule: 'csv-row', finding });
    return;
  }
  const value: Record<string, unknown> = {};
  for (const [index, name] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (name !== undefined && cell.trim() !== '') value[name] = valueOf(name, cell, fields);
  }
  listener.record(new RowRecord(value, row, columns));
}

/** What a cell means: several values where the field takes them, a number where the field is one and the cell reads as one. */
function valueOf(name: string, cell: string, { lists, numbers }: RecordFields): unknown {
  const single = (text: string) => (numbers.includes(name) ? numberOf(text.trim()) : text);
  if (!lists.includes(name)) return single(cell);
  const parts = cell.split(';').map((part) => part.trim());
  return parts.filter((part) => part !== '').map(single);
}

function numberOf(text: string): number | string {
  return /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/u.test(text) ? Number(text) : text;
}

class RowRecord implements SourceRecord {
  constructor(
    readonly value: unknown,
    private readonly row: number,
    private readonly columns: readonly (string | undefined)[],
  ) {}

  async position([field]: readonly (string | number)[]): Promise<Position> {
    return { line: this.row, column: this.columns.findIndex((name) => name === field) + 1 || 1 };
  }

  lacksColumn(field: string): boolean {
    return !this.columns.includes(field);
  }
}
