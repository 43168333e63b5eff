// Owns the figures of the benchmark: what is derived from the measurements, and the limits.
import { type Contender, count, MANY_TITLES, type Sizes } from './contenders.ts';
import type { Measurement } from './measure.ts';
import type { Rewritten } from './rewritten.ts';

/** All rounds of a contender combined: the median of each kind of number. */
export type Median = { seconds: number; peakBytes: number };

/** Everything that was measured. */
export interface Results {
  /** NaN in both numbers if a contender was not measured. */
  of: (contender: Contender) => Median;
  appended: Rewritten;
  /** After one title changed, including HTML pages. */
  retitled: Rewritten;
}

/** A row of the table of figures, calculated from the measurements. */
export interface Figure<R = Results> {
  name: string;
  unit: '' | ' MB' | ' kB' | ' s' | ' ms' | ' files';
  must?: number;
  aim?: number;
  measured: (results: R) => number;
  /** The row is omitted if this contender did not run. */
  needs?: Contender;
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
    { name: 'with --host cloudflare --pack ÷ plain files', ...ratio('packs', 'build') },
    {
      name: 'the same ÷ that of the command before',
      must: 1.05,
      needs: 'before',
      ...ratio('build', 'before'),
    },
    {
      name: 'nothing changed ÷ the same by the command before',
      must: 1.15,
      needs: 'before',
      ...ratio('unchanged', 'unchangedBefore'),
    },
    {
      name: 'one title changed ÷ the same by the command before',
      must: 1.3,
      needs: 'before',
      ...ratio('titleOne', 'titleOneBefore'),
    },
    {
      name: 'peak memory ÷ that of the command before',
      unit: '',
      must: 1.1,
      needs: 'before',
      measured: ({ of }) => of('build').peakBytes / of('before').peakBytes,
    },
    {
      name: 'whole command on the sample catalog ÷ the command before',
      must: 1.05,
      needs: 'before',
      ...ratio('sample', 'sampleBefore'),
    },
    { name: 'the same with pages for people and search ÷ without', must: 1.3, ...ratio('pages', 'build') },
    { name: 'with pages, a page for every course ÷ without', must: 2.4, ...ratio('coursePages', 'pages') },
    { name: 'with pages, a journal ÷ without', must: 1.15, ...ratio('journal', 'pages') },
    { name: 'with pages, dumps in NDJSON ÷ without', ...ratio('dumpsNdjson', 'pages') },
    { name: 'with pages, all three dumps ÷ without', must: 2, ...ratio('dumpsAll', 'pages') },
    {
      name: 'with pages, all three dumps: more memory',
      unit: ' MB',
      must: 150,
      measured: ({ of }) => (of('dumpsAll').peakBytes - of('pages').peakBytes) / 1e6,
    },
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
    { name: 'nothing changed ÷ cold build', ...ratio('unchanged', 'build') },
    {
      name: 'nothing changed ÷ `git status` of the same tree',
      must: 0.5,
      aim: 0.25,
      ...ratio('unchanged', 'gitStatus'),
    },
    { name: `${count(MANY_TITLES)} titles changed, source one file ÷ cold`, ...ratio('titles', 'build') },
    { name: 'one title changed, source one file ÷ cold', must: 0.35, aim: 0.15, ...ratio('titleOne', 'build') },
    { name: 'one title changed, source 1,000 files ÷ cold', ...ratio('titleMany', 'buildMany') },
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
      measured: ({ of }) => of('watchAppend').seconds * 1000,
    },
    { name: 'with pages and search, nothing changed ÷ cold', ...ratio('pagesUnchanged', 'pages') },
    { name: 'with pages and search, one title changed ÷ cold', ...ratio('pagesTitle', 'pages') },
    {
      name: 'a page for every course: nothing changed ÷ the same without',
      must: 1.6,
      ...ratio('coursePagesUnchanged', 'pagesUnchanged'),
    },
    {
      name: 'a page for every course: one title changed ÷ the same without',
      ...ratio('coursePagesTitle', 'pagesTitle'),
    },
    { name: 'a journal: nothing changed ÷ the same without', ...ratio('journalUnchanged', 'pagesUnchanged') },
    { name: 'a journal: one title changed ÷ the same without', must: 1.15, ...ratio('journalTitle', 'pagesTitle') },
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

/** The median of each number over some rounds; NaN if no round has the number. */
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
