// Links: rewrites the addresses in a response to the origin of the preview, and changes no other byte.
import { apiRoot, routes } from '../api/routes.ts';
import { stylesheetFile } from '../outputs/static-pages/paths.ts';

/** The start of an envelope, up to its results (specification 2.3). */
const envelopeHead = /^(\{"count":\d+,"next":)(null|"[^"\\]*")(,"previous":)(null|"[^"\\]*")(,)$/u;

/**
 * Moves `next` and `previous` of a list page to `origin`, whatever base URL the build has: replaces everything before `list`,
 * the path of the list, percent-encoded and without slashes at its ends.
 */
export function rewritePageLinks(page: Buffer, list: string, origin: string): Buffer {
  const end = page.indexOf('"results":[');
  // In Latin-1, one character is one byte.
  const head = envelopeHead.exec(page.toString('latin1', 0, Math.max(0, end)));
  if (!head) return page;
  const [, count = '', next = '', between = '', previous = '', after = ''] = head;
  const rewrite = (link: string) => {
    const start = link.lastIndexOf(`/${list}/`);
    return start === -1 ? link : `"${origin}${link.slice(start)}`;
  };
  const rewritten = [count, rewrite(next), between, rewrite(previous), after].join('');
  return Buffer.concat([Buffer.from(rewritten, 'latin1'), page.subarray(end)]);
}

/** Moves the links of the page for missing addresses from the path of the build to the root. */
export function rewriteRootLinks(page: string): string {
  const [before] = page.split(`/${stylesheetFile}"`);
  const prefix = before?.slice(before.lastIndexOf('="')) ?? '';
  return page.replaceAll(`${prefix}/`, '="/');
}

/** Moves the addresses in the index of endpoints to `origin`. */
export function rewriteIndexLinks(index: Buffer, origin: string): Buffer {
  const named = Object.values(routes).filter(({ name }) => name !== null);
  const ends = named.map(({ path }) => `/${apiRoot}/${path}/`);
  const rewritten = index.toString('latin1').replaceAll(/:"([^"\\]*)"/gu, (value, address: string) => {
    const end = ends.find((path) => address.endsWith(path));
    return end === undefined ? value : `:"${origin}${end}"`;
  });
  return Buffer.from(rewritten, 'latin1');
}
