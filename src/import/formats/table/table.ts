// The format `table`: CSV with any delimiter, spreadsheets, JSON, NDJSON and YAML, one record per course.
import { count } from '../../../text/number-format.ts';
import { fieldOf } from '../../../catalog/source/record.ts';
import { parseJson } from '../../../catalog/source/json.ts';
import { quoteText } from '../../../text/quote.ts';
import { withoutSecrets } from '../../../text/secrets.ts';
import { shownColumns } from '../../fields/columns.ts';
import { piecesOf } from '../../input/decoder.ts';
import type { Probe, ReadContext } from '../../input/probe.ts';
import { readPages } from '../../input/pages.ts';
import { inputError, requestError, type Resource } from '../../input/resource.ts';
import type { Notes } from '../../notes.ts';
import type { Question } from '../../questions.ts';
import { columnsOf, Row } from '../../rows.ts';
import type { ImportFormat, InputRows, TableColumns } from '../format.ts';
import { delimiterIn, delimiterNames, readCsv } from './csv.ts';
import { Grid, linkColumn } from './grid.ts';
import { languageOfHeadings } from './headings.ts';
import { isMoodle, moodleCourse, moodleFields, moodlePages } from './moodle.ts';
import { isNdjson, readNdjson, recordsIn, type JsonRecords } from './json-records.ts';

export const table: ImportFormat = {
  recognize({ json, start, spreadsheet, resource }) {
    if (json !== undefined) {
      const found = recordsIn(json);
      return found === undefined ? undefined : `JSON with ${count(found.records.length, 'record')}`;
    }
    if (spreadsheet !== undefined) return 'a sheet of a spreadsheet';
    if (isYaml(resource)) return 'a YAML file';
    if (isNdjson(start)) return 'NDJSON, a JSON object on each line';
    if (/^\s*[<[{]/u.test(start) || start.includes('\0')) return undefined;
    const delimiter = delimiterIn(start);
    if (delimiter !== undefined) return `a table with ${delimiterNames[delimiter]} between its columns`;
    return /^[^<{\r\n]+[\r\n]\s*\S/u.test(start.trimStart()) ? 'a table of one column' : undefined;
  },

  async read(probe, context) {
    const { address } = probe.resource;
    const { doubt, table: found, ...read } = await readRows(probe, context);
    const { rows, columns } = read;
    if (columns.length === 0)
      throw inputError(address, rows.length === 0 ? 'holds no record' : 'has no names of columns', remedy);
    if (rows.length === 0 && context.notes.ofKinds('skipped').length === 0)
      throw inputError(address, `has only a header (${shownColumns(columns)}) and no row below it`, remedy);
    if (doubt !== undefined && context.map === undefined) {
      context.notes.ask(doubt);
      throw inputError(address, doubt.finding, doubt.remedy);
    }
    // What the people who share a list hide is not for others.
    const isHidden = (column: string) => found?.hidden?.includes(column) === true;
    const shown = columns.filter((column) => !isHidden(column));
    if (shown.length === 0) throw inputError(address, 'hides all its columns', 'show them, and save the file again');
    const language = languageOfHeadings(shown);
    const hidden = columns.filter(isHidden);
    return {
      fields: {},
      isComplete: true,
      ...read,
      table: { links: new Map(), unsaved: [], ...found, language, shown, hidden },
    };
  },
};

const remedy = 'import a table with one course in each row, below the names of its columns';

interface TableRows
  extends Pick<InputRows, 'rows' | 'columns' | 'texts'>, Partial<Pick<InputRows, 'fields' | 'isComplete'>> {
  readonly table?: Partial<TableColumns>;
  /** Asks whether the names of the columns are a course. */
  readonly doubt?: Question | undefined;
}

async function readSheetRows(
  { address, file }: Resource,
  kind: 'xlsx' | 'ods',
  { notes, signal, headings, sheet: named }: ReadContext,
): Promise<TableRows> {
  // Loaded only for spreadsheets.
  const { readSpreadsheet } = await import('./spreadsheet/spreadsheet.ts');
  const { sheet, others } = await readSpreadsheet({ address, file }, kind, named, signal, notes.ask);
  for (const { name, rows: other, isFull } of others) {
    const rows = `${isFull ? 'at least ' : ''}${count(other.size, 'row')}`;
    notes.add('skipped', 'sheet that was not read; --sheet names it, with a --name of its own', quoteText(name), rows);
  }
  const grid = new Grid(address, notes, headings, sheet.spans);
  for (const row of sheet.rows.values()) grid.add(row);
  grid.end();
  for (const number of sheet.hiddenRows) notes.add('skipped', 'hidden row', `${address}:${number}`);
  // Formulas may go on below the list.
  const lacking = sheet.unsaved.filter(({ row }) => sheet.rows.has(row));
  const unsaved = lacking.map(({ column }) => grid.nameAt(column));
  for (const [index, { row }] of lacking.entries())
    notes.add('valueSkipped', 'formula whose result was not saved', `${address}:${row}`, unsaved[index]);
  const hidden = [...sheet.hiddenColumns].map((column) => grid.nameAt(column));
  const { rows, columns, links, title, doubt } = grid;
  const found = { title, links, unsaved, hidden: hidden.flatMap((name) => [name, linkColumn(name)]) };
  return { rows, columns, doubt, texts: 'cells', table: found };
}

async function readRows(probe: Probe, context: ReadContext): Promise<TableRows> {
  const { resource, json, start, spreadsheet } = probe;
  const { decoder, notes, signal } = context;
  if (spreadsheet !== undefined) return readSheetRows(resource, spreadsheet, context);
  if (json === undefined && isYaml(resource)) {
    // Loaded only for YAML.
    const { readYaml } = await import('./yaml-records.ts');
    return rowsOf(readYaml(resource.address, decoder.textOf(resource)), resource, notes);
  }
  const found = json === undefined ? undefined : recordsIn(json);
  if (found !== undefined) {
    const first = rowsOf(found, resource, notes);
    return found.path === '' ? first : withFurtherPages(first, found, probe, context);
  }
  if (!isNdjson(start)) return readCsv(probe, context);
  const rows = await readNdjson(resource.address, piecesOf(decoder.blocksOf(resource), signal));
  return { rows, columns: columnsOf(rows), texts: 'values' };
}

/** The records of a JSON answer with those of the pages after it; in part if one is not read, or if the answer counts more records. */
async function withFurtherPages(
  first: TableRows,
  { path }: JsonRecords,
  { json, resource }: Probe,
  context: ReadContext,
): Promise<TableRows> {
  const { decoder, notes, web } = context;
  const { address } = resource;
  let next = nextPageOf(json);
  const read = (page: Resource) => (page === resource ? json : parseJson(decoder.textOf(page)));
  const rowsIn = (page: unknown, at: Resource) => {
    if (at === resource) return first.rows;
    const found = recordsIn(page);
    if (found?.path === path) return rowsOf({ ...found, others: [] }, at, notes).rows;
    const list = path.split('.').reduce(fieldOf, page);
    if (Array.isArray(list) && list.length === 0) return [];
    throw requestError(at.address, `has no list of records at ${path}, as the page before it has`);
  };
  // The rows of one page stay in memory; those of several go through a file.
  const paged =
    next === undefined
      ? { rows: first.rows, isComplete: true }
      : await readPages(resource, read, (page) => (next = nextPageOf(page)), rowsIn, context);
  if (!paged.isComplete && web?.reachedLimit === undefined) {
    const shown = quoteText(withoutSecrets(String(next)));
    notes.add('skipped', 'next page of the answer, which was not read', address, shown);
  }
  const total = totalOf(json);
  const isWhole = total <= paged.rows.length;
  if (paged.isComplete && !isWhole)
    notes.add('skipped', `records beyond the ${paged.rows.length} that the answer has`, address, `of ${total}`);
  return { ...first, rows: paged.rows, columns: columnsOf(paged.rows), isComplete: paged.isComplete && isWhole };
}

/** Where an answer says what follows it and how much there is: in itself, or in one of these. */
const pagingKeys = ['links', '_links', 'meta', 'pagination', 'paging', 'page'];
const nextKeys = ['next', 'next_url', 'next_page_url', 'nextPage', '@odata.nextLink'];
const totalKeys = ['count', 'total', 'total_count', 'totalCount', 'totalItems', 'totalResults', '@odata.count'];

function pagingOf(page: unknown, names: readonly string[]): readonly unknown[] {
  const places = [page, ...pagingKeys.map((key) => fieldOf(page, key))];
  return places.flatMap((place) => names.map((name) => fieldOf(place, name)));
}

/** The address of the page after one, or its number, which says no address. */
function nextPageOf(page: unknown): string | number | undefined {
  const found = pagingOf(page, nextKeys).map((next) => fieldOf(next, 'href') ?? next);
  const isAddress = (next: unknown): next is string => typeof next === 'string' && /^(?:https?:|[/?])/iu.test(next);
  return found.find(isAddress) ?? found.find((next) => typeof next === 'number');
}

function totalOf(page: unknown): number {
  return Math.max(0, ...pagingOf(page, totalKeys).filter((total) => typeof total === 'number'));
}

/** Whether a resource is YAML, by its name or its type: any text may be. */
function isYaml({ address, type = '' }: Resource): boolean {
  return /\.ya?ml(?:[?#]|$)/iu.test(address) || /[/+.-]yaml\b/iu.test(type);
}

function rowsOf({ records, path, others }: JsonRecords, { address }: Resource, notes: Notes): TableRows {
  const chosen = path === '' ? 'the document as one course' : path;
  if (others.length > 0)
    notes.add('guessed', 'list of courses', address, `${chosen}, not ${others.slice(0, 10).join(', ')}`);
  const ofMoodle = isMoodle(records);
  const rows = records.flatMap((record, index) => {
    const location = `${address}:record ${index + 1}`;
    const course = ofMoodle ? moodleCourse(record, location, notes) : record;
    return course === undefined ? [] : [new Row(course, location)];
  });
  const columns = columnsOf(rows);
  const moodle = ofMoodle && { fields: moodleFields(columns), table: { pages: moodlePages(address) } };
  return { rows, columns, texts: 'values', ...moodle };
}
