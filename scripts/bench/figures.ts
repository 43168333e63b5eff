// Owns the figures of the benchmark: which contenders run, what is derived from them, and the limits.
import type { Measurement } from './measure.ts';
import type { Rewritten } from './rewritten.ts';

/** Cold commands, each run once in each round, in this order. */
export const COLD = [
  'small',
  'compressed',
  'pages',
  'before',
  'build',
  // Right after the build, whose output it copies.
  'copy',
  'plain',
  'large',
  'sample',
  'version',
] as const;

/** Run in the first round only: no figure needs them, but their output has to be the same. */
export const ONCE = ['threads1', 'threads2', 'threads4'] as const;

/** Measured by `incremental.ts`, once in each round. */
const LIVE = [
  'unchanged',
  'titleOne',
  'buildMany',
  'titleMany',
  'appended',
  'watchTitle',
  'watchAppend',
  'pagesUnchanged',
  'pagesTitle',
] as const;

export const CONTENDERS = [...COLD, ...ONCE, ...LIVE] as const;

export type Contender = (typeof CONTENDERS)[number];

/** Number of courses of the three generated catalogs. */
export interface Sizes {
  small: number;
  medium: number;
  large: number;
}

/** All rounds of a contender as one: the median of each kind of number. */
export type Median = { seconds: number; peakBytes: number };

/** Everything that was measured. */
export interface Results {
  /** NaN in both numbers where a contender was not measured. */
  of: (contender: Contender) => Median;
  appended: Rewritten;
  /** After one title changed, pages for people included. */
  retitled: Rewritten;
}

/** A row of the table of figures, drawn from what was measured. */
export interface Figure<R = Results> {
  name: string;
  unit: '' | ' MB' | ' s' | ' ms' | ' files';
  must?: number;
  aim?: number;
  measured: (results: R) => number;
  /** The row is left out where this one did not run. */
  needs?: Contender;
}

/** What a contender is, for people. */
export function describe(contender: Contender, { small, medium, large }: Sizes): string {
  const courses = `${count(medium)} courses`;
  const named: Readonly<Record<Contender, string>> = {
    small: `build of ${count(small)} courses`,
    compressed: `build of ${count(small)} courses, --precompress gzip,brotli`,
    before: `build of ${courses} by the command of --before`,
    build: `build of ${courses}`,
    pages: `build of ${courses} with pages for people and search`,
    copy: '`cp -r` of that output',
    plain: `scripts/plain-build.mjs, ${courses}`,
    threads1: `build of ${courses}, --threads 1 (one round)`,
    threads2: `build of ${courses}, --threads 2 (one round)`,
    threads4: `build of ${courses}, --threads 4 (one round)`,
    large: `build of ${count(large)} courses`,
    sample: 'build of data/',
    version: 'course-catalog --version',
    unchanged: `build of ${courses}, nothing changed`,
    titleOne: `build of ${courses} in one file, one title changed`,
    buildMany: `build of ${courses} in 1,000 files`,
    titleMany: `build of ${courses} in 1,000 files, one title changed`,
    appended: `build of ${courses} in one file, one course appended`,
    watchTitle: `build --watch, ${courses} in one file, one title changed: from save to published`,
    watchAppend: `build --watch, ${courses} in one file, one course appended: from save to published`,
    pagesUnchanged: `build of ${courses} with pages and search, nothing changed`,
    pagesTitle: `build of ${courses} with pages and search, one title changed`,
  };
  return named[contender];
}

/** The table of figures; a row added here is measured, judged and printed. */
export function figures({ small, medium, large }: Sizes): Figure[] {
  const ratio = (one: Contender, other: Contender) => ({
    unit: '' as const,
    measured: ({ of }: Results) => of(one).seconds / of(other).seconds,
  });
  return [
    {
      name: `build of ${count(medium)} courses ÷ \`cp -r\` of its own output`,
      must: 1.6,
      aim: 1,
      ...ratio('build', 'copy'),
    },
    { name: 'the same ÷ scripts/plain-build.mjs', must: 0.6, aim: 0.4, ...ratio('build', 'plain') },
    { name: 'the same ÷ that of the command before', must: 1.05, aim: 1, needs: 'before', ...ratio('build', 'before') },
    { name: 'the same with pages for people and search ÷ without', must: 1.3, ...ratio('pages', 'build') },
    {
      name: `peak memory at ${count(medium)} courses`,
      unit: ' MB',
      must: 450,
      aim: 250,
      measured: ({ of }) => of('build').peakBytes / 1e6,
    },
    {
      name: `time per course at ${count(large)} ÷ at ${count(small)}`,
      unit: '',
      must: 1.3,
      aim: 1.1,
      measured: ({ of }) => of('large').seconds / large / (of('small').seconds / small),
    },
    {
      name: `peak memory at ${count(large)} ÷ at ${count(medium)}`,
      unit: '',
      must: 2.2,
      aim: 1.6,
      measured: ({ of }) => of('large').peakBytes / of('build').peakBytes,
    },
    {
      name: 'whole command on the sample catalog, start to exit',
      unit: ' s',
      must: 0.6,
      aim: 0.25,
      measured: ({ of }) => of('sample').seconds,
    },
    {
      name: `build of ${count(small)} courses with --precompress gzip,brotli ÷ without`,
      ...ratio('compressed', 'small'),
    },
    { name: '`course-catalog --version`, start to exit', unit: ' s', measured: ({ of }) => of('version').seconds },
    { name: 'nothing changed ÷ cold build', must: 0.1, aim: 0.03, ...ratio('unchanged', 'build') },
    { name: 'one title changed, source one file ÷ cold', must: 0.35, aim: 0.15, ...ratio('titleOne', 'build') },
    { name: 'one title changed, source 1,000 files ÷ cold', must: 0.15, aim: 0.05, ...ratio('titleMany', 'buildMany') },
    { name: 'one course appended ÷ cold', ...ratio('appended', 'build') },
    {
      name: 'one course appended: files written anew with the bytes they had',
      unit: ' files',
      must: 0,
      measured: ({ appended }) => appended.needless,
    },
    {
      name: 'one title changed, `--watch`, from save to published',
      unit: ' ms',
      must: 300,
      aim: 100,
      measured: ({ of }) => of('watchTitle').seconds * 1000,
    },
    {
      name: 'one course appended, `--watch`, from save to published',
      unit: ' ms',
      must: 300,
      aim: 100,
      measured: ({ of }) => of('watchAppend').seconds * 1000,
    },
    { name: 'with pages and search, nothing changed ÷ cold', ...ratio('pagesUnchanged', 'pages') },
    { name: 'with pages and search, one title changed ÷ cold', ...ratio('pagesTitle', 'pages') },
    {
      name: 'with pages and search, one title changed: files written',
      unit: ' files',
      measured: ({ retitled }) => retitled.added + retitled.changed,
    },
    {
      name: 'with pages and search: peak memory',
      unit: ' MB',
      measured: ({ of }) => of('pages').peakBytes / 1e6,
    },
    {
      name: 'peak memory of `--watch`',
      unit: ' MB',
      measured: ({ of }) => of('watchAppend').peakBytes / 1e6,
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

/** A number of courses or files, for people. */
export function count(number: number): string {
  return number.toLocaleString('en-US');
}
