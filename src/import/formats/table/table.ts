// The format `table`: CSV with any delimiter, JSON and NDJSON, one record a course.
import { finished, pipeline } from 'node:stream/promises';
import { CsvError, parse, type Options } from 'csv-parse';
import { parse as parseRecords } from 'csv-parse/sync';
import { fieldOf } from '../../../catalog/reading.ts';
import { attempt } from '../../../errors.ts';
import { quoteText } from '../../../problems.ts';
import { parseJson } from '../../../source/json.ts';
import { count } from '../../../text/format.ts';
import { shownColumns } from '../../fields/columns.ts';
import { readMap } from '../../fields/map.ts';
import { piecesOf } from '../../input/decoder.ts';
import type { Probe } from '../../input/probe.ts';
import type { ReadContext } from '../../input/read-context.ts';
import { unreadable, type Resource } from '../../input/resource.ts';
import { columnsOf, isObject, Row } from '../../rows.ts';
import type { Format, Source } from '../format.ts';
import { completeFields } from './guesses.ts';
import { Grid, linkColumn } from './grid.ts';
import { findMap } from './headings.ts';

export const table: Format = {
  recognize({ json, start, spreadsheet }) {
    if (json !== undefined) {
      const records = recordsIn(json);
      return records === undefined ? undefined : `JSON with ${count(records.length, 'record')}`;
    }
    if (spreadsheet !== undefined) return 'a sheet of a spreadsheet';
    if (isNdjson(start)) return 'NDJSON, a JSON object on each line';
    if (/^\s*[<[{]/u.test(start) || start.includes('\0')) return undefined;
    const delimiter = delimiterOf(start);
    if (delimiter !== undefined) return `a table with ${signs[delimiter]} between its columns`;
    return /^\s*[^<{\r\n]+[\r\n]+\s*\S/u.test(start) ? 'a table of one column' : undefined;
  },

  async read(probe, context) {
    const { address } = probe.resource;
    const { rows, columns, texts, hidden = [] } = await readRows(probe, context);
    if (columns.length === 0)
      throw unreadable(address, rows.length === 0 ? 'holds no record' : 'has no names of columns', needed);
    if (rows.length === 0 && context.notes.ofKinds('leftOut').length === 0)
      throw unreadable(address, `has only a header (${shownColumns(columns)}) and no row below it`, needed);
    // What the people who share a list hide is not for others.
    const shown = columns.filter((column) => !hidden.includes(column));
    const found = findMap(shown);
    const mapped = context.map === undefined ? found : readMap(context.map, found, columns);
    const isMapped = mapped.linkurl !== found.linkurl;
    return { rows, ...completeFields(mapped, rows, shown, isMapped, context.notes), columns, texts, isWhole: true };
  },
};

const needed = 'import a table with one course in each row, below the names of its columns';
const signs = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const;
type Delimiter = keyof typeof signs;
const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];
const maxRecord = 64 * 1024 * 1024;
/** Records that decide on the delimiter, and the characters in which they are looked for. */
const sampled = 100;
const sampleSize = 64 * 1024;

async function readRows(
  probe: Probe,
  context: ReadContext,
): Promise<Pick<Source, 'columns' | 'texts'> & { rows: Row[]; hidden?: readonly string[] }> {
  const { resource, json, start, spreadsheet } = probe;
  if (spreadsheet !== undefined) return readSheet(resource, spreadsheet, context);
  const records = json === undefined ? undefined : recordsIn(json);
  if (records === undefined && !isNdjson(start)) return readCsv(probe, context);
  const rows =
    records?.map((record, at) => new Row(record, `${resource.address}:record ${at + 1}`)) ??
    (await readLines(resource.address, piecesOf(context.decoder.blocksOf(resource), context.signal)));
  return { rows, columns: columnsOf(rows), texts: 'values' };
}

/** The records of a JSON value: an array of objects, alone or as the longest one in an object, or else the object itself. */
function recordsIn(json: unknown): object[] | undefined {
  if (Array.isArray(json)) return json.every(isObject) ? json : undefined;
  if (!isObject(json)) return undefined;
  if (Object.keys(json).length === 0) return [];
  const arrays = Object.values(json).flatMap((value): object[][] => {
    return Array.isArray(value) && value.length > 0 && value.every(isObject) ? [value] : [];
  });
  const names = ['title', 'name', 'course_title'];
  if (names.some((name) => typeof fieldOf(json, name) === 'string')) return [json];
  return arrays.toSorted((a, b) => b.length - a.length)[0] ?? [json];
}

function isNdjson(start: string): boolean {
  const [first = '', second] = start.trimStart().split(/\r?\n/u);
  return second !== undefined && isObject(parseJson(first));
}

async function readLines(address: string, texts: AsyncIterable<string>): Promise<Row[]> {
  const rows: Row[] = [];
  let [number, rest] = [0, ''];
  const add = (text: string) => {
    number += 1;
    if (text.trim() === '') return;
    const record = text.length > maxRecord ? undefined : parseJson(text);
    const remedy = 'write each record as a JSON object on a line of its own';
    if (!isObject(record)) throw unreadable(address, 'is not a JSON object on one line', remedy, number);
    rows.push(new Row(record, `${address}:${number}`));
  };
  for await (const piece of texts) {
    rest += piece;
    if (rest.length > maxRecord) break;
    if (!piece.includes('\n')) continue;
    const lines = rest.split(/\r?\n/u);
    rest = lines.pop() ?? '';
    for (const line of lines) add(line);
  }
  add(rest);
  return rows;
}

async function readSheet(resource: Resource, kind: 'xlsx' | 'ods', { notes, sheet: named, signal }: ReadContext) {
  // Of no use to other imports.
  const { readSpreadsheet } = await import('./spreadsheet/spreadsheet.ts');
  const { sheet, others } = await readSpreadsheet(resource, kind, named, signal);
  const taken = `${quoteText(sheet.name)}, not ${others.map(quoteText).join(', ')}`;
  if (others.length > 0) notes.add('guessed', 'sheet; --sheet names another', taken);
  const grid = new Grid(resource.address, notes, sheet.spans);
  for (const row of sheet.rows.values()) grid.add(row);
  grid.end();
  const hidden = [...sheet.hiddenColumns].map((at) => grid.nameAt(at)).flatMap((name) => [name, linkColumn(name)]);
  return { rows: grid.rows, columns: grid.columns, texts: 'cells' as const, hidden };
}

async function readCsv({ resource, start }: Probe, { decoder, notes, signal }: ReadContext) {
  const delimiter = delimiterOf(start) ?? ',';
  const options = csvOptions(delimiter, start);
  const noCsv = (line: number, reason: string) => {
    const finding = `not CSV in ${decoder.encodingOf(resource)}: ${reason}`;
    const remedy = 'correct the quotes of that row, or save the spreadsheet as CSV UTF-8 again';
    return unreadable(resource.address, finding, remedy, line);
  };
  const grid = new Grid(resource.address, notes);
  // Rows count from 1, with the header and blank ones, as in a spreadsheet, which does not show a line such as `sep=;`.
  let number = 0;
  const parser = parse({ ...options, raw: true });
  parser.on('data', ({ record: cells, raw }: { record: string[]; raw: string }) => {
    if (number === 0 && /^sep=.$/iu.test(cells.join(delimiter))) return;
    number += 1;
    if (cells.every((cell) => cell.trim() === '')) return;
    if (hasOpenQuote(cells, raw, options)) parser.destroy(noCsv(number, 'a quote opens a cell and is not closed'));
    grid.add({ number, cells });
  });
  try {
    await Promise.all([pipeline(piecesOf(decoder.blocksOf(resource), signal), parser, { signal }), finished(parser)]);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof CsvError ? noCsv(parser.info.records + 1, error.message) : error;
  }
  grid.end();
  return { rows: grid.rows, columns: grid.columns, texts: 'cells' as const };
}

/** Whether a cell begins with a quote and took rows below it in, up to a quote of theirs: no CSV, if read strictly. */
function hasOpenQuote(cells: readonly string[], raw: string, options: Options): boolean {
  if (!cells.some((cell) => cell.startsWith('"') && /[\r\n]/u.test(cell))) return false;
  return attempt(() => parseRecords(raw, { ...options, relax_quotes: false })) === undefined;
}

function csvOptions(delimiter: Delimiter, start: string): Options {
  return {
    delimiter,
    // A file may mix the first two.
    record_delimiter: /^[^\n]*\r[^\n]*$/u.test(start) ? '\r' : ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRecord,
  };
}

/**
 * The delimiter that Excel states in a first line such as `sep=;`; else the one that gives the most columns to most records of
 * the sample alike, as a title may stand above them; else the most frequent in the first line.
 */
function delimiterOf(start: string): Delimiter | undefined {
  const [, sign] = /^"?sep=(.)"?[\r\n]/iu.exec(start) ?? [];
  const stated = delimiters.find((one) => one === sign);
  if (stated !== undefined) return stated;
  const mostBy = (widthOf: (one: Delimiter) => number) => {
    const wide = delimiters.map((one) => ({ one, width: widthOf(one) })).filter(({ width }) => width > 1);
    return wide.toSorted((a, b) => b.width - a.width)[0]?.one;
  };
  const [header = ''] = start.split(/\r?\n/u);
  return mostBy((one) => widthWith(one, start)) ?? mostBy((one) => header.split(one).length);
}

/** How many cells most records of the sample have; 0 if none is that common. */
function widthWith(delimiter: Delimiter, start: string): number {
  const widths: number[] = [];
  const on_record = (cells: string[]) => void widths.push(cells.length);
  const parser = parse({ ...csvOptions(delimiter, start), skip_empty_lines: true, to: sampled, on_record });
  // The sample may end within quotes.
  parser.on('error', () => {});
  parser.write(start.slice(0, sampleSize));
  parser.destroy();
  const middle = widths.toSorted((a, b) => a - b)[widths.length >> 1] ?? 0;
  return widths.filter((width) => width === middle).length * 2 > widths.length ? middle : 0;
}
