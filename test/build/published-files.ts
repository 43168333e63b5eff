// The files of an output: all of them, and those around the API.
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The files in a folder, in order. */
export function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted();
}

/** The files of an output outside the API and its descriptions. */
export function publishedIn(out: string): string[] {
  const other = /^(?:api\/v1|schemas|\.well-known)\/|^(?:openapi\.json|dcat\.jsonld)$/u;
  return filesIn(out).filter((path) => !other.test(path));
}
