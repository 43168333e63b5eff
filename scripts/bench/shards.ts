// Owns the measurement of builds in shards: 1, 2, 4 … shards of one catalog, one after another, beside one build.
import { join } from 'node:path';
import { buildCommand, catalogOf, generator, noPages } from './commands.ts';
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
  shards: readonly Measurement[];
  merge: Measurement;
}

/** The limit of the processor time of all parts, divided by that of one build. */
const mostRatio = 1.15;

/** The limit of the merge's memory for each course, beyond a constant. */
const mostBytes = 250;

/** Measures, and returns the report; `isWithin` if every limit is kept and every union is the one build. */
export async function benchShards(plan: ShardsPlan): Promise<{ text: string; isWithin: boolean }> {
  const { courses, root, place, progress } = plan;
  const third = Math.ceil(courses / 3);
  for (const count of [third, courses]) {
    progress(`generating ${count} courses`);
    await measure(generator(count, catalogOf(root, count)), place);
  }
  const one = join(root, 'out/one');
  const build = await measure(buildCommand(plan.bin, catalogOf(root, courses), one, '--quiet', noPages), place);
  progress(`one build: ${cpuOf(build).toFixed(2)} s of processor time`);
  const built = await fingerprint(one);
  await remove(join(root, 'out'));
  const runs: Run[] = [];
  let isSame = true;
  for (let total = 1; total <= plan.shards; total *= 2) {
    const { run, union } = await runShards(plan, courses, total);
    runs.push(run);
    isSame &&= differences(built, union).length === 0;
  }
  const smaller = (await runShards(plan, third, Math.min(4, plan.shards))).run.merge;
  const larger = runs.find(({ total }) => total === Math.min(4, plan.shards))?.merge ?? build;
  const bytes = ((larger.peakBytes ?? Number.NaN) - (smaller.peakBytes ?? Number.NaN)) / (courses - third);
  const isWithin = runs.every((run) => ratioOf(run, build) <= mostRatio) && bytes <= mostBytes && isSame;
  return { text: report({ courses, third, build, runs, bytes, isSame }), isWithin };
}

async function runShards(
  { bin, root, place, progress }: ShardsPlan,
  courses: number,
  total: number,
): Promise<{ run: Run; union: Fingerprint }> {
  const data = catalogOf(root, courses);
  const parts = join(root, 'out/parts');
  const outs: string[] = [];
  const part = async (name: string, ...words: string[]) => {
    const out = join(root, 'out', name);
    outs.push(out);
    const measurement = await measure(buildCommand(bin, data, out, '--quiet', noPages, ...words), place);
    progress(`${courses} courses, ${total} shards, ${name}: ${cpuOf(measurement).toFixed(2)} s of processor time`);
    return measurement;
  };
  const shards: Measurement[] = [];
  for (let index = 1; index <= total; index += 1) {
    shards.push(await part(`shard-${index}`, '--shard', `${index}/${total}`, '--shards', parts));
  }
  const merge = await part('merge', '--merge', parts);
  const union = new Map<string, string>();
  for (const out of outs) for (const [path, digest] of await fingerprint(out)) union.set(path, digest);
  await remove(join(root, 'out'));
  return { run: { total, shards, merge }, union };
}

interface Measured {
  courses: number;
  third: number;
  build: Measurement;
  runs: readonly Run[];
  bytes: number;
  isSame: boolean;
}

function report({ courses, third, build, runs, bytes, isSame }: Measured): string {
  const verdict = (holds: boolean) => (holds ? 'holds' : '**missed**');
  const rows = runs.map((run) => {
    const ratio = ratioOf(run, build);
    const cells = [
      String(run.total),
      `${sumOf(run).toFixed(2)} s`,
      `${ratio.toFixed(2)}, ${verdict(ratio <= mostRatio)}`,
      `${((100 * cpuOf(run.merge)) / sumOf(run)).toFixed(0)} %`,
      megabytes(Math.max(...run.shards.map(({ peakBytes }) => peakBytes ?? Number.NaN))),
      megabytes(run.merge.peakBytes ?? Number.NaN),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return `One build of ${courses} courses: ${cpuOf(build).toFixed(2)} s of processor time, ${megabytes(build.peakBytes ?? Number.NaN)}.

| shards | processor time of all parts | ÷ one build (must ≤ ${mostRatio}) | share of the merge | memory of a shard | memory of the merge |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

Memory of the merge from ${third} to ${courses} courses: ${bytes.toFixed(0)} bytes a course (must ≤ ${mostBytes}: ${verdict(bytes <= mostBytes)}).
The union of all parts ${isSame ? 'is identical to' : '**differs from**'} the one build.
`;
}

function ratioOf(run: Run, build: Measurement): number {
  return sumOf(run) / cpuOf(build);
}

function sumOf({ shards, merge }: Run): number {
  return [...shards, merge].reduce((sum, one) => sum + cpuOf(one), 0);
}

function cpuOf({ cpuSeconds = Number.NaN }: Measurement): number {
  return cpuSeconds;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
