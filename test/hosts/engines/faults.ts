// Faults: what a host answers wrongly, to every probe and on the way through every list.
import { hosts, type HostName } from '../../../src/site/hosts/hosts.ts';
import { brokenProbes } from '../probes.ts';
import { brokenWalk, listsOf } from '../servers/lists.ts';
import type { Hosted } from './hosted.ts';

/** A line for each fault, held against what the host is said to be able to do. */
export async function faultsOf(host: HostName, { baseUrl, dist }: Hosted): Promise<string[]> {
  const faults = await brokenProbes({ baseUrl, dist, indexFile: hosts[host].indexFile, can: hosts[host].can });
  for (const list of listsOf(dist)) faults.push(...(await brokenWalk(baseUrl, list)));
  return faults;
}
