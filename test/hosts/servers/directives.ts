// Directives: what the notes of a preset tell the user to write into a server's configuration.
import { hosts, type HostName } from '../../../src/hosts/hosts.ts';
import { encodePath } from './lists.ts';
import type { Site } from './server.ts';
import { siteOn } from '../site.ts';

/** What a pattern captures in the notes for a site, literally except for the folder. */
export function directivesIn(host: HostName, pattern: RegExp, { root, prefix, port }: Site): string[] {
  const encoded = encodePath(prefix);
  const site = siteOn(host, encoded, { baseUrl: `http://127.0.0.1:${port}${encoded}` });
  const found = hosts[host].notes(site).flatMap((note) => pattern.exec(note)?.slice(1) ?? []);
  if (found.length === 0) throw new Error(`no note of ${host} is like ${pattern}`);
  return found.map((directive) => directive.replaceAll(/\/srv\/(?:www|catalog)(?=[/;"]|$)/gu, root));
}
