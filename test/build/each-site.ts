// A site for each test of a file: a folder of its own with a source and an output, removed after the test.
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { makeFolder, removeFolder } from '../helpers/folders.ts';

/** The paths of one site. They belong to the running test: read them inside it. */
export interface Site {
  /** An empty folder; the others are paths in it that do not exist yet. */
  readonly folder: string;
  readonly data: string;
  readonly out: string;
}

/** Creates and prepares a site before each test of the file. */
export function siteForEach(prepare: (site: Site) => void | Promise<void> = () => {}): Site {
  let folder = '';
  const site: Site = {
    get folder() {
      return folder;
    },
    get data() {
      return join(folder, 'data');
    },
    get out() {
      return join(folder, 'dist');
    },
  };
  beforeEach(async () => {
    folder = makeFolder();
    await prepare(site);
  });
  afterEach(() => removeFolder(folder));
  return site;
}
