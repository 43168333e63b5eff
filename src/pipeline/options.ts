// What a build is told, what it reports while it runs, and what it returns.
import type { LinkOptions } from '../api/paging.ts';
import type { Changes } from '../output/changes.ts';
import type { IndexForm } from '../output/writer.ts';
import type { Problem } from '../problems.ts';
import type { SiteOptions } from '../site/plan.ts';
import type { LargestList } from './lists/totals.ts';
import type { CatalogSummary } from './read/catalog.ts';
import type { Timing } from './timing.ts';

export interface CatalogOptions {
  /** The source folder. */
  readonly data: string;
  /** Worker threads; chosen by the size of the catalog where undefined. */
  readonly threads: number | undefined;
  /** Courses on a page. */
  readonly pageSize: number;
  /** Bytes of source that one job reads, on average; for tests of small catalogs. */
  readonly chunkSize?: number;
}

/** A new option also needs a row in `cache/key.ts`. */
export interface BuildOptions extends CatalogOptions, LinkOptions, IndexForm, SiteOptions {
  /** Courses in the latest list. */
  readonly latest: number;
  /** Whether to report what would change, and to write nothing. */
  readonly dryRun: boolean;
  /** Digest of this package's code, as another may make other files of the same source. Where it is undefined, no earlier build's state is used. */
  readonly digest: string | undefined;
}

/** How far the reading or the writing is. */
export interface Progress {
  readonly phase: 'courses' | 'pages';
  /** Bytes of source, or pages. */
  readonly done: number;
  readonly total: number;
  /** Courses read so far. */
  readonly courses: number;
}

export interface BuildIo {
  readonly onProgress: (progress: Progress) => void;
  /** Ends the build; what was published before stays. */
  readonly signal: AbortSignal;
}

export interface BuildResult extends CatalogSummary {
  readonly files: number;
  readonly folders: number;
  readonly bytes: number;
  readonly changes: Changes;
  readonly warnings: readonly Problem[];
  /** What to do next on the host that the build is for. */
  readonly notes: readonly string[];
  readonly timings: readonly Timing[];
  /** Undefined where there are no lists. */
  readonly largestList: LargestList | undefined;
}
