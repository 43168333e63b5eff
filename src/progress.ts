// Progress: how much of some work is done, as a progress bar shows it.

export interface ShownProgress {
  readonly done: number;
  readonly total: number;
  /** What is done so far, in words: `1,204 courses`. */
  readonly what: string;
}
