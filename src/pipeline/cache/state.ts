// The state: what the last build read and wrote, so that the next one can skip what has not changed.
import type { List } from '../../api/paging.ts';
import type { Membership } from '../../catalog/membership.ts';
import type { Problem } from '../../problems.ts';
import type { SourceFormat, RecordKind } from '../../source/find.ts';
import type { SourceRange } from '../../source/ranges.ts';
import type { FileStamp } from '../../source/stamp.ts';
import type { OutputFile } from '../../storage/writer.ts';
import type { Totals } from '../built-files.ts';
import type { ByOutput, OutputSettings } from '../output-settings.ts';
import type { CatalogSummary, LargestList } from '../read/check-catalog.ts';
import type { ChunkResult } from '../read/result.ts';
import type { CacheKey } from './key.ts';
import type { TargetSnapshot } from './snapshot.ts';

export interface RecordedFile {
  readonly kind: RecordKind;
  readonly format: SourceFormat;
  readonly path: string;
  /** Null if the file was so young that its next change might not alter the stamp. */
  readonly stamp: FileStamp | null;
  /** The ranges into which a course file was split. */
  readonly ranges: readonly (Omit<SourceRange, 'file'> & { readonly fingerprint: string })[];
}

/** The large part of a state: the lists of the catalog, and what outputs keep and have written. */
export interface SavedDetails {
  readonly lists: readonly List[];
  readonly membership: Membership;
  readonly kept: ByOutput<unknown>;
  /** See `BuiltFiles`. */
  readonly files: ByOutput<readonly OutputFile[]>;
}

/** A build, regardless of its publication. */
export interface BuildRecord {
  readonly key: CacheKey;
  readonly settings: ByOutput<OutputSettings>;
  /** In the order of discovery. */
  readonly files: readonly RecordedFile[];
  readonly chunks: readonly ChunkResult[];
  /** Loaded on first use. */
  readonly details: () => SavedDetails;
  readonly summary: CatalogSummary;
  readonly totals: Totals;
  readonly largestList: LargestList | undefined;
  /** Warnings about the catalog, without those of finding its files. */
  readonly warnings: readonly Problem[];
  /** Warnings about the host's limits. */
  readonly budget: readonly Problem[];
}

/** The state of a published build. */
export interface BuildState extends BuildRecord {
  /** Unique to this state. */
  readonly id: string;
  readonly snapshot: TargetSnapshot;
}

/** What one build passes on to the next in the same process, which then need not audit the target. */
export interface LastBuild {
  state?: BuildState;
  /** Stamps of its source files; null where the next change might not alter the stamp. */
  stamps?: ReadonlyMap<string, FileStamp | null>;
}
