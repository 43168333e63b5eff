// Excel workbooks (.xlsx, .xlsm): their sheets, with dates, links and what formulas came to. Macros and links to other files are not read.
import { posix } from 'node:path';
import { dateOfSerial } from '../../../values/dates.ts';
import { currencyText } from '../../../values/field-values.ts';
import { columnNumber, isLinkFormula } from '../link-formula.ts';
import { countIn, type Archive, type Attributes } from './archive.ts';
import { requireAtMost } from './limits.ts';
import { builtInFormat, numberFormatOf, type NumberFormat } from './number-formats.ts';
import { linkSize, type Sheet, type SheetReader } from './sheet.ts';

interface Workbook {
  readonly strings: readonly string[];
  /** How numbers are shown, by the number of a style. */
  readonly styles: readonly NumberFormat[];
  readonly is1904: boolean;
}

export async function readXlsx(archive: Archive, { begin, end }: SheetReader): Promise<void> {
  const main =
    (await relations(archive, '')).find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const parts = await relations(archive, main);
  const partOf = (type: string) => parts.find((part) => part.type === type)?.target ?? '';
  const targets = new Map(parts.map(({ id, target }) => [id, target]));
  const elements = await elementsOf(archive, main, 'sheet', 'workbookPr');
  const workbook: Workbook = {
    strings: await sharedStrings(archive, partOf('sharedStrings')),
    styles: await stylesIn(archive, partOf('styles')),
    is1904: elements.some(({ attributes }) => isTrue(attributes['date1904'])),
  };
  for (const { name: element, attributes } of elements) {
    const { name = '', state = 'visible' } = attributes;
    const target = targets.get(relationOf(attributes));
    if (element !== 'sheet' || target === undefined) continue;
    const sheet = begin(name, state !== 'visible');
    if (!sheet.isFull) await readSheet(archive, target, workbook, sheet);
    end(sheet);
  }
}

/** What a part refers to: other parts, and addresses that its cells link to. */
async function relations(archive: Archive, part: string) {
  const folder = posix.dirname(part);
  const list = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const elements = await elementsOf(archive, list, 'Relationship');
  return elements.map(({ attributes: { Id: id, Type = '', Target = '', TargetMode } }) => {
    const path = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
    return { id, type: posix.basename(Type), target: TargetMode === 'External' ? Target : path };
  });
}

/** Maximum elements that are kept of a part. Excel has at most 65,490 formats of cells, and as many links in a sheet. */
const maxElements = 150_000;

/** The elements of some names in a part; none if it is not there. */
async function elementsOf(archive: Archive, part: string, ...wanted: readonly string[]) {
  const elements: { name: string; parent: string; attributes: Attributes }[] = [];
  const stack: string[] = [];
  if (!archive.has(part)) return elements;
  await archive.scan(part, {
    open(name, attributes) {
      if (wanted.includes(name)) elements.push({ name, parent: stack.at(-1) ?? '', attributes });
      requireAtMost(maxElements, elements.length, `elements in ${part}`);
      stack.push(name);
    },
    close: () => void stack.pop(),
  });
  return elements;
}

async function sharedStrings(archive: Archive, part: string): Promise<string[]> {
  const strings: string[] = [];
  let string = '';
  if (!archive.has(part)) return strings;
  await archive.scan(part, {
    close(name, text) {
      // Rich text has several.
      if (name === 't') string += unescape(text);
      if (name !== 'si') return;
      strings.push(string);
      string = '';
    },
  });
  return strings;
}

async function stylesIn(archive: Archive, part: string) {
  const elements = await elementsOf(archive, part, 'numFmt', 'xf');
  const formats = new Map<string | undefined, NumberFormat>();
  for (const { name, attributes } of elements)
    if (name === 'numFmt') formats.set(attributes['numFmtId'], numberFormatOf(attributes['formatCode'] ?? ''));
  const styles = elements.filter(({ name, parent }) => name === 'xf' && parent === 'cellXfs');
  return styles.map(({ attributes: { numFmtId = '0' } }) => formats.get(numFmtId) ?? builtInFormat(numFmtId));
}

async function readSheet(archive: Archive, part: string, workbook: Workbook, sheet: Sheet): Promise<void> {
  const links: { row: number; column: number; height: number; id: string | undefined; location: string }[] = [];
  /** Formulas that several cells share, by their numbers. */
  const shared = new Map<string, { row: number; column: number; formula: string }>();
  let [row, column, type, style, value, formula, share] = [0, -1, '', 0, '', '', ''];
  await archive.scan(part, {
    open(name, attributes) {
      const { r, t = '', s = '0', ref = '', location = '' } = attributes;
      if (name === 'c') {
        column = r === undefined ? column + 1 : cellAt(r).column;
        [type, style, value, formula, share] = [t, Number(s), '', '', ''];
      } else if (name === 'f') share = t === 'shared' ? (attributes['si'] ?? '') : '';
      else if (name === 'row') {
        [row, column] = [r === undefined ? row + 1 : countIn(r, 1), -1];
        sheet.beginRow(isTrue(attributes['hidden']));
      } else if (name === 'col' && isTrue(attributes['hidden'])) {
        const first = countIn(attributes['min'], 1);
        sheet.hide(first - 1, countIn(attributes['max'], first) - first + 1);
      } else if (name === 'mergeCell' || name === 'hyperlink') {
        const [from = cellAt(''), to = from] = ref.split(':', 2).map(cellAt);
        const height = to.row - from.row + 1;
        if (name === 'hyperlink') {
          archive.limits.spend('cells', linkSize);
          links.push({ ...from, height, id: relationOf(attributes), location });
        } else sheet.span(from.row, from.column, to.column - from.column + 1, height);
      }
    },
    close(name, text) {
      if (name === 'v') value = text;
      else if (name === 't') value += unescape(text);
      else if (name === 'f') formula = text;
      else if (name === 'c') {
        const isNumber = type === '' || type === 'n';
        sheet.put(row, column, cellText(value, type, style, workbook), 1, isNumber);
        const own = isLinkFormula(formula) ? { row, column, formula } : undefined;
        if (own && share !== '') shared.set(share, own);
        const first = formula === '' ? shared.get(share) : own;
        const shift = first && { rows: row - first.row, columns: column - first.column };
        const isSaved = value !== '' || type === 'str' || (formula === '' && share === '');
        if (first) sheet.linkBy(row, column, first.formula, shift);
        else if (!isSaved) sheet.lack(row, column);
      }
    },
    isDone: () => sheet.isFull,
  });
  const targets = links.length === 0 ? [] : await relations(archive, part);
  const byId = new Map(targets.map(({ id, target }) => [id, target]));
  for (const link of links) {
    const target = byId.get(link.id);
    // What follows the # may stand apart.
    const fragment = link.location === '' || target?.includes('#') ? '' : `#${link.location}`;
    sheet.link(link.row, link.column, target === undefined ? undefined : target + fragment, link.height);
  }
}

function cellText(value: string, type: string, style: number, { strings, styles, is1904 }: Workbook): string {
  if (type === 'b') return value === '1' ? 'true' : 'false';
  // What a formula that failed shows, such as #N/A, is no value.
  if (type === 'e') return '';
  if (type === 's') {
    const text = strings[Number(value)];
    if (text === undefined) throw new Error('a text is missing');
    return text;
  }
  if (type === 'str') return unescape(value);
  if (value === '' || (type !== '' && type !== 'n')) return value;
  const { isDate, digits, currency } = styles[style] ?? { isDate: false, digits: 0, currency: '' };
  // Excel counts a 29 February 1900, which never was.
  if (isDate) return dateOfSerial(Number(value) + (is1904 ? 1462 : Number(value) < 60 ? 1 : 0));
  // 4.1 is kept as 4.0999999999999996.
  const number = (/^-?\d+$/u.test(value) ? value : String(Number(value))).padStart(digits, '0');
  return currency === '' ? number : currencyText(Number(value), currency);
}

/** `B7` as numbers; a column counts from 0. */
function cellAt(name: string): { row: number; column: number } {
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})/u.exec(name) ?? [];
  return { row: Number(digits), column: columnNumber(letters) };
}

/** The id of a relation: programs choose the prefix of its namespace. */
function relationOf(attributes: Attributes): string | undefined {
  return Object.entries(attributes).find(([name]) => /^(?!xml:)[^:]+:id$/u.test(name))?.[1];
}

function unescape(text: string): string {
  return text.replaceAll(/_x([\dA-F]{4})_/gu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
