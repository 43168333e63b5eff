// Schedulers: the variables in which each says which of its jobs this is. A new one is a new row.
import { UsageError } from '../errors.ts';

interface Scheduler {
  readonly title: string;
  /** The variable with the number of the job. */
  readonly index: string;
  /** The number of the first job. */
  readonly first: 0 | 1;
  /** The variable with the number of all jobs; undefined if the scheduler has none, or one that is wrong when a job is run again. */
  readonly total: string | undefined;
}

/** Variables are read only for `--shard auto`: any of them may belong to a parallel job that has nothing to do with shards. */
export const schedulers = {
  // SLURM_ARRAY_TASK_COUNT is 1 when one task of an array is submitted again.
  slurm: { title: 'Slurm', index: 'SLURM_ARRAY_TASK_ID', first: 1, total: undefined },
  kubernetes: { title: 'Kubernetes', index: 'JOB_COMPLETION_INDEX', first: 0, total: undefined },
  'aws-batch': { title: 'AWS Batch', index: 'AWS_BATCH_JOB_ARRAY_INDEX', first: 0, total: 'AWS_BATCH_JOB_ARRAY_SIZE' },
  gitlab: { title: 'GitLab', index: 'CI_NODE_INDEX', first: 1, total: 'CI_NODE_TOTAL' },
  circleci: { title: 'CircleCI', index: 'CIRCLE_NODE_INDEX', first: 0, total: 'CIRCLE_NODE_TOTAL' },
  buildkite: { title: 'Buildkite', index: 'BUILDKITE_PARALLEL_JOB', first: 0, total: 'BUILDKITE_PARALLEL_JOB_COUNT' },
  parallel: { title: 'GNU parallel', index: 'PARALLEL_SEQ', first: 1, total: undefined },
  // Not set by GitHub: a workflow passes strategy.job-index and strategy.job-total under these names.
  github: { title: 'GitHub', index: 'STRATEGY_JOB_INDEX', first: 0, total: 'STRATEGY_JOB_TOTAL' },
} as const satisfies Record<string, Scheduler>;

/** The schedulers that `init` writes files for. */
export const schedulersWithFiles = ['slurm', 'kubernetes', 'github'] as const satisfies (keyof typeof schedulers)[];
export type SchedulerWithFiles = (typeof schedulersWithFiles)[number];

/** A value of `--shard`: `3/5`, `auto/5` or `auto`. */
type ShardChoice = Readonly<Record<'index' | 'total', number | 'auto'>>;

const maxTotal = 10_000;

/** `3/5`, `auto/5` or `auto`. An index or a total that is left out, as by an unset variable, is an error. */
export const shardNumber = {
  placeholder: 'i/n',
  schema: { type: 'string', pattern: '^(?:[1-9][0-9]*|auto)/[1-9][0-9]*$|^auto$' },
  read(text: string): ShardChoice {
    if (text === 'auto') return { index: 'auto', total: 'auto' };
    const [, index = '', total = ''] = /^(auto|\d+)\/(\d+)$/u.exec(text) ?? [];
    const choice = { index: index === 'auto' ? index : Number(index), total: Number(total) } as const;
    const isTotal = choice.total >= 1 && choice.total <= maxTotal;
    const isIndex = choice.index === 'auto' || (choice.index >= 1 && choice.index <= choice.total);
    if (index !== '' && isTotal && isIndex) return choice;
    throw new UsageError(
      `takes i/n with i from 1 to n, auto, or auto/n to take i from the scheduler, with n up to ${maxTotal}, not "${text}"`,
    );
  },
};

/**
 * Takes from the scheduler's variables what a choice leaves to it: which of the shards this is, and the scheduler that says so, if any.
 * Throws a UsageError unless exactly one scheduler tells it.
 */
export function resolveShard({ index, total }: ShardChoice, env: Readonly<Partial<Record<string, string>>>) {
  if (index !== 'auto' && total !== 'auto') return { index, total, scheduler: undefined };
  const active = Object.values<Scheduler>(schedulers).filter((row) => env[row.index]);
  const [scheduler, ...others] = active;
  if (!scheduler) {
    const names = Object.values(schedulers).map((row) => `${row.index} (${row.title})`);
    throw new UsageError(`--shard: no scheduler tells the number of this shard; looked for ${names.join(', ')}`);
  }
  if (others.length > 0) {
    const names = active.map((row) => row.index);
    throw new UsageError(`--shard: ${names.join(' and ')} are set: say which shard this is, as i/n`);
  }
  const shown = env[scheduler.index] ?? '';
  const shards = total === 'auto' ? totalOf(scheduler, env) : total;
  const number = 1 + numberIn(scheduler.index, shown) - scheduler.first;
  if (number < 1 || number > shards) {
    const last = shards - 1 + scheduler.first;
    throw new UsageError(
      `--shard: ${scheduler.index} of ${scheduler.title} is ${shown}, and ${shards} shards count from ${scheduler.first} to ${last}`,
    );
  }
  return { index: number, total: shards, scheduler: scheduler.title };
}

function totalOf({ title, index, total }: Scheduler, env: Readonly<Partial<Record<string, string>>>): number {
  if (total === undefined) {
    throw new UsageError(`--shard: ${title} sets ${index}, but does not tell how many shards there are: use auto/n`);
  }
  const text = env[total];
  if (!text) throw new UsageError(`--shard: ${index} of ${title} is set, but ${total} is not: use auto/n`);
  const number = numberIn(total, text);
  if (number >= 1 && number <= maxTotal) return number;
  throw new UsageError(`--shard: ${total} of ${title} is ${text}, not a number from 1 to ${maxTotal}`);
}

function numberIn(name: string, text: string): number {
  if (/^\d{1,9}$/u.test(text)) return Number(text);
  throw new UsageError(`--shard: ${name} is "${text}", not a whole number`);
}
