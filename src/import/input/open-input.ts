// Opens an input: turns the given path or address into its first resource. For a sheet in Google Sheets that is its exported file.
import { closeSync, openSync, statSync } from 'node:fs';
import { addressOf } from '../../api/routes.ts';
import { apiBaseOf, requestableUrl, withoutUser } from '../../http/addresses.ts';
import { secretIn } from '../../text/secrets.ts';
import { errorCode } from '../../text/errors.ts';
import type { ImportFormatName } from '../../options/option-table.ts';
import { ProblemsError } from '../../text/problems.ts';
import { whyUnreadable } from '../../catalog/source/file-errors.ts';
import { isHostFirst } from '../../text/parse-url.ts';
import { inputError, type Resource } from './resource.ts';
import type { Web } from './web.ts';

/** The page of a sheet, as people copy its address, which may name their account. */
const sheetPage =
  /^https:\/\/docs\.google\.com\/(?:a\/[^/]+\/)?spreadsheets\/(?:u\/\d+\/)?d\/((e\/)?[\w-]+)(?!.*(?:\/export|[?&]output=))/u;

/** The page of a file on GitHub, up to its branch. */
const githubFile = /^https:\/\/github\.com\/([^/]+\/[^/]+)\/blob\//u;

/** Opens a file on this machine. Throws a ProblemsError if it cannot be read. */
export function openFile(path: string): Resource {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw inputError(path, 'is not a file');
    // It must fail here, where the input is known to be at fault.
    closeSync(openSync(path, 'r'));
    return { address: path, file: path };
  } catch (error) {
    const hint = isHostFirst(path) ? `; if it is an address, write https://${path}` : '';
    if (errorCode(error) === 'ENOENT') throw inputError(path, `does not exist${hint}`);
    const finding = whyUnreadable(error, path);
    throw finding === undefined ? error : inputError(path, finding);
  }
}

/** Requests an address. A static service may have no response at its root. */
export async function openAddress(web: Web, address: string, format: ImportFormatName | undefined): Promise<Resource> {
  const withoutResponse = { address, file: '' };
  if (format === 'service' || (format === undefined && /\/api\/v1(?:\/|$)/u.test(address))) return withoutResponse;
  if (address.startsWith('https://docs.google.com/spreadsheets/')) return getSheet(web, address);
  const response = await web.find(address);
  if (response !== undefined) return response;
  const base = apiBaseOf(address);
  return base !== undefined && (await web.find(addressOf(base, 'providers'))) ? withoutResponse : web.get(address);
}

/** The address as it is requested, in which no secret may stand. */
export function requestAddress(typed: string): string {
  const address = plainAddress(typed);
  const secret = secretIn(address) ?? secretIn(typed);
  if (secret === undefined) return address;
  const finding = `has a secret in its address (${secret.name}), which would be written to files that are committed`;
  throw inputError(secret.shown, finding, secretRemedy);
}

/** An address as it is kept and shown: what is not requested is left out, as it may be a secret. Throws a ProblemsError if it has one. */
export function acceptedAddress(typed: string): string {
  requestAddress(typed);
  const [address = '', fragment = ''] = typed.split(/#(.*)/su, 2);
  const [sheet] = (sheetPage.test(typed) && /\bgid=\d+/u.exec(fragment)) || [];
  return sheet === undefined ? address : `${address}#${sheet}`;
}

/** An address without a fragment or a user, and for a sheet in Google Sheets that of its file. */
export function plainAddress(typed: string): string {
  const url = requestableUrl(sheetFile(typed) ?? typed.replace(githubFile, 'https://raw.githubusercontent.com/$1/'));
  if (typeof url === 'string') {
    const shown = withoutUser(typed);
    throw inputError(secretIn(shown)?.shown ?? shown, url, url.includes('user name') ? loginRemedy : undefined);
  }
  url.hash = '';
  return url.href.replaceAll(/\$%7B(\w+)%7D/gu, '$${$1}');
}

const secretRemedy =
  "put it into a variable of the environment, and write ${TOKEN} in its place, within single quotes, or give it by --header 'NAME: ${TOKEN}'";
const loginRemedy = "leave it out, and give --header 'Authorization: Basic ${LOGIN}', a variable of the environment";

/** The address of the file of a sheet; undefined if the address is not that of its page. */
function sheetFile(address: string): string | undefined {
  const [, sheet, isPublished] = sheetPage.exec(address) ?? [];
  if (sheet === undefined) return undefined;
  // The first sheet comes with the others, so that its links and dates are those of cells.
  const [, gid = '0'] = /[#&?]gid=(\d+)/u.exec(address) ?? [];
  const format = gid === '0' ? 'xlsx' : `csv&single=true&gid=${gid}`;
  return `https://docs.google.com/spreadsheets/d/${sheet}/${isPublished ? 'pub?output' : 'export?format'}=${format}`;
}

/** Requests the file of a sheet. Google answers with a sign-in page or an error if it is not public. */
export async function getSheet(web: Web, address: string): Promise<Resource> {
  try {
    const response = await web.get(address);
    if (!response.type.startsWith('text/html')) return response;
    throw inputError(address, 'a page to sign in');
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    const remedy =
      'in Google Sheets, publish it (File > Share > Publish to web), or download it as .xlsx and import that file';
    throw inputError(address, `cannot be read as a public sheet (${error.problems[0]?.finding})`, remedy);
  }
}
