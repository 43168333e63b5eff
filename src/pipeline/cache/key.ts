// Cache keys: digests of everything besides the source that the target depends on.
import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { versions } from 'node:process';
import { crc32 } from 'node:zlib';
import type { References } from '../../catalog/references.ts';
import type { JournalFile } from '../../journal/file.ts';
import { outputDeclarations } from '../../outputs/declarations.ts';
import type { SitePlan } from '../../outputs/site-plan.ts';
import type { SourceRange } from '../../source/ranges.ts';
import { settled, stampOf } from '../../source/stamp.ts';
import type { BuildOptions } from '../build-options.ts';
import type { ByOutput, OutputSettings } from '../output-settings.ts';
import { rangeType } from '../read/chunks.ts';
import { keysOf } from '../../text/keys.ts';

export interface CacheKey {
  /** Digest of what chunk results, and the files of courses, depend on besides the source and the references. */
  readonly chunks: string;
  /** Digest of all options that the target or the report of a build depends on, and of the files that are known before the source is read. */
  readonly siteDigest: string;
  /** The checksum of the journal that the build found; in a saved state, that of the one that it left. Undefined if none is kept. */
  readonly journalChecksum: string | undefined;
}

/** Whether the value of an option goes into `siteDigest`: the target or the report of a build depends on it. */
const isInSiteDigest: Readonly<Record<keyof BuildOptions, boolean>> = {
  out: true,
  baseUrl: true,
  pageLinks: true,
  pageSize: true,
  latest: true,
  host: true,
  indexFile: true,
  precompress: true,
  catalogPage: true,
  coursePages: true,
  sitemapSize: true,
  dumps: true,
  journal: true,
  title: true,
  description: true,
  license: true,
  publisher: true,
  color: true,
  locale: true,
  version: true,
  logo: true,
  links: true,
  // They count by their content.
  data: false,
  public: false,
  publicLinks: false,
  // They are in the other digest, by `chunkInputs`.
  digest: false,
  // They only decide how a build is done, and whether it is published.
  threads: false,
  chunkSize: false,
  dryRun: false,
  shard: false,
  merge: false,
};
/** The key of a build that began at `began`, in milliseconds since 1970. */
export function cacheKey(
  options: BuildOptions,
  settings: ByOutput<OutputSettings>,
  plan: SitePlan,
  began: number,
): Omit<CacheKey, 'journalChecksum'> {
  const values = keysOf(isInSiteDigest)
    .filter((name) => isInSiteDigest[name])
    .map((name) => [name, options[name] ?? null]);
  // A file too young for its stamp to show the next change counts as changed in every build.
  const fixedFiles = [...plan.fixedFiles].map(([path, content]) => {
    const isCopy = typeof content === 'object' && 'copyOf' in content;
    return [path, isCopy ? (settled(stampOf(statSync(content.copyOf)), began) ?? began) : content];
  });
  return {
    chunks: digestOf(chunkInputs(options, settings)),
    siteDigest: digestOf([values, fixedFiles]),
  };
}

export function checksumOfJournal({ isThere, text }: Pick<JournalFile, 'isThere' | 'text'>): string {
  return isThere ? `${text.length} ${crc32(text)}` : 'none';
}

/** What chunk results, and the files of courses, depend on besides the source, by name, so that a difference can be told. */
export function chunkInputs(
  { digest, latest, journal }: BuildOptions,
  settings: ByOutput<OutputSettings>,
): Record<string, string> {
  const collecting = outputDeclarations.filter(({ collectedFields, courseFiles }) => collectedFields ?? courseFiles);
  const isWanted = collecting.map(({ name }) => [name, settings[name] !== undefined] as const);
  const outputInputs = collecting.flatMap(({ name }) =>
    Object.entries(settings[name]?.chunkSettings ?? {}).map(([field, value]) => [`${name} ${field}`, value] as const),
  );
  const values = [
    ['digest', digest],
    ['latest', latest],
    ['journal', journal !== undefined],
    ...isWanted,
    ...outputInputs,
  ] as const;
  return {
    ...Object.fromEntries(values.map(([name, value]) => [name, JSON.stringify(value ?? null)])),
    // Another Node.js version may compress differently or have other Unicode tables.
    versions: `${versions.node} ${digestOf(versions).slice(0, 16)}`,
  };
}

/** Digest of everything besides their bytes that chunk results depend on. */
export function digestOfContext({ chunks }: CacheKey, references: References): string {
  return digestOf([chunks, references]);
}

/** The key of a chunk result; undefined unless every fingerprint is known. */
export function chunkKey(contextDigest: string, ranges: readonly SourceRange[]): string | undefined {
  if (ranges.some(({ fingerprint }) => fingerprint === undefined)) return undefined;
  return digestOf([contextDigest, ranges.map((range) => [rangeType(range), range.fingerprint])]);
}

/** The key of a chunk result, once the chunk was read. */
export function keyOfRead(
  ranges: readonly SourceRange[],
  read: { readonly ranges: readonly { readonly fingerprint: string }[] },
  contextDigest: string,
): string {
  const fingerprinted = ranges.map((range, index) => ({ ...range, ...read.ranges[index] }));
  const key = chunkKey(contextDigest, fingerprinted);
  if (key === undefined) throw new RangeError('a range was read without its fingerprint');
  return key;
}

function digestOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value));
}
