// Links: the addresses in a response, pointed at the preview. Nothing else in it changes by a byte.
import { apiRoot, routes } from '../api/routes.ts';

/** The head of an envelope: everything before its results (specification 2.3). */
const envelopeHead = /^(\{"count":\d+,"next":)(null|"[^"\\]*")(,"previous":)(null|"[^"\\]*")(,)$/u;

/**
 * A page of a list with `next` and `previous` below `origin`, whatever base URL they were made for: what stands in them
 * before the path of the list, which is given percent-encoded and without slashes at its ends.
 */
export function pointPage(page: Buffer, list: string, origin: string): Buffer {
  const end = page.indexOf('"results":[');
  // As Latin-1, a character is a byte.
  const head = envelopeHead.exec(page.toString('latin1', 0, Math.max(0, end)));
  if (!head) return page;
  const [, count = '', next = '', between = '', previous = '', after = ''] = head;
  const point = (link: string) => {
    const start = link.lastIndexOf(`/${list}/`);
    return start === -1 ? link : `"${origin}${link.slice(start)}`;
  };
  const pointed = [count, point(next), between, point(previous), after].join('');
  return Buffer.concat([Buffer.from(pointed, 'latin1'), page.subarray(end)]);
}

/** The index of the endpoints with its addresses below `origin`. */
export function pointIndex(index: Buffer, origin: string): Buffer {
  const ends = Object.values(routes)
    .filter(({ name }) => name !== null)
    .map(({ path }) => `/${apiRoot}/${path}/`);
  const pointed = index.toString('latin1').replaceAll(/:"([^"\\]*)"/gu, (value, address: string) => {
    const end = ends.find((one) => address.endsWith(one));
    return end === undefined ? value : `:"${origin}${end}"`;
  });
  return Buffer.from(pointed, 'latin1');
}
