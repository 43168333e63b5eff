// Request targets: the path below the published folder that a request asks for.
import { attempt } from '../text/errors.ts';
import { configurationFolder } from '../hosts/host.ts';

const wellKnown = '.well-known';

/** The target of a request as a path and a query, from any form: `http://host/x`, `//x` and `/x` are all `/x`. */
export function originForm(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?]*/iu, '').replace(/^\/*/u, '/');
  // A backslash must not be taken for a slash.
  return path.replaceAll('\\', '%5C');
}

/**
 * Parses a target in origin form, into decoded names, whether it ends with a slash, and the query with its question mark; undefined if
 * it cannot be the path of a published file: a name leaves the site or is hidden.
 */
export function parseRequestTarget(url: string) {
  const start = url.includes('?') ? url.indexOf('?') : url.length;
  const names = url.slice(1, start).split('/');
  const isFolder = names.at(-1) === '';
  // No file has an empty name, which stands for one whose encoding is invalid.
  const segments = (isFolder ? names.slice(0, -1) : names).map((name) => attempt(() => decodeURIComponent(name)) ?? '');
  return segments.every(isPublished) ? { segments, isFolder, query: url.slice(start) } : undefined;
}

/** The percent-encoded path of the segments, without slashes at its ends. */
export function encodedPath(segments: readonly string[]): string {
  return segments.map(encodeURIComponent).join('/');
}

/** Whether a file or folder of that name is public. Precompressed copies are not: hosts send them in place of the original. */
function isPublished(name: string, depth: number): boolean {
  if (name === '' || /[/\\\0]/u.test(name) || /\.(?:json|html)\.(?:gz|br)$/u.test(name)) return false;
  if (depth === 0 && name.toLowerCase() === configurationFolder) return false;
  return !name.startsWith('.') || (depth === 0 && name === wellKnown);
}
