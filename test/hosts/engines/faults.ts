// Faults: wrong responses of a host, to every probe and on the walk through every list.
import { hosts, type HostName } from '../../../src/hosts/hosts.ts';
import { brokenAnswers, brokenProbes, type Target } from '../probes.ts';
import { brokenWalk, listsOf } from '../servers/lists.ts';
import { siteProbes } from '../site-probes.ts';
import type { Hosted } from './hosted.ts';

/** One line for each fault, judged by the abilities that the host claims. */
export async function faultsOf(host: HostName, { baseUrl, dist }: Hosted): Promise<string[]> {
  const { indexFile, can } = hosts[host];
  const target: Target = { baseUrl, dist, indexFile, can };
  // Netlify treats an address without its trailing slash like the one with it.
  const around = siteProbes(target).filter(({ path }) => host !== 'netlify' || !/\/[^./]+$/u.test(path));
  const faults = [...(await brokenProbes(target)), ...(await brokenAnswers(baseUrl, around))];
  for (const list of listsOf(dist)) faults.push(...(await brokenWalk(baseUrl, list)));
  return faults;
}
