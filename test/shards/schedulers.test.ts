// `--shard`: its values, the variables of schedulers, and that no job builds everything by mistake.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { resolveShard, shardNumber } from '../../src/options/schedulers.ts';
import { UsageError } from '../../src/options/parse.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { courseCatalog } from '../cli/command.ts';
import { it } from '../fixture.ts';

type Env = Record<string, string>;

function resolved(text: string, env: Env = {}): string {
  try {
    const { index, total, scheduler } = resolveShard(shardNumber.read(text), env);
    return `${index}/${total}${scheduler === undefined ? '' : ` by ${scheduler}`}`;
  } catch (error) {
    if (error instanceof UsageError) return error.reasons.join('; ');
    throw error;
  }
}

describe('auto', () => {
  it.each<[string, string, Env, string]>([
    ['Slurm', 'auto/5', { SLURM_ARRAY_TASK_ID: '3', SLURM_ARRAY_TASK_COUNT: '1' }, '3/5 by Slurm'],
    ['Kubernetes', 'auto/5', { JOB_COMPLETION_INDEX: '0' }, '1/5 by Kubernetes'],
    ['AWS', 'auto', { AWS_BATCH_JOB_ARRAY_INDEX: '4', AWS_BATCH_JOB_ARRAY_SIZE: '5' }, '5/5 by AWS Batch'],
    ['GitLab', 'auto', { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '5' }, '1/5 by GitLab'],
    ['CircleCI', 'auto', { CIRCLE_NODE_INDEX: '0', CIRCLE_NODE_TOTAL: '5' }, '1/5 by CircleCI'],
    ['Buildkite', 'auto', { BUILDKITE_PARALLEL_JOB: '1', BUILDKITE_PARALLEL_JOB_COUNT: '2' }, '2/2 by Buildkite'],
    ['GNU parallel', 'auto/8', { PARALLEL_SEQ: '8' }, '8/8 by GNU parallel'],
    ['GitHub', 'auto', { STRATEGY_JOB_INDEX: '2', STRATEGY_JOB_TOTAL: '3' }, '3/3 by GitHub'],
  ])('reads the variables of %s', (_, text, env, expected) => {
    expect(resolved(text, env)).toBe(expected);
  });

  it.each<[string, string, Env, RegExp]>([
    ['no scheduler', 'auto', {}, /no scheduler tells the number of this shard; looked for SLURM_ARRAY_TASK_ID/],
    ['an empty index', 'auto/5', { SLURM_ARRAY_TASK_ID: '' }, /no scheduler tells/],
    ['Slurm without a total', 'auto', { SLURM_ARRAY_TASK_ID: '3', SLURM_ARRAY_TASK_COUNT: '1' }, /use auto\/n/],
    ['Kubernetes without a total', 'auto', { JOB_COMPLETION_INDEX: '3' }, /Kubernetes sets JOB_COMPLETION_INDEX/],
    ['an unset total', 'auto', { CI_NODE_INDEX: '3' }, /CI_NODE_TOTAL is not/],
    ['a total alone', 'auto', { CI_NODE_TOTAL: '3' }, /no scheduler tells/],
    ['a damaged total', 'auto', { CI_NODE_INDEX: '1', CI_NODE_TOTAL: 'five' }, /CI_NODE_TOTAL is "five"/],
    ['no total at all', 'auto', { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '0' }, /CI_NODE_TOTAL of GitLab is 0/],
    ['a damaged index', 'auto/5', { SLURM_ARRAY_TASK_ID: '3-5' }, /"3-5", not a whole number/],
    ['an array that counts from 0', 'auto/5', { SLURM_ARRAY_TASK_ID: '0' }, /is 0, and 5 shards count from 1 to 5/],
    ['an index above the total', 'auto/5', { JOB_COMPLETION_INDEX: '5' }, /is 5, and 5 shards count from 0 to 4/],
    ['two schedulers', 'auto/5', { SLURM_ARRAY_TASK_ID: '1', CI_NODE_INDEX: '2' }, /_ID and CI_NODE_INDEX are set/],
  ])('refuses %s', (_, text, env, expected) => {
    expect(resolved(text, env)).toMatch(expected);
  });
});

describe('a number', () => {
  it('is used literally, whatever a scheduler sets', () => {
    expect(resolved('2/5', { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '9' })).toBe('2/5');
  });

  it.each(['', '/5', '5', '5/', '0/5', '6/5', '1/0', '1/99999', 'auto/', 'auto/0', ' 1/2', '1.5/2', '-1/2', 'all'])(
    'is not %j',
    (text) => {
      expect(resolved(text)).toMatch(/^takes i\/n with i from 1 to n/);
    },
  );
});

describe('the command', () => {
  it.for<[string[], Env, RegExp]>([
    [['--shard', '/5', '--shards', 'parts'], {}, /--shard: takes i\/n/],
    [['--shard', '', '--shards', 'parts'], {}, /--shard: takes i\/n/],
    [['--shards', 'parts'], {}, /--shards needs --shard/],
    [['--shards', 'parts'], { COURSE_CATALOG_SHARD: '' }, /--shards needs --shard/],
    [['--shard', '1/5'], {}, /--shard needs --shards, the folder for everything/],
    [['--merge', 'parts', '--shard', '1/5'], {}, /--merge takes no --shard/],
    [
      ['--shard', '1/2', '--shards', 'parts', '--out', 'dist'],
      {},
      /--out cannot be used with --shards: a shard writes to/,
    ],
    [['--shard', 'auto', '--shards', 'parts'], {}, /no scheduler tells/],
    [['--shard', 'auto', '--shards', 'parts'], { SLURM_ARRAY_TASK_ID: '1' }, /use auto\/n/],
    [['--shard', '1/2', '--shards', 'parts', '--merge', 'parts'], {}, /--shards and --merge cannot/],
    [['--shard', '1/2', '--shards', 'parts', '--watch'], {}, /--watch cannot be used with shards/],
    [['--merge', 'parts', '--dry-run'], {}, /--dry-run cannot be used with shards/],
    [['--merge', 'parts', '--pack', '--host', 'cloudflare'], {}, /--pack cannot be used with shards/],
  ])('refuses %j with %j, and builds nothing', async ([args, env, expected], { folder }) => {
    const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
    writeSmallCatalog(data, 3);
    const { exitCode, stderr } = await courseCatalog(['build', '--data', data, ...args], {
      env: { COURSE_CATALOG_OUT: out, ...env },
    });
    expect(stderr).toMatch(expected);
    expect(exitCode).toBe(2);
    expect(existsSync(out)).toBe(false);
  });

  it('reads no variable of a scheduler unless told to', async ({ folder }) => {
    const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
    writeSmallCatalog(data, 3);
    const env = { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '3', SLURM_ARRAY_TASK_ID: '2' };
    const { stderr } = await courseCatalog(`build --data ${data} --out ${out}`, { env });
    expect(stderr).toMatch(/Built 3 courses/);
  });

  it('prints which shard it is and which scheduler set it', async ({ folder }) => {
    const [data, out, parts] = ['data', 'dist', 'parts'].map((name) => join(folder, name));
    writeSmallCatalog(data ?? '', 3);
    const args = ['build', '--data', data ?? '', '--shards', parts ?? '', '--shard', 'auto/1'];
    // The configuration may name the output of the merge.
    const env = { JOB_COMPLETION_INDEX: '0', COURSE_CATALOG_OUT: out ?? '' };
    const printed = await courseCatalog(args, { env });
    expect(printed.stderr).toMatch(
      /^shard 1\/1, as Kubernetes says\nBuilt shard 1\/1: 3 courses into .*parts\/shard-1-of-1/,
    );
    const asJson = await courseCatalog([...args, '--json'], { env });
    expect(JSON.parse(asJson.stdout)).toMatchObject({ ok: true, shard: '1/1', courses: 3 });
    expect(existsSync(out ?? '')).toBe(false);
    const merged = await courseCatalog(`build --data ${data ?? ''} --out ${out ?? ''} --merge ${parts ?? ''}`);
    expect([merged.exitCode, merged.stderr]).toEqual([0, expect.stringMatching(/^Built 3 courses/)]);
  });
});
