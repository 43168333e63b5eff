// The folder of a test: a generated source and the place of its output.
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { makeFolder, removeFolder } from '../folders.ts';

export interface Place {
  readonly folder: string;
  readonly data: string;
  readonly out: string;
}

/** Makes the folder before each test of the file, and hands it over; removes it afterwards. */
export function eachPlace(take: (place: Place) => void): void {
  let folder = '';
  beforeEach(() => {
    folder = makeFolder();
    const data = join(folder, 'data');
    generateCatalog({ courses: 40, directory: data });
    take({ folder, data, out: join(folder, 'dist') });
  });
  afterEach(() => removeFolder(folder));
}

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
