// Owns the measurement of builds in shards: 1, 2, 4 … shards of one catalog, one after another, beside one build.
import { join } from 'node:path';
import { buildCommand, catalogOf, generator, noPages, partCommand } from './commands.ts';
import {
  differences,
  fingerprint,
  measure,
  remove,
  type Fingerprint,
  type Measurement,
  type Place,
} from './measure.ts';

export interface ShardsPlan {
  bin: string;
  courses: number;
  /** The largest number of shards. */
  shards: number;
  root: string;
  place: Place;
  progress: (text: string) => void;
}

interface Run {
  total: number;
  /** One build, just before: what else the machine does changes processor time too. */
  build: Measurement;
  shards: readonly Measurement[];
  merge: Measurement;
}

/** The limit of the processor time of all parts, divided by that of one build. */
const mostRatio = 1.3;

/** The limit of the merge's memory for each course, beyond a constant. */
const mostBytes = 300;

/** Measures, and returns the report; `isWithin` if every limit is kept and every merge is the one build. */
export async function benchShards(plan: ShardsPlan): Promise<{ text: string; isWithin: boolean }> {
  const { courses, root, place, progress } = plan;
  const twice = 2 * courses;
  for (const count of [courses, twice]) {
    progress(`generating ${count} courses`);
    await measure(generator(count, catalogOf(root, count)), place);
  }
  const one = join(root, 'out/one');
  let built: Fingerprint | undefined;
  const runs: Run[] = [];
  let isSame = true;
  for (let total = 1; total <= plan.shards; total *= 2) {
    const build = await measure(buildCommand(plan.bin, catalogOf(root, courses), one, '--quiet', noPages), place);
    progress(`one build: ${cpuOf(build).toFixed(2)} s of processor time`);
    built ??= await fingerprint(one);
    const { out, ...parts } = await runShards(plan, courses, total);
    runs.push({ build, ...parts });
    isSame &&= differences(built, await fingerprint(out)).length === 0;
  }
  const compared = runs.findLast(({ total }) => total <= 4);
  if (!compared) throw new RangeError('there is no number of shards to measure');
  // Not beside a smaller catalog: until then the memory that Node takes for itself grows too.
  const larger = (await runShards(plan, twice, compared.total)).merge;
  const bytes = (peakOf(larger) - peakOf(compared.merge)) / (twice - courses);
  const isWithin = runs.every((run) => ratioOf(run) <= mostRatio) && bytes <= mostBytes && isSame;
  return { text: report({ courses, twice, runs, bytes, isSame }), isWithin };
}

/** Runs all shards, one after another, and their merge into `out`. */
async function runShards(
  { bin, root, place, progress }: ShardsPlan,
  courses: number,
  total: number,
): Promise<Omit<Run, 'build'> & { out: string }> {
  await remove(join(root, 'out'));
  const [parts, out] = [join(root, 'out/parts'), join(root, 'out/merge')];
  const part = async (name: string, ...words: string[]) => {
    const command = partCommand(bin, catalogOf(root, courses), '--quiet', noPages, ...words);
    const measurement = await measure(command, place);
    const used = `${cpuOf(measurement).toFixed(2)} s of processor time, ${megabytes(peakOf(measurement))}`;
    progress(`${courses} courses, ${total} shards, ${name}: ${used}`);
    return measurement;
  };
  const shards: Measurement[] = [];
  for (let index = 1; index <= total; index += 1) {
    shards.push(await part(`shard ${index}`, '--shard', `${index}/${total}`, '--shards', parts));
  }
  const merge = await part('merge', '--merge', parts, '--out', out);
  return { total, shards, merge, out };
}

/** Measures shards and their merge alone, for a catalog that is too large to build it as well. Returns the report. */
export async function benchShardsAlone(plan: ShardsPlan): Promise<string> {
  const { courses, shards, root, place, progress } = plan;
  progress(`generating ${courses} courses`);
  await measure(generator(courses, catalogOf(root, courses)), place);
  const run = await runShards(plan, courses, shards);
  const perMillion = (sumOf(run) / courses) * 1e6;
  return `${courses} courses in ${shards} shards: ${sumOf(run).toFixed(0)} s of processor time, ${perMillion.toFixed(0)} s a million, ${shareOfMerge(run)} of it the merge;
memory of a shard ${megabytes(Math.max(...run.shards.map(peakOf)))}, of the merge ${megabytes(peakOf(run.merge))}.
`;
}

interface Measured {
  courses: number;
  twice: number;
  runs: readonly Run[];
  bytes: number;
  isSame: boolean;
}

function report({ courses, twice, runs, bytes, isSame }: Measured): string {
  const verdict = (holds: boolean) => (holds ? 'holds' : '**missed**');
  const rows = runs.map((run) => {
    const ratio = ratioOf(run);
    const cells = [
      String(run.total),
      `${cpuOf(run.build).toFixed(2)} s, ${megabytes(peakOf(run.build))}`,
      `${sumOf(run).toFixed(2)} s`,
      `${ratio.toFixed(2)}, ${verdict(ratio <= mostRatio)}`,
      shareOfMerge(run),
      megabytes(Math.max(...run.shards.map(peakOf))),
      megabytes(peakOf(run.merge)),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return `${courses} courses:

| shards | one build, just before | processor time of all parts | ÷ one build (must ≤ ${mostRatio}) | share of the merge | memory of a shard | memory of the merge |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

Memory of the merge from ${courses} to ${twice} courses: ${bytes.toFixed(0)} bytes a course (must ≤ ${mostBytes}: ${verdict(bytes <= mostBytes)}).
The merge ${isSame ? 'is identical to' : '**differs from**'} the one build.
`;
}

function ratioOf(run: Run): number {
  return sumOf(run) / cpuOf(run.build);
}

function sumOf({ shards, merge }: Omit<Run, 'build'>): number {
  return [...shards, merge].reduce((sum, one) => sum + cpuOf(one), 0);
}

function shareOfMerge(run: Omit<Run, 'build'>): string {
  return `${((100 * cpuOf(run.merge)) / sumOf(run)).toFixed(0)} %`;
}

function peakOf({ peakBytes = Number.NaN }: Measurement): number {
  return peakBytes;
}

function cpuOf({ cpuSeconds = Number.NaN }: Measurement): number {
  return cpuSeconds;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
