// Scheduler files: the type of what `init` writes for a scheduler.
import type { InitFile } from '../project.ts';

export interface SchedulerFiles {
  readonly files: readonly InitFile[];
  /** For the catalog's README, in Markdown. */
  readonly steps: string;
  /** The steps in one line. */
  readonly next: string;
}
