// Cache keys: digests of everything that output depends on beside the source, so that a change of it makes the output anew.
import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { versions } from 'node:process';
import type { References } from '../../catalog/references.ts';
import type { SitePlan } from '../../site/plan.ts';
import { settled, stampOf } from '../../source/stamp.ts';
import type { BuildOptions } from '../options.ts';
import { formOf, type ChunkRange } from '../read/chunks.ts';

/** Digests of what the parts of the output depend on. */
export interface CacheKey {
  /** The views and all that chunk results hold, beside the source. */
  readonly views: string;
  /** The pages, beside the courses. */
  readonly pages: string;
  /** The files around the API, and what is reported of the output. */
  readonly site: string;
}

/** What a change of each option makes anew. The public folder and the host's files count by their content. */
export const effects = {
  data: 'nothing',
  threads: 'nothing',
  chunkSize: 'nothing',
  dryRun: 'nothing',
  public: 'nothing',
  digest: 'views',
  latest: 'views',
  indexFile: 'views',
  precompress: 'views',
  site: 'views',
  baseUrl: 'pages',
  pageLinks: 'pages',
  pageSize: 'pages',
  out: 'site',
  host: 'site',
  title: 'site',
  description: 'site',
  color: 'site',
} as const satisfies Record<keyof BuildOptions, keyof CacheKey | 'nothing'>;

/** The key of a build that began at `began`, in milliseconds since 1970. */
export function cacheKey(options: BuildOptions, { texts, copies }: SitePlan, began: number): CacheKey {
  const valuesOf = (effect: keyof CacheKey) =>
    Object.entries(effects).flatMap(([name, of]) => (of === effect ? [[name, optionOf(options, name)]] : []));
  // A file that is too young for its stamp to show the next change counts as a new one each time.
  const copied = [...copies].map(([path, from]) => [path, settled(stampOf(statSync(from)), began) ?? began]);
  return {
    // Another Node may compress otherwise, or know other forms of Unicode.
    views: digestOf([versions, valuesOf('views')]),
    pages: digestOf(valuesOf('pages')),
    site: digestOf([valuesOf('site'), [...texts], copied]),
  };
}

/** The key of what the results of all chunks depend on beside their bytes. */
export function contextKey({ views }: CacheKey, references: References): string {
  return digestOf([views, references]);
}

/** The key of the result of a chunk; undefined where not every fingerprint is known. */
export function chunkKey(context: string, ranges: readonly ChunkRange[]): string | undefined {
  if (ranges.some(({ fingerprint }) => fingerprint === undefined)) return undefined;
  return digestOf([context, ranges.map((range) => [formOf(range), range.fingerprint])]);
}

/** The same for the same plain data. */
function digestOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value));
}

function optionOf(options: BuildOptions, name: string): unknown {
  const values: Readonly<Partial<Record<string, unknown>>> = { ...options };
  return values[name] ?? null;
}
