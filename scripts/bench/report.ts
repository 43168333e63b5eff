// Owns what the benchmark prints: Markdown tables and the facts of the machine.
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { CONTENDERS, describe, type Figure, figures, type Medians, type Sizes } from './figures.ts';

/** The digest of each output at the medium size, and the paths in which one differs from the yardstick's. */
export type Identity = readonly { name: string; digest: string; files: number; differing: readonly string[] }[];

/** The figures against their limits, the measured times and memory, the digests, the machine. */
export function report(medians: Medians, identity: Identity, sizes: Sizes, rounds: number): string {
  return [
    ['| figure | must | aim | measured | |', '| --- | --- | --- | --- | --- |'],
    figures(sizes).map((figure) => figureRow(figure, medians)),
    ['', `| medians of ${rounds} | time | peak memory |`, '| --- | --- | --- |'],
    CONTENDERS.map((contender) => {
      const { seconds, peakBytes } = medians[contender];
      const memory = Number.isNaN(peakBytes) ? '' : `${(peakBytes / 1e6).toFixed(0)} MB`;
      return `| ${describe(contender, sizes)} | ${seconds.toFixed(3)} s | ${memory} |`;
    }),
    ['', '| output | files | sha256 | |', '| --- | --- | --- | --- |'],
    identity.map(({ name, files, digest, differing }) => `| ${name} | ${files} | ${digest} | ${likeness(differing)} |`),
    ['', machine(), ''],
  ]
    .flat()
    .join('\n');
}

/** The figures whose `must` does not hold. */
export function missed(medians: Medians, sizes: Sizes): Figure[] {
  return figures(sizes).filter(({ must = Number.POSITIVE_INFINITY, measured }) => !(measured(medians) <= must));
}

function figureRow({ name, unit, must, aim, measured }: Figure, medians: Medians): string {
  const value = measured(medians);
  const limit = (bound: number | undefined) => (bound === undefined ? '' : `≤ ${bound}${unit}`);
  const shown = `${value.toFixed(unit === ' MB' ? 0 : 2)}${unit}`;
  return `| ${name} | ${limit(must)} | ${limit(aim)} | ${shown} | ${verdict(value, must, aim)} |`;
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

function machine(): string {
  const [cpu] = cpus();
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GiB`;
  return [
    `${cpu?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${memory},`,
    `${process.platform} ${release()}, Node ${process.version}; everything on tmpfs.`,
  ].join(' ');
}
