// Cache keys: digests of everything besides the source that the output depends on.
import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { versions } from 'node:process';
import type { References } from '../../catalog/references.ts';
import type { PlannedSite } from '../../outputs/build-options.ts';
import { pagesSiteOf } from '../../outputs/course-pages/document.ts';
import type { SitePlan } from '../../outputs/site.ts';
import { fingerprintKeyBytes } from '../../source/fingerprint.ts';
import type { SourceRange } from '../../source/ranges.ts';
import { settled, stampOf } from '../../source/stamp.ts';
import type { BuildOptions } from '../options.ts';
import { rangeType } from '../read/chunks.ts';

/** One digest for each part of the output. */
export interface CacheKey {
  /** What views and chunk results depend on besides the source and the references. */
  readonly views: string;
  /** What pages depend on besides their courses. */
  readonly pages: string;
  /** What the files around the API, and the report of a build, depend on. */
  readonly site: string;
}

/** Which part of the output a change of each option rebuilds. The public folder and the host's files count by their content. */
export const effects = {
  data: 'nothing',
  threads: 'nothing',
  chunkSize: 'nothing',
  dryRun: 'nothing',
  public: 'nothing',
  publicLinks: 'nothing',
  shard: 'nothing',
  merge: 'nothing',
  digest: 'views',
  latest: 'views',
  indexFile: 'views',
  precompress: 'views',
  pack: 'views',
  packSize: 'views',
  site: 'views',
  coursePages: 'views',
  dumps: 'views',
  baseUrl: 'pages',
  pageLinks: 'pages',
  pageSize: 'pages',
  out: 'site',
  host: 'site',
  title: 'site',
  description: 'site',
  color: 'site',
  license: 'site',
  publisher: 'site',
} as const satisfies Record<keyof BuildOptions, keyof CacheKey | 'nothing'>;

/** The key of a build that began at `began`, in milliseconds since 1970. */
export function cacheKey(options: BuildOptions, site: SitePlan, began: number): CacheKey {
  const valuesOf = (effect: keyof CacheKey) =>
    Object.entries(effects).flatMap(([name, of]) => (of === effect ? [[name, optionOf(options, name)]] : []));
  // A file too young for its stamp to show the next change counts as changed in every build.
  const ready = [...site.ready].map(([path, content]) => {
    const isCopy = typeof content === 'object' && 'copyOf' in content;
    return [path, isCopy ? (settled(stampOf(statSync(content.copyOf)), began) ?? began) : content];
  });
  return {
    // Another Node.js version may compress differently or have other Unicode tables.
    // Course pages name the site: with them, options of the pages and the site rebuild views too.
    views: digestOf([versions, valuesOf('views'), pagesSiteOf(site) ?? null]),
    pages: digestOf(valuesOf('pages')),
    site: digestOf([valuesOf('site'), ready]),
  };
}

/** What chunk results depend on besides the source, by name, so that a difference can be told. */
export function viewInputs(options: BuildOptions, site: PlannedSite): Record<string, string> {
  const values = Object.entries(effects).flatMap(([name, of]) =>
    of === 'views' ? [[name, JSON.stringify(optionOf(options, name))] as const] : [],
  );
  const ofPages = Object.entries(pagesSiteOf(site) ?? {}).map(
    ([name, value]) => [name, JSON.stringify(value)] as const,
  );
  return {
    ...Object.fromEntries([...values, ...ofPages]),
    versions: `${versions.node} ${digestOf(versions).slice(0, 16)}`,
  };
}

/** The key of the fingerprints of shards, which several machines have to agree on. */
export function sharedFingerprintKey(inputs: Readonly<Record<string, string>>): string {
  return digestOf(inputs).slice(0, 2 * fingerprintKeyBytes);
}

/** Digest of everything besides their bytes that chunk results depend on. */
export function contextKey({ views }: CacheKey, references: References): string {
  return digestOf([views, references]);
}

/** The key of a chunk result; undefined unless every fingerprint is known. */
export function chunkKey(context: string, ranges: readonly SourceRange[]): string | undefined {
  if (ranges.some(({ fingerprint }) => fingerprint === undefined)) return undefined;
  return digestOf([context, ranges.map((range) => [rangeType(range), range.fingerprint])]);
}

/** The key of a chunk that was read. */
export function keyOfRead(
  ranges: readonly SourceRange[],
  read: { readonly ranges: readonly { readonly fingerprint: string }[] },
  context: string,
): string {
  const fingerprinted = ranges.map((range, at) => ({ ...range, ...read.ranges[at] }));
  const key = chunkKey(context, fingerprinted);
  if (key === undefined) throw new RangeError('a range was read without its fingerprint');
  return key;
}

function digestOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value));
}

function optionOf(options: BuildOptions, name: string): unknown {
  const values: Readonly<Partial<Record<string, unknown>>> = { ...options };
  return values[name] ?? null;
}
