// A site to publish, for tests of a host's files and notes: the catalog page and the API, and no optional part.
import type { Host, HostFile, HostedSite } from '../../src/hosts/host.ts';
import { hosts, type HostName } from '../../src/hosts/hosts.ts';
import { formats } from '../../src/outputs/rows.ts';

/** The site as the host needs it; `prefix` is the path of its base URL. */
export function siteOn(host: HostName, prefix = '', chosen: Partial<HostedSite> = {}): HostedSite {
  const { pageLinks, indexFile } = hosts[host];
  const parts = { formats, site: true, frontPage: true, coursePages: false, dumps: false, pack: false };
  return { ...parts, baseUrl: `https://example.org${prefix}`, prefix, pageLinks, indexFile, out: 'dist', ...chosen };
}

/** The host's own files for such a site. */
export function filesOn(...site: Parameters<typeof siteOn>): readonly HostFile[] {
  const host: Host = hosts[site[0]];
  return host.files(siteOn(...site));
}
