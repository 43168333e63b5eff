// Faults: what a host answers wrongly, to every probe and on the way through every list.
import { hosts, type HostName } from '../../../src/site/hosts/hosts.ts';
import { brokenAnswers, brokenProbes, type Target } from '../probes.ts';
import { brokenWalk, listsOf } from '../servers/lists.ts';
import { siteProbes } from '../site-probes.ts';
import type { Hosted } from './hosted.ts';

/** A line for each fault, held against what the host is said to be able to do. */
export async function faultsOf(host: HostName, { baseUrl, dist }: Hosted): Promise<string[]> {
  const { indexFile, can } = hosts[host];
  const target: Target = { baseUrl, dist, indexFile, can };
  // Netlify answers an address without its last slash like the one with it.
  const around = siteProbes(target).filter(({ path }) => host !== 'netlify' || !path.endsWith('/docs'));
  const faults = [...(await brokenProbes(target)), ...(await brokenAnswers(baseUrl, around))];
  for (const list of listsOf(dist)) faults.push(...(await brokenWalk(baseUrl, list)));
  return faults;
}
