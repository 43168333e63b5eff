// OpenDocument spreadsheets (.ods): the sheets of their content, in which cells and rows may be said to repeat.
import { currencyText } from '../../../values/field-values.ts';
import { isLinkFormula } from '../link-formula.ts';
import { countIn, type Archive, type Attributes } from './archive.ts';
import { RefusedError } from './limits.ts';
import { Sheet, type SheetReader } from './sheet.ts';

export async function readOds(archive: Archive, { begin, end }: SheetReader): Promise<void> {
  await archive.scan('META-INF/manifest.xml', {
    open(name) {
      if (name === 'encryption-data') throw new RefusedError('is protected by a password');
    },
  });
  const hiddenStyles = new Set<string>();
  let sheet = new Sheet('', 0, archive.limits);
  let [row, columns, column, times, rowTimes, style] = [1, 0, 0, 1, 1, ''];
  let [text, isText, width, height] = ['', false, 1, 1];
  let [value, link]: (string | undefined)[] = [];
  let [formula, isSaved, isNumber] = ['', true, false];
  const isCell = (name: string) => name === 'table-cell' || name === 'covered-table-cell';
  await archive.scan('content.xml', {
    open(name, attributes) {
      const repeated = countIn(attributes['table:number-columns-repeated'], 1);
      if (isCell(name)) {
        [times, value, text, link] = [repeated, valueIn(attributes), '', undefined];
        formula = attributes['table:formula'] ?? '';
        isNumber = attributes['office:value-type'] === 'float';
        isSaved = formula === '' || Object.keys(attributes).some((attribute) => attribute.endsWith('value-type'));
        width = countIn(attributes['table:number-columns-spanned'], 1);
        height = countIn(attributes['table:number-rows-spanned'], 1);
      } else if (name === 'p') {
        if (text !== '') text += '\n';
        isText = true;
      } else if (name === 's') text += ' ';
      else if (name === 'line-break') text += '\n';
      else if (name === 'a') link ??= attributes['xlink:href'];
      else if (name === 'table-row') {
        [column, rowTimes] = [0, countIn(attributes['table:number-rows-repeated'], 1)];
        sheet.beginRow(/^(?:collapse|filter)$/u.test(attributes['table:visibility'] ?? ''));
      } else if (name === 'table-column') {
        if (attributes['table:visibility'] === 'collapse') sheet.hide(columns, repeated);
        columns += repeated;
      } else if (name === 'table') {
        const isHidden = hiddenStyles.has(attributes['table:style-name'] ?? '');
        [sheet, row, columns] = [begin(attributes['table:name'] ?? '', isHidden), 1, 0];
      } else if (name === 'style') style = attributes['style:name'] ?? '';
      else if (name === 'table-properties' && attributes['table:display'] === 'false') hiddenStyles.add(style);
    },
    close(name) {
      if (name === 'p') isText = false;
      else if (isCell(name)) {
        const isPadded = /^0\d+$/u.test(text) && Number(text) === Number(value);
        sheet.put(row, column, isPadded ? text : (value ?? text), times, isNumber);
        sheet.link(row, column, link);
        if (isLinkFormula(formula)) sheet.linkBy(row, column, formula);
        else if (!isSaved && text === '') sheet.lack(row, column);
        sheet.span(row, column, width, height);
        column += times;
      }
      // One of several repeated rows is enough: they would be the same course.
      else if (name === 'table-row') row += rowTimes;
      else if (name === 'table') end(sheet);
    },
    text(piece) {
      if (isText) text += piece;
    },
  });
}

/** The value of a cell if it is more exact than the text; otherwise undefined. */
function valueIn(attributes: Attributes): string | undefined {
  if (attributes['calcext:value-type'] === 'error') return '';
  const { 'office:date-value': date, 'office:value-type': type } = attributes;
  if (type === 'date') return date?.replace(/T00:00:00(?:\.0+)?$/u, '');
  const { 'office:value': value, 'office:currency': currency } = attributes;
  if (type === 'currency') return value && currency ? currencyText(Number(value), currency) : undefined;
  return type === 'float' ? value : attributes['office:boolean-value'];
}
