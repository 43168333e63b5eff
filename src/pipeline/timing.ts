// Timing: how long each stage of a build takes. It is told to people, and never written to the output.

export interface Timing {
  readonly name: string;
  readonly seconds: number;
}

/** Measures stages that follow one another. */
export class Stopwatch {
  readonly timings: Timing[] = [];
  private last = performance.now();

  /** Ends the stage that is going on, and names it. */
  lap(name: string): void {
    const now = performance.now();
    this.timings.push({ name, seconds: (now - this.last) / 1000 });
    this.last = now;
  }
}
