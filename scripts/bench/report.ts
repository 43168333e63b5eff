// Owns what the benchmark prints: Markdown tables and the facts of the machine.
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import type { Contender, Results } from './contenders.ts';
import type { Figure } from './figures.ts';
import type { Measurement } from './measure.ts';

/** What a mode returns. */
export interface Report {
  /** Markdown. */
  text: string;
  /** Whether every limit is kept. */
  isWithin: boolean;
}

/** The limit of the peak memory, divided by that of the command of --before. */
const mustOfMemory = 1.1;

/** The figures, and a table of the contenders. */
export function reportOf(figures: readonly Figure[], contenders: readonly Contender[], results: Results): Report {
  const { of, before } = results;
  const rows = contenders.map((contender) => contenderRow(contender, of(contender), before?.(contender)));
  const lines = [
    ...figureTable(figures, of, before),
    '',
    '| | processor time | by the clock | peak memory | time ÷ before | memory ÷ before |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(({ cells }) => `| ${cells.join(' | ')} |`),
    '',
    `${machine()}.`,
    '',
  ];
  const isWithin = rows.every((row) => row.isWithin) && !figures.some((figure) => isMissed(figure, of));
  return { text: lines.join('\n'), isWithin };
}

/** Figures against their limits, and what the command of --before comes to. */
export function figureTable<R>(figures: readonly Figure<R>[], results: R, before?: R): string[] {
  const head = ['| figure | must | measured | before | |', '| --- | --- | --- | --- | --- |'];
  return [...head, ...figures.map((figure) => figureRow(figure, results, before))];
}

export function isMissed<R>({ must = Number.POSITIVE_INFINITY, measured }: Figure<R>, results: R): boolean {
  return !(measured(results) <= must);
}

/** A description of the machine; a sentence without its full stop. */
export function machine(): string {
  const [cpu] = cpus();
  const gibibytes = `${(totalmem() / 2 ** 30).toFixed(0)} GiB`;
  return [
    `${cpu?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${gibibytes},`,
    `${process.platform} ${release()}, Node ${process.version}`,
  ].join(' ');
}

function figureRow<R>(figure: Figure<R>, results: R, before: R | undefined): string {
  const { name, unit, must, measured } = figure;
  const digits = unit === '' || unit === ' s' ? 2 : unit === ' kB' ? 1 : 0;
  const shown = (of: R | undefined) => {
    const value = of === undefined ? Number.NaN : measured(of);
    return Number.isNaN(value) ? '' : `${value.toFixed(digits)}${unit}`;
  };
  const cells = [name, must === undefined ? '' : `≤ ${must}${unit}`, shown(results), shown(before)];
  return `| ${[...cells, isMissed(figure, results) ? '**missed**' : ''].join(' | ')} |`;
}

function contenderRow({ name, must }: Contender, now: Measurement, before: Measurement | undefined) {
  const time = against(before && now.cpuSeconds / before.cpuSeconds, must);
  const memory = against(before && now.peakBytes / before.peakBytes, mustOfMemory);
  const peak = `${(now.peakBytes / 1e6).toFixed(0)} MB`;
  const measured = [`${now.cpuSeconds.toFixed(3)} s`, `${now.seconds.toFixed(3)} s`, peak];
  return { cells: [name, ...measured, time.cell, memory.cell], isWithin: time.isWithin && memory.isWithin };
}

/** NaN is of a contender that the command of --before does not know. */
function against(value = Number.NaN, must = Number.POSITIVE_INFINITY): { cell: string; isWithin: boolean } {
  if (Number.isNaN(value)) return { cell: '', isWithin: true };
  const isWithin = value <= must;
  const limit = Number.isFinite(must) ? ` (≤ ${must})` : '';
  return { cell: `${value.toFixed(2)}${limit}${isWithin ? '' : ' **missed**'}`, isWithin };
}
