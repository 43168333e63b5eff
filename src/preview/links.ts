// Links: rewrites the addresses in a response to the origin of the preview, and changes no other byte.
import { escapeRegExp } from '../api/address-patterns.ts';
import { apiRoot } from '../api/routes.ts';
import { stylesheetFile } from '../outputs/shared/page-paths.ts';
import { html } from '../text/html.ts';

/** The first address of the API as a value in JSON, with the base URL as a group. */
const apiAddress = new RegExp(`"(https?://[^"\\\\]*)/${apiRoot}/`, 'u');

/** Moves the addresses in a page of a list, up to its courses, or in the index of endpoints to `origin`, whatever base URL the build has. */
export function rewriteApiLinks(response: Buffer, origin: string): Buffer {
  const courses = response.indexOf('"results":[');
  const end = courses === -1 ? response.length : courses;
  // In Latin-1, one character is one byte.
  const text = response.toString('latin1', 0, end);
  const [, baseUrl] = apiAddress.exec(text) ?? [];
  if (baseUrl === undefined) return response;
  const rewritten = text.replaceAll(`"${baseUrl}/`, `"${origin}/`);
  return Buffer.concat([Buffer.from(rewritten, 'latin1'), response.subarray(end)]);
}

/** Moves the addresses in the API reference or the OpenAPI document; `index` is the index of endpoints, which has those of the build. */
export function rewriteReference(reference: Buffer, index: Buffer | undefined, origin: string): Buffer {
  const [, baseUrl] = apiAddress.exec(index?.toString() ?? '') ?? [];
  if (baseUrl === undefined) return reference;
  const written = [baseUrl, html`${baseUrl}`.toString()].map(escapeRegExp).join('|');
  return Buffer.from(reference.toString().replaceAll(new RegExp(`(?:${written})(?![\\w:-]|\\.\\w)`, 'gu'), origin));
}

/** Moves the links of the page for missing addresses from the path of the build to the root. */
export function rewriteRootLinks(page: string): string {
  const [before] = page.split(`/${stylesheetFile}"`);
  const prefix = before?.slice(before.lastIndexOf('="')) ?? '';
  return page.replaceAll(`${prefix}/`, '="/');
}
