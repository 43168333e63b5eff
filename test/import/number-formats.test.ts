// Number formats of spreadsheets: which of them show dates, and how many digits they pad to.
import { expect, it } from 'vitest';
import { numberFormatOf } from '../../src/import/formats/table/spreadsheet/number-formats.ts';

it.each([
  'yyyy-mm-dd',
  'd/m/yy',
  '[$-407]TT.MM.YYYY;@',
  'mmmm',
  '"Kurs" dd.mm.',
  '[Red]dd',
  '[$-411]ggge"年"m"月"d"日"',
])('%s is a date', (code) => {
  expect(numberFormatOf(code).isDate).toBe(true);
});

it.each([
  'General',
  '#,##0.00',
  String.raw`_-* #,##0.00\ _D_M_-`,
  '0 "days"',
  '[h]:mm',
  'mm:ss',
  'hh:mm',
  String.raw`\d0`,
  '*d0',
  '[DBNum1]0',
  '0[dd',
  '0"dd',
])('%s is no date', (code) => {
  expect(numberFormatOf(code).isDate).toBe(false);
});

it('zeros pad a number', () => {
  expect(['000', '0', '"A"00', '0.0', ''].map((code) => numberFormatOf(code).digits)).toEqual([3, 1, 2, 0, 0]);
});

it.each([
  ['[$€-407] #,##0.00', '€'],
  [String.raw`#,##0.00\ "€"`, '€'],
  [String.raw`#,##0.00\ €;[Red]\-#,##0.00\ €`, '€'],
  ['"$"#,##0', '$'],
  [String.raw`\$#,##0`, '$'],
  ['[$$-409]#,##0.00', 'US$'],
  ['[$$-C09]#,##0.00', '$'],
  ['[$CHF] 0', 'CHF'],
  ['0.00 "USD"', 'USD'],
  [String.raw`_-* #,##0.00\ _€_-`, ''],
  ['[$-407]0', ''],
  ['0 "days"', ''],
  ['0 "CHFs"', ''],
  ['General', ''],
])('%s shows the currency "%s"', (code, currency) => {
  expect(numberFormatOf(code).currency).toBe(currency);
});
