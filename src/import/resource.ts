// Resources: the files and responses of a source, how they are found, the JSON in them, and what is wrong with them.
import { readFileSync, statSync } from 'node:fs';
import { addressOf } from '../api/routes.ts';
import { apiBaseOf, requestableUrl, withoutUser } from '../client/addresses.ts';
import { attempt, errorCode } from '../errors.ts';
import type { ImportFormat } from '../options/settings.ts';
import { errorAt, ProblemsError } from '../problems.ts';
import { whyUnreadable } from '../source/file-errors.ts';
import { isHostFirst } from '../text/urls.ts';
import type { Web } from './web.ts';

/** A file of the source: typed by the user, or the response from an address. */
export interface Resource {
  /** The path or address as typed. */
  readonly address: string;
  /** Path of the file with its bytes; empty if the address has no response of its own. */
  readonly file: string;
  /** The address after redirects; undefined for a file on this machine. */
  readonly finalUrl?: string;
  readonly type?: string;
}

/** The value of a JSON response of a service; undefined if it is none. Strictly UTF-8, as RFC 8259 requires of services; the Decoder guesses for files. */
export function jsonIn({ file }: Resource): unknown {
  return attempt(() => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))));
}

/** The value of a JSON response. Throws a ProblemsError if it is none. */
export function readJson(resource: Resource): unknown {
  const value = jsonIn(resource);
  if (value === undefined) throw unusable(resource.address, 'is not JSON');
  return value;
}

/** A response cannot be used. */
export function unusable(address: string, finding: string): ProblemsError {
  return errorAt(address, { rule: 'import-request', finding });
}

/** The source is at fault, at a position if that is known. */
export function unreadable(source: string, finding: string, remedy?: string, line?: number, column = 1): ProblemsError {
  const why = { rule: 'import-source', finding, ...(remedy !== undefined && { remedy }) } as const;
  return errorAt(source, why, line === undefined ? undefined : { line, column });
}

/** Whether a source is an address, not a file. */
export function isAddress(source: string): boolean {
  return /^https?:\/\//iu.test(source);
}

/** A page of a sheet in Google Sheets, as people copy its address, which may name their account. */
const sheetPage =
  /^https:\/\/docs\.google\.com\/(?:a\/[^/]+\/)?spreadsheets\/(?:u\/\d+\/)?d\/((e\/)?[\w-]+)(?!.*(?:\/export|[?&]output=))/u;

/** The address as it is requested: without a fragment or a user, and of a sheet in Google Sheets the file of it. */
export function addressIn(source: string): string {
  const [, sheet, isPublished] = sheetPage.exec(source) ?? [];
  // The first sheet comes with the others, so that its links and dates are those of cells.
  const [, gid = '0'] = /[#&?]gid=(\d+)/u.exec(source) ?? [];
  const file = `${isPublished ? 'pub?output' : 'export?format'}=${gid === '0' ? 'xlsx' : `csv&single=true&gid=${gid}`}`;
  const url = requestableUrl(sheet === undefined ? source : `https://docs.google.com/spreadsheets/d/${sheet}/${file}`);
  if (typeof url === 'string') throw unreadable(withoutUser(source), url);
  url.hash = '';
  return url.href;
}

/** The response at an address. A static service may have none at its root. */
export async function resourceOn(web: Web, address: string, from: ImportFormat | undefined): Promise<Resource> {
  const none = { address, file: '' };
  if (from === 'service' || (from === undefined && /\/api\/v1(?:\/|$)/u.test(address))) return none;
  if (address.startsWith('https://docs.google.com/spreadsheets/')) return sheetOn(web, address);
  const found = await web.find(address);
  if (found !== undefined) return found;
  const base = apiBaseOf(address);
  return base !== undefined && (await web.find(addressOf(base, 'providers'))) ? none : web.get(address);
}

/** The file of a sheet in Google Sheets. Of one that is not public there is a page to sign in, or an error. */
export async function sheetOn(web: Web, address: string): Promise<Resource> {
  try {
    const found = await web.get(address);
    if (!found.type.startsWith('text/html')) return found;
    throw unreadable(address, 'a page to sign in');
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    const remedy =
      'in Google Sheets, publish it (File > Share > Publish to web), or download it as .xlsx and import that file';
    throw unreadable(address, `cannot be read as a public sheet (${error.problems[0]?.finding})`, remedy);
  }
}

/** A file on this machine. */
export function resourceAt(source: string): Resource {
  try {
    const stats = statSync(source);
    if (stats.isFile()) return { address: source, file: source };
    throw unreadable(source, 'is not a file');
  } catch (error) {
    const hint = isHostFirst(source) ? `; if it is an address, write https://${source}` : '';
    if (errorCode(error) === 'ENOENT') throw unreadable(source, `does not exist${hint}`);
    const finding = whyUnreadable(error, source);
    throw finding === undefined ? error : unreadable(source, finding);
  }
}
