// Excel workbooks (.xlsx, .xlsm): their sheets, with dates, links and what formulas came to. Macros and links to other files are not read.
import { posix } from 'node:path';
import { dateOf } from '../serial.ts';
import { type Archive, type Attributes, Budget, scan, Sheet, type SheetTaker } from './archive.ts';

interface Workbook {
  readonly strings: readonly string[];
  /** Whether a style shows numbers as dates, by its number. */
  readonly dateStyles: readonly boolean[];
  readonly is1904: boolean;
}

export async function readXlsx(archive: Archive, { wanted, take }: SheetTaker): Promise<void> {
  const main =
    (await relations(archive, '')).find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const parts = await relations(archive, main);
  const partOf = (type: string) => parts.find((part) => part.type === type)?.target;
  const elements = await elementsOf(archive, main);
  const budget = new Budget();
  const workbook: Workbook = {
    strings: await sharedStrings(archive, partOf('sharedStrings')),
    dateStyles: await dateStyles(archive, partOf('styles')),
    is1904: elements.some(({ name, attributes }) => name === 'workbookPr' && isTrue(attributes['date1904'])),
  };
  for (const { name: element, attributes } of elements) {
    const { name = '', state } = attributes;
    const target = parts.find(({ id }) => id === byLocalName(attributes, 'id'))?.target;
    if (element !== 'sheet' || target === undefined) continue;
    const sheet = new Sheet(name, budget, wanted(name, state !== undefined && state !== 'visible'));
    if (!sheet.isFull) await readSheet(archive, target, workbook, sheet);
    take(sheet);
  }
}

/** The parts that a part names. What lies outside the file is not among them. */
async function relations(archive: Archive, part: string) {
  const folder = posix.dirname(part);
  const found = await elementsOf(archive, posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
  return found.flatMap(({ attributes: { Id: id, Type: type = '', Target = '', TargetMode } }) => {
    const isLink = type.endsWith('/hyperlink');
    if (id === undefined || (TargetMode === 'External' && !isLink)) return [];
    const target = isLink ? Target : posix.join(Target.startsWith('/') ? '.' : folder, Target);
    return [{ id, type: type.slice(type.lastIndexOf('/') + 1), target: isLink ? target : target.replace(/^\//u, '') }];
  });
}

/** The elements of a small part; none if it is not there. */
async function elementsOf(archive: Archive, part: string) {
  const elements: { name: string; parent: string; attributes: Attributes }[] = [];
  const stack: string[] = [];
  if (!archive.has(part)) return elements;
  await scan(archive.textOf(part), {
    open(name, attributes) {
      elements.push({ name, parent: stack.at(-1) ?? '', attributes });
      stack.push(name);
    },
    close: () => void stack.pop(),
  });
  return elements;
}

/** Texts that cells share, without the readings that Japanese ones may have. */
async function sharedStrings(archive: Archive, part: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (part === undefined) return strings;
  let [text, isText, isReading] = ['', false, false];
  await scan(archive.textOf(part), {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') isReading = true;
      isText = name === 't' && !isReading;
    },
    close(name) {
      if (name === 'si') strings.push(unescaped(text));
      else if (name === 'rPh') isReading = false;
      isText = false;
    },
    text(piece) {
      if (isText) text += piece;
    },
  });
  return strings;
}

async function dateStyles(archive: Archive, part: string | undefined): Promise<boolean[]> {
  if (part === undefined) return [];
  const elements = await elementsOf(archive, part);
  const formats = new Map(
    elements.flatMap(({ name, attributes: { numFmtId, formatCode = '' } }) =>
      name === 'numFmt' && numFmtId !== undefined ? [[Number(numFmtId), formatCode] as const] : [],
    ),
  );
  const styles = elements.filter(({ name, parent }) => name === 'xf' && parent === 'cellXfs');
  return styles.map(({ attributes }) => {
    const id = Number(attributes['numFmtId'] ?? 0);
    const own = formats.get(id);
    // These numbers stand for dates in one language or another.
    if (own === undefined)
      return (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
    const code = own.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/gu, '');
    return /[yd]/iu.test(code) || /^[^hs]*mm[^hs]*$/iu.test(code);
  });
}

async function readSheet(archive: Archive, part: string, workbook: Workbook, sheet: Sheet): Promise<void> {
  const links: { row: number; column: number; id: string }[] = [];
  let [row, column, type, style, text] = [0, -1, '', 0, ''];
  let [value, formula, isText, isReading] = ['', '', false, false];
  await scan(archive.textOf(part), {
    open(name, attributes) {
      const { r, t = '', s = '0', ref = '' } = attributes;
      if (name === 'c') {
        column = r === undefined ? column + 1 : placeOf(r).column;
        [type, style, value, formula] = [t, Number(s), '', ''];
      } else if (name === 'row') {
        row = r === undefined ? row + 1 : Number(r);
        column = -1;
      } else if (name === 'rPh') isReading = true;
      else if (name === 'col' && isTrue(attributes['hidden'])) {
        const first = Number(attributes['min']);
        sheet.hide(first - 1, Number(attributes['max']) - first + 1);
      } else if (name === 'mergeCell') {
        const [from = '', to = from] = ref.split(':');
        const place = placeOf(from);
        sheet.span(place.row, place.column, placeOf(to).column - place.column + 1);
      } else if (name === 'hyperlink') links.push({ ...placeOf(ref), id: byLocalName(attributes, 'id') ?? '' });
      text = '';
      isText = ['v', 't', 'f'].includes(name) && !isReading;
    },
    close(name) {
      if (name === 'v') value = text;
      // Rich text has several.
      else if (name === 't') value += unescaped(text);
      else if (name === 'f') formula = text;
      else if (name === 'rPh') isReading = false;
      else if (name === 'c') {
        sheet.put(row, column, valueOf(value, type, workbook.dateStyles[style] === true, workbook));
        if (formula !== '') sheet.link(row, column, /^HYPERLINK\("([^"]+)"/iu.exec(formula)?.[1]);
      }
      text = '';
    },
    text(piece) {
      if (isText) text += piece;
    },
    isDone: () => sheet.isFull,
  });
  if (links.length === 0) return;
  const targets = new Map((await relations(archive, part)).map(({ id, target }) => [id, target]));
  for (const { row: at, column: of, id } of links) sheet.link(at, of, targets.get(id));
}

function valueOf(value: string, type: string, isDate: boolean, { strings, is1904 }: Workbook): string {
  if (type === 's') return textAt(strings, Number(value));
  if (type === 'b') return value === '1' ? 'true' : 'false';
  // What a formula that failed shows, such as #N/A, is no value.
  if (type === 'e') return '';
  if (type !== '' && type !== 'n') return type === 'str' ? unescaped(value) : value;
  return isDate && value !== '' ? dateOf(Number(value) + (is1904 ? 1462 : 0)) : value;
}

function textAt(strings: readonly string[], at: number): string {
  const text = strings[at];
  if (text === undefined) throw new Error('a text is missing');
  return text;
}

/** `B7` as numbers; a column counts from 0. */
function placeOf(name: string): { row: number; column: number } {
  const [, letters = '', digits = ''] = /^\$?([A-Z]{1,3})\$?(\d*)$/u.exec(name) ?? [];
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(digits), column: column - 1 };
}

function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([\dA-F]{4})_/gu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function byLocalName(attributes: Attributes, local: string): string | undefined {
  return Object.entries(attributes).find(([name]) => name.endsWith(`:${local}`))?.[1];
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
