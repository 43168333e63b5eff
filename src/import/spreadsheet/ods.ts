// OpenDocument spreadsheets (.ods): the sheets of their content, in which cells and rows may be said to repeat.
import { type Archive, type Attributes, Budget, scan, Sheet, type SheetTaker } from './archive.ts';

export async function readOds(archive: Archive, { wanted, take }: SheetTaker): Promise<void> {
  const budget = new Budget();
  const hiddenStyles = new Set<string>();
  let sheet = new Sheet('', budget, 0);
  let [row, columns, column, times, rowTimes, notes, style] = [1, 0, 0, 1, 1, 0, ''];
  let [text, isText] = ['', false];
  let [value, link]: (string | undefined)[] = [];
  await scan(archive.textOf('content.xml'), {
    open(name, attributes) {
      const repeated = timesOf(attributes['table:number-columns-repeated']);
      if (name === 'table-cell' || name === 'covered-table-cell') {
        [times, value, text, link] = [repeated, valueIn(attributes), '', undefined];
        sheet.span(row, column, timesOf(attributes['table:number-columns-spanned']));
      } else if (name === 'annotation') notes += 1;
      else if (name === 'p') {
        if (text !== '') text += '\n';
        isText = notes === 0;
      } else if (name === 's') text += ' '.repeat(Math.min(timesOf(attributes['text:c']), 100));
      else if (name === 'line-break') text += '\n';
      else if (name === 'a') link ??= attributes['xlink:href'];
      else if (name === 'table-row') {
        column = 0;
        rowTimes = timesOf(attributes['table:number-rows-repeated']);
      } else if (name === 'table-column') {
        if (attributes['table:visibility'] === 'collapse') sheet.hide(columns, repeated);
        columns += repeated;
      } else if (name === 'table') {
        const { 'table:name': title = '', 'table:style-name': of = '' } = attributes;
        sheet = new Sheet(title, budget, wanted(title, hiddenStyles.has(of)));
        [row, columns] = [1, 0];
      } else if (name === 'style') style = attributes['style:name'] ?? '';
      else if (name === 'table-properties' && attributes['table:display'] === 'false') hiddenStyles.add(style);
    },
    close(name) {
      if (name === 'annotation') notes -= 1;
      else if (name === 'p') isText = false;
      else if (name === 'table-cell' || name === 'covered-table-cell') {
        sheet.put(row, column, value ?? text, times);
        sheet.link(row, column, link);
        column += times;
      }
      // Of rows that repeat one is enough: they would be one course.
      else if (name === 'table-row') row += rowTimes;
      else if (name === 'table') take(sheet);
    },
    text(piece) {
      if (isText) text += piece;
    },
  });
}

/** The value of a cell that is more exact than its text; undefined if the text is. */
function valueIn(attributes: Attributes): string | undefined {
  if (attributes['calcext:value-type'] === 'error') return '';
  switch (attributes['office:value-type']) {
    case 'date':
      return attributes['office:date-value']?.replace(/T00:00:00(?:\.0+)?$/u, '');
    case 'float':
      return attributes['office:value'];
    case 'boolean':
      return attributes['office:boolean-value'];
    default:
      return undefined;
  }
}

function timesOf(text: string | undefined): number {
  const times = Number(text ?? 1);
  return times >= 1 ? times : 1;
}
