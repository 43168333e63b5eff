// A build for a host, with the preset's own form of links and index file unless told otherwise.
import { hosts, type HostName } from '../../src/site/hosts/hosts.ts';
import type { BuildResult } from '../../src/build/build.ts';
import { runBuild, type Chosen } from '../build/run.ts';

export interface BuildFor {
  readonly host: HostName;
  readonly out: string;
  /** Where the server of the test listens, a path prefix included, without a last slash. */
  readonly baseUrl: string;
  /** The sample catalog unless named. */
  readonly data?: string;
  readonly chosen?: Partial<Chosen>;
}

export async function buildFor({ host, out, baseUrl, data = 'data', chosen = {} }: BuildFor): Promise<BuildResult> {
  const { pageLinks, indexFile } = hosts[host];
  return runBuild({ data, out, chosen: { host, baseUrl, pageLinks, indexFile, pageSize: 5, ...chosen } });
}
