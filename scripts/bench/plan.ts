// Owns the plan of a run, which each mode gets.
import type { Workspace } from './measure.ts';

export interface Plan {
  /** The command to measure. */
  bin: string;
  /** The earlier command, measured beside it. */
  before: string | undefined;
  /** Size of the generated catalog. */
  courses: number;
  rounds: number;
  /** An empty folder. */
  root: string;
  workspace: Workspace;
  progress: (text: string) => void;
}
