// Owns what the benchmark prints: Markdown tables and the facts of the machine.
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { CONTENDERS, count, describe, type Sizes } from './contenders.ts';
import { type Figure, figures, type Results } from './figures.ts';
import type { Rewritten } from './rewritten.ts';

/** The digest of each output, and the paths in which it differs from the one that it is compared with. */
export type Identity = readonly { name: string; digest: string; files: number; differing: readonly string[] }[];

/** The figures against their limits, the measured times and memory, what edits rewrote, the digests, the machine. */
export function report(results: Results, identity: Identity, sizes: Sizes, rounds: number): string {
  const measured = CONTENDERS.filter((contender) => !Number.isNaN(results.of(contender).seconds));
  return [
    figureTable(figuresOf(results, sizes), results),
    ['', `| medians of ${rounds} | time | peak memory |`, '| --- | --- | --- |'],
    measured.map((contender) => {
      const { seconds, peakBytes } = results.of(contender);
      const memory = Number.isNaN(peakBytes) ? '' : `${(peakBytes / 1e6).toFixed(0)} MB`;
      return `| ${describe(contender, sizes)} | ${seconds.toFixed(3)} s | ${memory} |`;
    }),
    ['', ...rewrittenTable('one course appended', results.appended)],
    ['', ...rewrittenTable('one title changed, with pages and search', results.retitled)],
    ['', '| output | files | sha256 | |', '| --- | --- | --- | --- |'],
    identity.map(({ name, files, digest, differing }) => `| ${name} | ${files} | ${digest} | ${likeness(differing)} |`),
    ['', `${machine()}; everything on tmpfs.`, ''],
  ]
    .flat()
    .join('\n');
}

/** Figures against their limits. */
export function figureTable<R>(rows: readonly Figure<R>[], results: R): string[] {
  const head = ['| figure | must | aim | measured | |', '| --- | --- | --- | --- | --- |'];
  return [...head, ...rows.map((figure) => figureRow(figure, results))];
}

/** The figures whose `must` does not hold. */
export function missed(results: Results, sizes: Sizes): Figure[] {
  return figuresOf(results, sizes).filter((figure) => isMissed(figure, results));
}

export function isMissed<R>({ must = Number.POSITIVE_INFINITY, measured }: Figure<R>, results: R): boolean {
  return !(measured(results) <= must);
}

/** A description of the machine; a sentence without its full stop. */
export function machine(): string {
  const [cpu] = cpus();
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GiB`;
  return [
    `${cpu?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${memory},`,
    `${process.platform} ${release()}, Node ${process.version}`,
  ].join(' ');
}

function figuresOf(results: Results, sizes: Sizes): Figure[] {
  return figures(sizes).filter(({ needs }) => needs === undefined || !Number.isNaN(results.of(needs).seconds));
}

function figureRow<R>({ name, unit, must, aim, measured }: Figure<R>, results: R): string {
  const value = measured(results);
  const limit = (bound: number | undefined) => (bound === undefined ? '' : `≤ ${bound}${unit}`);
  const digits = unit === '' || unit === ' s' ? 2 : unit === ' kB' ? 1 : 0;
  return `| ${name} | ${limit(must)} | ${limit(aim)} | ${value.toFixed(digits)}${unit} | ${verdict(value, must, aim)} |`;
}

function rewrittenTable(edit: string, { added, changed, removed, kinds }: Rewritten): string[] {
  const row = (name: string, files: number) => `| ${name} | ${count(files)} |`;
  return [
    `| ${edit} | files |`,
    '| --- | --- |',
    row('added', added),
    row('changed', changed),
    row('removed', removed),
    ...[...kinds]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, files]) => row(`of those added and changed: ${kind}`, files)),
  ];
}

function verdict(value: number, must: number | undefined, aim: number | undefined): string {
  if (must !== undefined && !(value <= must)) return '**missed**';
  if (aim !== undefined) return value <= aim ? 'aim reached' : 'must holds';
  return '';
}

function likeness(differing: readonly string[]): string {
  if (differing.length === 0) return 'identical';
  return `**${differing.length} files differ**, such as ${differing.slice(0, 3).join(', ')}`;
}
