// Sheets in Google Sheets: the address of their files, and what to do about one that is not public.
import { ProblemsError } from '../../problems.ts';
import { unreadable, type Resource } from './resource.ts';
import type { Web } from './web.ts';

/** The page of a sheet, as people copy its address, which may name their account. */
const sheetPage =
  /^https:\/\/docs\.google\.com\/(?:a\/[^/]+\/)?spreadsheets\/(?:u\/\d+\/)?d\/((e\/)?[\w-]+)(?!.*(?:\/export|[?&]output=))/u;

/** The address of the file of a sheet; undefined if the address is not that of its page. */
export function sheetFile(address: string): string | undefined {
  const [, sheet, isPublished] = sheetPage.exec(address) ?? [];
  if (sheet === undefined) return undefined;
  // The first sheet comes with the others, so that its links and dates are those of cells.
  const [, gid = '0'] = /[#&?]gid=(\d+)/u.exec(address) ?? [];
  const format = gid === '0' ? 'xlsx' : `csv&single=true&gid=${gid}`;
  return `https://docs.google.com/spreadsheets/d/${sheet}/${isPublished ? 'pub?output' : 'export?format'}=${format}`;
}

export function isSheet(address: string): boolean {
  return address.startsWith('https://docs.google.com/spreadsheets/');
}

/** Requests the file of a sheet. In place of one that is not public comes a page to sign in, or an error. */
export async function getSheet(web: Web, address: string): Promise<Resource> {
  try {
    const response = await web.get(address);
    if (!response.type.startsWith('text/html')) return response;
    throw unreadable(address, 'a page to sign in');
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    const remedy =
      'in Google Sheets, publish it (File > Share > Publish to web), or download it as .xlsx and import that file';
    throw unreadable(address, `cannot be read as a public sheet (${error.problems[0]?.finding})`, remedy);
  }
}
