// Timing: how long each phase of a build takes. Reported to users, never written to the target.

export interface Timing {
  readonly name: string;
  readonly seconds: number;
}

/** Measures consecutive phases. */
export class Stopwatch {
  readonly timings: Timing[] = [];
  private last = performance.now();

  /** Ends the current phase and names it. */
  lap(name: string): void {
    const now = performance.now();
    this.timings.push({ name, seconds: (now - this.last) / 1000 });
    this.last = now;
  }
}
