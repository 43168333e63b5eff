// Opens a source: from the path or the address that was typed to its first resource.
import { statSync } from 'node:fs';
import { addressOf } from '../../api/routes.ts';
import { apiBaseOf, requestableUrl, withoutUser } from '../../client/addresses.ts';
import { errorCode } from '../../errors.ts';
import type { ImportFormat } from '../../options/settings.ts';
import { whyUnreadable } from '../../source/file-errors.ts';
import { isHostFirst } from '../../text/urls.ts';
import { getSheet, isSheet, sheetFile } from './google-sheets.ts';
import { unreadable, type Resource } from './resource.ts';
import type { Web } from './web.ts';

/** Opens a file on this machine. Throws a ProblemsError if it cannot be read. */
export function openFile(path: string): Resource {
  try {
    const stats = statSync(path);
    if (stats.isFile()) return { address: path, file: path };
    throw unreadable(path, 'is not a file');
  } catch (error) {
    const hint = isHostFirst(path) ? `; if it is an address, write https://${path}` : '';
    if (errorCode(error) === 'ENOENT') throw unreadable(path, `does not exist${hint}`);
    const finding = whyUnreadable(error, path);
    throw finding === undefined ? error : unreadable(path, finding);
  }
}

/** Requests an address. A static service may have no response at its root. */
export async function openAddress(web: Web, address: string, format: ImportFormat | undefined): Promise<Resource> {
  const withoutResponse = { address, file: '' };
  if (format === 'service' || (format === undefined && /\/api\/v1(?:\/|$)/u.test(address))) return withoutResponse;
  if (isSheet(address)) return getSheet(web, address);
  const response = await web.find(address);
  if (response !== undefined) return response;
  const base = apiBaseOf(address);
  return base !== undefined && (await web.find(addressOf(base, 'providers'))) ? withoutResponse : web.get(address);
}

/** The address as it is requested: without a fragment or a user, and for a sheet in Google Sheets that of its file. */
export function requestAddress(typed: string): string {
  const url = requestableUrl(sheetFile(typed) ?? typed);
  if (typeof url === 'string') throw unreadable(withoutUser(typed), url);
  url.hash = '';
  return url.href;
}
