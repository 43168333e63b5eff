// Request targets: which path below the published folder a request asks for, if it can be one at all.
import { configurationFolder } from '../site/hosts/host.ts';

export interface Target {
  /** Names below the root of the site, decoded; none of them leads elsewhere or is hidden. */
  readonly segments: readonly string[];
  /** Whether the path ends with a slash. */
  readonly isFolder: boolean;
  /** With its question mark; empty where there is none. */
  readonly query: string;
}

const wellKnown = '.well-known';

/** The target as a path and a query, whatever form it came in: `http://host/x`, `//x` and `/x` are all `/x`. */
export function originForm(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?]*/iu, '').replace(/^\/*/u, '/');
  // Nobody is to take it for a slash.
  return path.replaceAll('\\', '%5C');
}

/** Reads a target in origin form; undefined where no published file can be meant. */
export function readTarget(url: string): Target | undefined {
  const start = url.includes('?') ? url.indexOf('?') : url.length;
  const names = url.slice(1, start).split('/');
  const isFolder = names.at(-1) === '';
  const segments = (isFolder ? names.slice(0, -1) : names).map(decode);
  return segments.every(isPublished) ? { segments, isFolder, query: url.slice(start) } : undefined;
}

/** The path in a URL that names the segments, without slashes at its ends. */
export function pathOf(segments: readonly string[]): string {
  return segments.map(encodeURIComponent).join('/');
}

/** A name that cannot be decoded is as good as an empty one: neither is a file's. */
function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return '';
  }
}

/** Precompressed twins are what other hosts send in the place of the file that they lie beside. */
function isPublished(name: string, depth: number): boolean {
  if (name === '' || /[/\\\0]/u.test(name) || /\.(?:json|html)\.(?:gz|br)$/u.test(name)) return false;
  if (depth === 0 && name.toLowerCase() === configurationFolder) return false;
  return !name.startsWith('.') || (depth === 0 && name === wellKnown);
}
