// CSV: which delimiter separates its cells, and its rows.
import { finished, pipeline } from 'node:stream/promises';
import { CsvError, parse, type Options } from 'csv-parse';
import { parse as parseRecords } from 'csv-parse/sync';
import { attempt } from '../../../text/errors.ts';
import { piecesOf } from '../../input/decoder.ts';
import type { Probe, ReadContext } from '../../input/probe.ts';
import { inputError } from '../../input/resource.ts';
import { Grid } from './grid.ts';
import { maxRecord } from './json-records.ts';

export const delimiterNames = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const;
type Delimiter = keyof typeof delimiterNames;
const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];
/** The most records that decide the delimiter, and the most characters that they are read from. */
const maxSampledRecords = 100;
const sampleSize = 64 * 1024;

export async function readCsv({ resource, start }: Probe, { decoder, notes, signal, headings }: ReadContext) {
  const delimiter = delimiterIn(start) ?? ',';
  const isBackslashed = escapesByBackslash(delimiter, start);
  if (isBackslashed) notes.add('guessed', 'quotes escaped by a backslash, as in the whole list', resource.address);
  const options = csvOptions(delimiter, start, isBackslashed);
  const faulty = (line: number, reason: string) => {
    const finding = `not CSV in ${decoder.encodingOf(resource)}: ${reason}`;
    const remedy = 'correct the quotes of that row, or save the spreadsheet as CSV UTF-8 again';
    return inputError(resource.address, finding, remedy, line);
  };
  const grid = new Grid(resource.address, notes, headings);
  // Rows count from 1, with the header and blank ones, as in a spreadsheet, which does not show a line such as `sep=;`.
  let number = 0;
  const parser = parse({ ...options, raw: true });
  parser.on('data', ({ record: cells, raw }: { record: string[]; raw: string }) => {
    if (number === 0 && /^sep=.$/iu.test(cells.join(delimiter))) return;
    number += 1;
    if (cells.every((cell) => cell.trim() === '')) return;
    // Below the headings of Markdown there is a line.
    if (delimiter === '|' && cells.every((cell) => /^[\s:-]*$/u.test(cell))) return;
    if (hasOpenQuote(cells, raw, options)) parser.destroy(faulty(number, 'a quote opens a cell and is not closed'));
    grid.add({ number, cells });
  });
  try {
    const pieces = piecesOf(decoder.blocksOf(resource), signal);
    const pattern = formulaQuote(delimiter);
    const quoted = pattern.test(start) ? withoutFormulaSigns(pieces, pattern) : pieces;
    await Promise.all([pipeline(quoted, parser, { signal }), finished(parser)]);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof CsvError ? faulty(parser.info.records + 1, error.message) : error;
  }
  grid.end();
  const { rows, columns, links, doubt } = grid;
  return { rows, columns, doubt, texts: 'cells' as const, table: { links } };
}

/** What begins a cell such as `="0001"`, which makes Excel show it as it is: without the first sign it is quoted as any other. */
function formulaQuote(delimiter: Delimiter): RegExp {
  return new RegExp(String.raw`(?<=[\r\n${delimiter === '|' ? String.raw`\|` : delimiter}])="(?!")`, 'gu');
}

async function* withoutFormulaSigns(pieces: AsyncIterable<string>, pattern: RegExp): AsyncGenerator<string> {
  // A piece may end within such a beginning.
  const margin = 3;
  let held = '';
  for await (const piece of pieces) {
    const text = (held + piece).replaceAll(pattern, '"');
    held = text.slice(-margin);
    yield text.slice(0, text.length - held.length);
  }
  yield held;
}

/** Whether a cell that begins with a quote has swallowed the rows below, up to a quote there: strictly, such a file is not CSV. */
function hasOpenQuote(cells: readonly string[], raw: string, options: Options): boolean {
  if (!cells.some((cell) => cell.startsWith('"') && /[\r\n]/u.test(cell))) return false;
  // Of a line that ends in two characters only the first may be there.
  return attempt(() => parseRecords(raw.trim(), { ...options, relax_quotes: false })) === undefined;
}

function csvOptions(delimiter: Delimiter, start: string, isBackslashed = false): Options {
  // Some programs quote with apostrophes.
  const quote = /^\ufeff?'[^'"\r\n]*'[,;\t|]\s*'/u.test(start) ? "'" : '"';
  return {
    delimiter,
    quote,
    escape: isBackslashed ? '\\' : quote,
    // A file may mix the first two. Within quotes Macintosh programs write the last.
    record_delimiter: hasMacintoshLines(start.replaceAll(/"[^"]*"/gu, '')) ? '\r' : ['\r\n', '\n'],
    // Some programs write a space before a quote.
    ltrim: delimiter !== '\t',
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRecord,
  };
}

/** Whether quotes within cells are escaped as MySQL does, which only then gives rows that are CSV strictly. */
function escapesByBackslash(delimiter: Delimiter, start: string): boolean {
  return start.includes(String.raw`\"`) && !isStrict(false) && isStrict(true);

  function isStrict(isBackslashed: boolean): boolean {
    const parser = parse({
      ...csvOptions(delimiter, start, isBackslashed),
      relax_quotes: false,
      to: maxSampledRecords,
    });
    parser.on('error', () => {});
    // The sample may end within quotes.
    parser.write(start.slice(0, sampleSize));
    const { errored } = parser;
    parser.destroy();
    return errored === null;
  }
}

/**
 * The delimiter that Excel states in a first line such as `sep=;`; else the one that gives the most columns to most records of
 * the sample alike, as a title may stand above them; else the most frequent in the first line.
 */
export function delimiterIn(start: string): Delimiter | undefined {
  const [, sign] = /^"?sep=(.)"?[\r\n]/iu.exec(start) ?? [];
  const stated = delimiters.find((delimiter) => delimiter === sign);
  if (stated !== undefined) return stated;
  const widest = (widthWith: (delimiter: Delimiter) => number) => {
    const candidates = delimiters.map((delimiter) => ({ delimiter, width: widthWith(delimiter) }));
    const wide = candidates.filter(({ width }) => width > 1);
    return wide.toSorted((a, b) => b.width - a.width)[0]?.delimiter;
  };
  const [header = ''] = start.split(/\r?\n/u);
  return widest((delimiter) => usualWidth(delimiter, start)) ?? widest((delimiter) => header.split(delimiter).length);
}

/** The number of cells that most records of the sample have; 0 if no number is that common. */
function usualWidth(delimiter: Delimiter, start: string): number {
  const widths: number[] = [];
  const on_record = (cells: string[]) => void widths.push(cells.length);
  const parser = parse({ ...csvOptions(delimiter, start), skip_empty_lines: true, to: maxSampledRecords, on_record });
  // The sample may end within quotes.
  parser.on('error', () => {});
  parser.write(start.slice(0, sampleSize));
  parser.destroy();
  const median = widths.toSorted((a, b) => a - b)[widths.length >> 1] ?? 0;
  return widths.filter((width) => width === median).length * 2 > widths.length ? median : 0;
}

/** Whether lines end as those of old Macintosh programs do. */
function hasMacintoshLines(text: string): boolean {
  return text.includes('\r') && !text.includes('\n');
}
