// Owns the measurements of builds in shards: 1, 2, 4 and 8 shards of one catalog, one after another, beside one build.
import { join } from 'node:path';
import { buildCommand, catalogOf, generator, shardCommand } from './commands.ts';
import { type Contender, count, type Medians, measureInTurn, type Side } from './contenders.ts';
import type { Plan } from './plan.ts';
import type { Figure } from './figures.ts';
import { measure, remove } from './measure.ts';
import { type Report, reportOf } from './report.ts';

/** All shards of one number, and their merge. */
interface Sharded {
  total: number;
  shards: readonly Contender[];
  merge: Contender;
}

/** Each number of shards beside one build just before: what else the machine does changes processor time too. */
export async function benchShards(plan: Plan): Promise<Report> {
  const { root, workspace, progress } = plan;
  const [courses, twice] = [plan.courses, 2 * plan.courses];
  for (const size of [courses, twice]) {
    progress(`generating ${count(size)} courses`);
    await measure(generator(size, catalogOf(root, size)), workspace);
  }
  const runOf = (total: number) => ({
    build: oneBuild(root, courses, total),
    sharded: shardedOf(root, courses, total),
  });
  const four = runOf(4);
  const runs = [runOf(1), runOf(2), four, runOf(8)];
  const larger = shardedOf(root, twice, 4);
  const contenders = [
    ...runs.flatMap(({ build, sharded }) => [build, ...sharded.shards, sharded.merge]),
    ...larger.shards,
    larger.merge,
  ];
  const growth: Figure = {
    name: `memory of the merge, from ${count(courses)} to ${count(twice)} courses, for each course`,
    unit: ' bytes',
    must: 300,
    // Not beside a smaller catalog: until then the memory that Node takes for itself grows too.
    measured: (of) => (of(larger.merge).peakBytes - of(four.sharded.merge).peakBytes) / courses,
  };
  const figures = [...runs.flatMap(({ build, sharded }) => figuresOf(build, sharded)), growth];
  return reportOf(figures, contenders, await measureInTurn(plan, contenders));
}

function oneBuild(root: string, courses: number, total: number): Contender {
  return {
    name: `one build of ${count(courses)} courses, before shards 1/${total}`,
    prepare: removeOutputs,
    command: ({ bin, folder }) => buildCommand(bin, catalogOf(root, courses), join(folder, 'dist'), '--no-site'),
  };
}

function shardedOf(root: string, courses: number, total: number): Sharded {
  const shardedIn = ({ bin }: Side, ...more: string[]) =>
    shardCommand(bin, catalogOf(root, courses), '--no-site', ...more);
  const shards = Array.from({ length: total }, (_, at): Contender => {
    const shard = `${at + 1}/${total}`;
    return {
      name: `shard ${shard} of ${count(courses)} courses`,
      ...(at === 0 && { prepare: removeOutputs }),
      command: (side) => shardedIn(side, '--shard', shard, '--shards', join(side.folder, 'shards')),
    };
  });
  const merge: Contender = {
    name: `merge of ${total} shards of ${count(courses)} courses`,
    command: (side) => shardedIn(side, '--merge', join(side.folder, 'shards'), '--out', join(side.folder, 'dist')),
  };
  return { total, shards, merge };
}

async function removeOutputs({ folder }: Side): Promise<void> {
  await remove(...['dist', 'shards'].map((name) => join(folder, name)));
}

function figuresOf(build: Contender, { total, shards, merge }: Sharded): Figure[] {
  const sumOf = (of: Medians) => [...shards, merge].reduce((sum, one) => sum + of(one).cpuSeconds, 0);
  const name = total === 1 ? '1 shard' : `${total} shards`;
  return [
    { name: `${name} and merge ÷ one build`, unit: '', must: 1.3, measured: (of) => sumOf(of) / of(build).cpuSeconds },
    { name: `${name}: share of the merge`, unit: '', measured: (of) => of(merge).cpuSeconds / sumOf(of) },
    {
      name: `${name}: memory of a shard`,
      unit: ' MB',
      measured: (of) => Math.max(...shards.map((one) => of(one).peakBytes)) / 1e6,
    },
    { name: `${name}: memory of the merge`, unit: ' MB', measured: (of) => of(merge).peakBytes / 1e6 },
  ];
}
