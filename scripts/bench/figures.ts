// Owns the figures of the benchmark: which contenders run, what is derived from them, and the limits.
import type { Measurement } from './measure.ts';

/** Everything that is run once in each round, in this order. */
export const CONTENDERS = [
  'small',
  'compressed',
  'build',
  'copy',
  'plain',
  'threads1',
  'threads2',
  'threads4',
  'large',
  'sample',
  'version',
] as const;

export type Contender = (typeof CONTENDERS)[number];

/** Number of courses of the three generated catalogs. */
export interface Sizes {
  small: number;
  medium: number;
  large: number;
}

/** All rounds of a contender as one: the median of each kind of number. */
export type Median = { seconds: number; peakBytes: number };

export type Medians = Readonly<Record<Contender, Median>>;

export interface Figure {
  name: string;
  unit: '' | ' MB' | ' s';
  must?: number;
  aim?: number;
  measured: (medians: Medians) => number;
}

/** What a contender is, for people. */
export function describe(contender: Contender, { small, medium, large }: Sizes): string {
  const named: Readonly<Record<Contender, string>> = {
    small: `build of ${count(small)} courses`,
    compressed: `build of ${count(small)} courses, --precompress gzip,brotli`,
    build: `build of ${count(medium)} courses`,
    copy: '`cp -r` of that output',
    plain: `scripts/plain-build.mjs, ${count(medium)} courses`,
    threads1: `build of ${count(medium)} courses, --threads 1`,
    threads2: `build of ${count(medium)} courses, --threads 2`,
    threads4: `build of ${count(medium)} courses, --threads 4`,
    large: `build of ${count(large)} courses`,
    sample: 'build of data/',
    version: 'course-catalog --version',
  };
  return named[contender];
}

/** The table of figures; a row added here is measured, judged and printed. */
export function figures({ small, medium, large }: Sizes): Figure[] {
  return [
    {
      name: `build of ${count(medium)} courses ÷ \`cp -r\` of its own output`,
      unit: '',
      must: 1.6,
      aim: 1,
      measured: ({ build, copy }) => build.seconds / copy.seconds,
    },
    {
      name: 'the same ÷ scripts/plain-build.mjs',
      unit: '',
      must: 0.6,
      aim: 0.4,
      measured: ({ build, plain }) => build.seconds / plain.seconds,
    },
    {
      name: `peak memory at ${count(medium)} courses`,
      unit: ' MB',
      must: 450,
      aim: 250,
      measured: ({ build }) => build.peakBytes / 1e6,
    },
    {
      name: `time per course at ${count(large)} ÷ at ${count(small)}`,
      unit: '',
      must: 1.3,
      aim: 1.1,
      measured: (medians) => medians.large.seconds / large / (medians.small.seconds / small),
    },
    {
      name: `peak memory at ${count(large)} ÷ at ${count(medium)}`,
      unit: '',
      must: 2.2,
      aim: 1.6,
      measured: (medians) => medians.large.peakBytes / medians.build.peakBytes,
    },
    {
      name: 'whole command on the sample catalog, start to exit',
      unit: ' s',
      must: 0.6,
      aim: 0.25,
      measured: ({ sample }) => sample.seconds,
    },
    {
      name: `build of ${count(small)} courses with --precompress gzip,brotli ÷ without`,
      unit: '',
      measured: ({ compressed, small: plain }) => compressed.seconds / plain.seconds,
    },
    {
      name: '`course-catalog --version`, start to exit',
      unit: ' s',
      measured: ({ version }) => version.seconds,
    },
  ];
}

/** The median of each number of some rounds; NaN where none has the number. */
export function median(rounds: readonly Measurement[]): Median {
  return {
    seconds: middle(rounds.map(({ seconds }) => seconds)),
    peakBytes: middle(rounds.flatMap(({ peakBytes }) => peakBytes ?? [])),
  };
}

function middle(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

function count(courses: number): string {
  return courses.toLocaleString('en-US');
}
