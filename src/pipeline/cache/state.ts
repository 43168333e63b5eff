// The state: what the last build read and wrote, from which the next one tells what need not be done again.
import type { Tally } from '../../output/writer.ts';
import type { Problem } from '../../problems.ts';
import type { Format, Kind } from '../../source/find.ts';
import type { SourceRange } from '../../source/ranges.ts';
import type { FileStamp } from '../../source/stamp.ts';
import type { WrittenLists } from '../lists/page-plan.ts';
import type { LargestList, OutputFile, Totals } from '../lists/totals.ts';
import type { CatalogSummary } from '../read/catalog.ts';
import type { ChunkResult } from '../read/result.ts';
import type { CacheKey } from './key.ts';
import type { OutputSnapshot } from './snapshot.ts';

/** A source file as it was read. */
export interface ReadFile {
  readonly kind: Kind;
  readonly format: Format;
  readonly path: string;
  /** Null where the file was so young that its next change might not show in the stamp. */
  readonly stamp: FileStamp | null;
  /** The ranges that a file of courses was read in. */
  readonly ranges: readonly (Omit<SourceRange, 'file'> & { readonly fingerprint: string })[];
}

/** A chunk, under the key of its result. */
export interface SavedChunk {
  readonly key: string;
  readonly result: ChunkResult;
}

/** What a build made, its publication apart. */
export interface BuildRecord {
  readonly key: CacheKey;
  readonly pageSize: number;
  /** In the order in which they were found. */
  readonly files: readonly ReadFile[];
  /** Makes the fingerprints of ranges. */
  readonly fingerprintKey: string;
  readonly chunks: readonly SavedChunk[];
  /** Loaded when it is asked for. */
  readonly lists: () => WrittenLists;
  readonly summary: CatalogSummary;
  readonly totals: Pick<Totals, keyof Tally | 'folders'>;
  readonly largestList: LargestList | undefined;
  /** The files that are neither a page nor a view. */
  readonly otherFiles: readonly OutputFile[];
  /** Of the catalog, those of finding its files apart, and of the host's budget. */
  readonly warnings: readonly Problem[];
  readonly budget: readonly Problem[];
}

/** The state of a published build. */
export interface BuildState extends BuildRecord {
  /** Tells this state from every other. */
  readonly id: string;
  readonly snapshot: OutputSnapshot;
}

/** What one build of a process leaves to the next one, which then need not audit the output. */
export interface LastBuild {
  state?: BuildState;
  /** Stamps of the source files that it was built from, where they show the next change. */
  stamps?: ReadonlyMap<string, FileStamp | null>;
}
