// The interface of a build: its options, its progress, its result and what it changed.
import type { SiteOptions } from '../outputs/site-options.ts';
import type { FieldTable } from '../catalog/fields.ts';
import type { Problem } from '../text/problems.ts';
import type { CatalogSummary } from '../results.ts';
import type { LargestList } from './read/check-catalog.ts';
import type { Timing } from './timing.ts';
import type { KeptThreads } from './workers/kept-threads.ts';

export interface CatalogOptions {
  readonly data: string;
  /** Number of worker threads; if undefined, the size of the catalog decides. */
  readonly threads: number | undefined;
  readonly pageSize: number;
  readonly fields: FieldTable;
  /** Average bytes of source per job; tests set it to split small catalogs. */
  readonly chunkSize?: number;
}

/** How many courses a build or an import may remove. */
export interface RemovalLimit {
  /** As it was typed: `100` or `10%`. */
  readonly text: string;
  /** The number of courses, or thousandths of those that there are. */
  readonly most: number;
  readonly isShare: boolean;
}

export interface BuildOptions extends CatalogOptions, SiteOptions {
  /** Report what would change, and leave the target as it is. */
  readonly dryRun: boolean;
  /** How many of the published courses a build may remove; if undefined, all. */
  readonly maxRemoved: RemovalLimit | undefined;
}

export interface BuildProgress {
  readonly phase: 'courses' | 'tasks';
  /** Bytes of source, chunks, or tasks of outputs. */
  readonly done: number;
  readonly total: number;
  readonly courses: number;
}

export interface BuildIo {
  readonly onProgress: (progress: BuildProgress) => void;
  /** The time of what changed, for the journal. It may throw a ProblemsError; without it, that is the beginning of 1970. */
  readonly at?: (() => string) | undefined;
  /** Aborts the build and leaves the published site as it was. */
  readonly signal: AbortSignal;
  /** Worker threads that stay for the next build; without them, a build has threads of its own. */
  readonly threads?: KeptThreads | undefined;
  /**
   * Lists the changes of a build, with those of earlier builds that were never listed, and returns whether it could: otherwise the
   * next build lists them too. Without it, changes are in no list.
   */
  readonly report?: ((changes: FileChanges) => Promise<boolean>) | undefined;
}

export interface BuildResult extends CatalogSummary {
  readonly files: number;
  readonly folders: number;
  readonly bytes: number;
  readonly changes: FileChanges;
  readonly warnings: readonly Problem[];
  /** Next steps on the host that the build is for. */
  readonly notes: readonly string[];
  readonly timings: readonly Timing[];
  /** Undefined if there are no lists. */
  readonly largestList: LargestList | undefined;
}

/** Paths below the target, with `/`; those of a large build are generated on demand. */
export interface Paths extends Iterable<string> {
  readonly length: number;
}

/** What a build added, changed and removed. Each path is in one of the three. */
export interface FileChanges {
  readonly added: Paths;
  readonly changed: Paths;
  readonly removed: Paths;
}
