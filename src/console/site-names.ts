// What a list says about the site that is made from it: its title, and the language of its pages.
import { countEach } from '../collections/count-each.ts';
import { sourceTagLookup } from '../catalog/language-tags.ts';
import { attempt } from '../errors.ts';
import { findHeader } from '../import/formats/table/header.ts';
import { languageOfHeadings } from '../import/formats/table/headings.ts';
import type { ImportResult } from '../import/import.ts';
import { openFile } from '../import/input/open-source.ts';
import { readLedger } from '../import/write/ledger.ts';
import type { SiteNames } from '../init/project.ts';
import { localeTags } from '../locales/tags.ts';
import { requiredText } from '../options/value-kinds.ts';
import { ProblemsError } from '../problems.ts';
import { findSource } from '../source/find.ts';
import { splitFile } from '../source/ranges.ts';
import { readRange } from '../source/read.ts';
import { fieldOf } from '../source/record.ts';
import { recordFields } from '../source/schema.ts';

/** The title above the headings of a spreadsheet, and the language of its headings or of most courses in the source folder. */
export async function siteNamesOf(result: ImportResult, data: string, signal: AbortSignal): Promise<SiteNames> {
  const [, ending] = /\.(xls[xm]|ods)$/iu.exec(result.source) ?? [];
  const kind = ending?.toLowerCase() === 'ods' ? 'ods' : 'xlsx';
  const title = ending === undefined ? undefined : await titleAbove(result, kind, data, signal);
  const ofHeadings = result.format === 'table' ? languageOfHeadings(headingsOf(result)) : undefined;
  // Whoever exports a list from a program gets English headings.
  const language =
    ofHeadings === undefined || ofHeadings === 'en' ? ((await languageOfMost(data)) ?? ofHeadings) : ofHeadings;
  return { title, locale: localeTags.find((tag) => tag === language) };
}

/** More than this is a remark. */
const maxTitle = 120;

/** The text of the first cell above the headings that is as wide as several columns. */
async function titleAbove({ source, name }: ImportResult, kind: 'xlsx' | 'ods', data: string, signal: AbortSignal) {
  const { readSpreadsheet } = await import('../import/formats/table/spreadsheet/spreadsheet.ts');
  try {
    const named = readLedger(data, name)?.options['sheet'];
    const { sheet } = await readSpreadsheet(openFile(source), kind, named, signal, () => {});
    const rows = [...sheet.rows.values()];
    const above = rows.slice(0, findHeader(rows.map(({ cells }) => cells)).first);
    const [title = ''] = above.flatMap(({ number, cells }) => {
      const span = sheet.spans.find(({ row, width }) => row === number && width > 1);
      return span === undefined ? [] : [cells[span.column] ?? ''];
    });
    return title.length > maxTitle ? undefined : attempt(() => requiredText.read(title));
  } catch (error) {
    // Its name may say another kind of file than the import has read.
    if (error instanceof ProblemsError) return undefined;
    throw error;
  }
}

/** The names of the columns, as far as the map of an import has them. */
function headingsOf({ map, lost }: ImportResult): string[] {
  return [...map.matchAll(/^\w+=(.*)$/gmu)].flatMap(([, columns = '']) => columns.split('|')).concat(lost);
}

/** The language, without a region, of more than half of the courses; undefined if there is none, or if it has no tag. */
async function languageOfMost(data: string): Promise<string | undefined> {
  const names: unknown[] = [];
  let courses = 0;
  for (const file of (await findSource(data)).files.filter(({ kind }) => kind === 'courses'))
    for (const range of splitFile(file))
      await readRange(range, recordFields.courses, {
        record: ({ value }) => {
          courses += 1;
          names.push(...[fieldOf(value, 'language')].flat());
        },
        problem: () => {
          // The import has checked the catalog.
        },
      });
  const tagOf = sourceTagLookup({ languageTags: [] });
  const languages = names.flatMap((name) => (typeof name === 'string' ? (tagOf(name)?.split('-', 1) ?? []) : []));
  return [...countEach(languages)].find(([, times]) => times * 2 > courses)?.[0];
}
