// The inputs of a shard: what its results depend on beside the source, by name, so that a difference can be told.
import { hash } from 'node:crypto';
import { versions } from 'node:process';
import { keysOf } from '../../text/keys.ts';
import type { SitePlan } from '../../outputs/site-plan.ts';
import type { BuildOptions } from '../build-options.ts';

/** Whether shards and their merge must agree on an option, because what shards write or collect may depend on it. */
const isShared: Readonly<Record<keyof BuildOptions, boolean>> = {
  version: true,
  baseUrl: true,
  pageLinks: true,
  latest: true,
  indexFile: true,
  precompress: true,
  coursePages: true,
  fields: true,
  pages: true,
  dumps: true,
  title: true,
  locale: true,
  logo: true,
  footerLinks: true,
  contact: true,
  chunkSize: true,
  // Only that there is a journal counts: see below.
  journal: false,
  // They belong to a machine, or to a step of the build.
  data: false,
  out: false,
  public: false,
  threads: false,
  dryRun: false,
  maxRemoved: false,
  // Only the merge writes what depends on them.
  host: false,
  pageSize: false,
  sitemapSize: false,
  description: false,
  license: false,
  publisher: false,
  color: false,
};

/** The inputs by name, as JSON. */
export function shardInputs(options: BuildOptions, { features }: SitePlan): Record<string, string> {
  const values = [
    ...keysOf(isShared)
      .filter((name) => isShared[name])
      .map((name) => [name, options[name]] as const),
    ['journal', features.journal],
  ] as const;
  return {
    ...Object.fromEntries(values.map(([name, value]) => [name, JSON.stringify(value ?? null)])),
    // Another Node.js version may compress differently or have other Unicode tables.
    'Node.js': `${versions.node} ${hash('sha256', JSON.stringify(versions)).slice(0, 16)}`,
  };
}
