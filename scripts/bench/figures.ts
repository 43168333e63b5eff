// Owns what a figure is: a number from the measurements, and its limit.
import type { Contender, Medians } from './contenders.ts';
import type { Measurement } from './measure.ts';

export interface Figure<R = Medians> {
  name: string;
  unit: '' | ' MB' | ' kB' | ' s' | ' ms' | ' bytes';
  /** The limit. */
  must?: number;
  measured: (results: R) => number;
}

/** What was measured of one contender, divided by that of another: processor time, or something else. */
export function ratio(
  name: string,
  one: Contender,
  other: Contender,
  must: number,
  key: keyof Measurement = 'cpuSeconds',
): Figure {
  return { name, unit: '', must, measured: (of) => of(one)[key] / of(other)[key] };
}

export function memory(name: string, one: Contender, must: number): Figure {
  return { name, unit: ' MB', must, measured: (of) => of(one).peakBytes / 1e6 };
}
