// A site to publish, for tests of a host's files and notes: the catalog page and the API, and no optional part.
import type { Host, Site } from '../../src/hosts/host.ts';
import { formats } from '../../src/outputs/rows.ts';

/** The site as the host needs it, below `baseUrl`; `prefix` is the path in it. */
export function siteOn(
  { pageLinks, indexFile }: Pick<Host, 'pageLinks' | 'indexFile'>,
  { baseUrl, prefix, out = 'dist' }: Pick<Site, 'baseUrl' | 'prefix'> & Partial<Pick<Site, 'out'>>,
): Site {
  const parts = { formats, site: true, frontPage: true, coursePages: false, dumps: false, pack: false };
  return { ...parts, baseUrl, prefix, pageLinks, indexFile, out };
}
