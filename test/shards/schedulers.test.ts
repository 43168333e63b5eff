// `--shard` and the files that `init` writes for schedulers: they are what these read, and no job builds everything by mistake.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Job } from 'kubernetes-types/batch/v1.d.ts';
import { describe, expect } from 'vitest';
import { parseDocument, parse } from 'yaml';
import { z } from 'zod';
import { messageOf, UsageError } from '../../src/errors.ts';
import { nodeVersion } from '../../src/init/ci.ts';
import { shardCount } from '../../src/init/schedulers/shard-commands.ts';
import { schedulerFiles } from '../../src/init/init.ts';
import { resolveShard, shardNumber, schedulersWithFiles } from '../../src/options/schedulers.ts';
import { runBuild } from '../build/run.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { courseCatalog } from '../cli/command.ts';
import { it } from '../helpers/fixture.ts';
import { snapshot } from '../helpers/folders.ts';
import { commandLines, faultsOfLine } from '../init/screen.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { differences } from './shard-builds.ts';

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
    [['--shard', '/5', '--shards', 'shards'], {}, /--shard: takes i\/n/],
    [['--shard', '', '--shards', 'shards'], {}, /--shard: takes i\/n/],
    [['--shards', 'shards'], {}, /--shards needs --shard/],
    [['--shards', 'shards'], { COURSE_CATALOG_SHARD: '' }, /--shards needs --shard/],
    [['--shard', '1/5'], {}, /--shard needs --shards, the folder for everything/],
    [['--merge', 'shards', '--shard', '1/5'], {}, /--merge takes no --shard/],
    [
      ['--shard', '1/2', '--shards', 'shards', '--out', 'dist'],
      {},
      /--out cannot be used with --shards: a shard writes to/,
    ],
    [['--shard', 'auto', '--shards', 'shards'], {}, /no scheduler tells/],
    [['--shard', 'auto', '--shards', 'shards'], { SLURM_ARRAY_TASK_ID: '1' }, /use auto\/n/],
    [['--shard', '1/2', '--shards', 'shards', '--merge', 'shards'], {}, /--shards and --merge cannot/],
    [['--shard', '1/2', '--shards', 'shards', '--watch'], {}, /--watch cannot be used with shards/],
    [['--merge', 'shards', '--dry-run'], {}, /--dry-run cannot be used with shards/],
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
    const [data, out, shards] = ['data', 'dist', 'shards'].map((name) => join(folder, name));
    writeSmallCatalog(data ?? '', 3);
    const args = ['build', '--data', data ?? '', '--shards', shards ?? '', '--shard', 'auto/1'];
    // The configuration may name the output of the merge.
    const env = { JOB_COMPLETION_INDEX: '0', COURSE_CATALOG_OUT: out ?? '' };
    const printed = await courseCatalog(args, { env });
    expect(printed.stderr).toMatch(
      /^shard 1\/1, as Kubernetes says\nBuilt shard 1\/1: 3 courses into .*shards\/shard-1-of-1/,
    );
    const asJson = await courseCatalog([...args, '--json'], { env });
    expect(JSON.parse(asJson.stdout)).toMatchObject({ ok: true, shard: '1/1', courses: 3 });
    expect(existsSync(out ?? '')).toBe(false);
    const merged = await courseCatalog(`build --data ${data ?? ''} --out ${out ?? ''} --merge ${shards ?? ''}`);
    expect([merged.exitCode, merged.stderr]).toEqual([0, expect.stringMatching(/^Built 3 courses/)]);
  });
});

const run = promisify(execFile);

describe.each(schedulersWithFiles)('init --scheduler %s', (scheduler) => {
  const { files, next } = schedulerFiles[scheduler];

  it('writes the files, and says what to do with them', async ({ folder }) => {
    const words = ['init', '--host', 'nginx', '--scheduler', scheduler];
    const { exitCode, stderr } = await courseCatalog(words, { cwd: () => folder });
    expect(exitCode).toBe(0);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(next);
    for (const { path, text } of files) expect(readFileSync(join(folder, path), 'utf8')).toBe(text);
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(schedulerFiles[scheduler].steps);
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toContain('/shards/\n');
  });

  it('uses only commands and options that there are', () => {
    // Manifests have a command as a list of words, and a script gets the total as its argument.
    const text = files.map((file) =>
      file.text
        .replaceAll(/\[(npx, [^\]]*)\]/gu, (_, words: string) => words.replaceAll(', ', ' '))
        .replaceAll('auto/$1', 'auto/5'),
    );
    const lines = text.flatMap(commandLines);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.flatMap(faultsOfLine)).toEqual([]);
    expect(lines.map((line) => line.join(' ')).join('\n')).toMatch(/build --shard .*\n.*build --merge shards/su);
  });

  it.for(files.filter(({ path }) => /\.(?:sh|sbatch)$/u.test(path)))(
    'has a shell script in $path',
    async ({ text }, { folder }) => {
      writeFileSync(join(folder, 'script'), text);
      await run('sh', ['-n', join(folder, 'script')]);
      expect(text).toContain('set -eu');
    },
  );
});

describe('the workflow for GitHub', () => {
  const shape = z.looseObject({
    jobs: z.looseObject({
      shard: z.looseObject({
        strategy: z.object({ matrix: z.object({ shard: z.array(z.number()) }) }),
        steps: z.array(z.looseObject({ run: z.string().optional(), env: z.record(z.string(), z.string()).optional() })),
      }),
      merge: z.looseObject({ needs: z.literal('shard') }),
    }),
  });

  it('tells each job of the matrix which shard it is', () => {
    const { jobs } = shape.parse(parseDocument(schedulerFiles.github.files[0]?.text ?? '').toJS());
    const { matrix } = jobs.shard.strategy;
    expect(matrix.shard).toEqual(Array.from({ length: shardCount }, (_, at) => at + 1));
    const build = jobs.shard.steps.find((step) => step.run?.includes('--shard'));
    expect(build?.env).toEqual({
      STRATEGY_JOB_INDEX: '${{ strategy.job-index }}',
      STRATEGY_JOB_TOTAL: '${{ strategy.job-total }}',
    });
    const env = Object.fromEntries(
      Object.keys(build?.env ?? {}).map((name) => [name, name.endsWith('TOTAL') ? '5' : '4']),
    );
    expect(resolveShard(shardNumber.read('auto'), env)).toMatchObject({ index: 5, total: 5 });
  });
});

it.skipIf(isMissing('rclone') || isMissing('jq'))(
  `the jobs for Slurm send to a bucket what changed${neededFor('rclone')}${neededFor('jq')}`,
  async ({ folder }) => {
    const [data, target] = [join(folder, 'data'), join(folder, 'bucket')];
    writeFileSync(join(folder, 'course-catalog.config.json'), JSON.stringify({ coursePages: true }));
    for (const { path, text } of schedulerFiles.slurm.files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'shards'));
    const npx = `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${resolve('lib/bin.js')}' "$@"\n`;
    writeFileSync(join(folder, 'bin/npx'), npx, { mode: 0o755 });
    const PATH = [join(folder, 'bin'), dirname(pathOf('rclone')), process.env['PATH']].join(':');
    const job = async (name: string, index: string, to: string) =>
      run('sh', [`slurm/${name}.sbatch`, '2'], {
        cwd: folder,
        env: { PATH, TARGET: to, SLURM_ARRAY_TASK_ID: index, RCLONE_CONFIG: '/dev/null' },
      });
    writeSmallCatalog(data, 30);
    // The first time, nothing can be sent: the next job has to send that, too.
    await expect(job('shard', '1', 'nowhere:bucket')).rejects.toThrow(/nowhere/u);
    const merges: string[] = [];
    // What is to be deleted when the second merge cannot send has come back by the third.
    for (const [courses, first] of [
      [30, 1],
      [24, 5],
      [26, 3],
    ] as const) {
      writeSmallCatalog(data, courses, first);
      for (const index of ['1', '2']) await job('shard', index, target);
      const merged = job('merge', '', courses === 24 ? 'nowhere:bucket' : target);
      merges.push(await merged.then(() => 'sent', messageOf));
    }
    expect(merges).toEqual(['sent', expect.stringContaining('nowhere'), 'sent']);
    await runBuild({ data, out: join(folder, 'one'), chosen: { catalogPage: true, coursePages: true } });
    const sent = new Map([...snapshot(target)].filter(([, content]) => content !== 'folder'));
    const built = new Map([...snapshot(join(folder, 'one'))].filter(([, content]) => content !== 'folder'));
    expect(differences(sent, built)).toEqual([]);
  },
);

it.each([
  ['shards', ['--shard', `auto/${shardCount}`, '--shards', 'shards']],
  ['merge', ['--merge', 'shards']],
])('kubernetes/%s.yaml is a job of that step, in the volume of the catalog', (name, options) => {
  const file = schedulerFiles.kubernetes.files.find(({ path }) => path === `kubernetes/${name}.yaml`);
  const { kind, spec }: Job = parse(file?.text ?? '');
  const { completionMode, completions, parallelism, template } = spec ?? {};
  const counts = name === 'shards' ? ['Indexed', shardCount, shardCount] : [undefined, undefined, undefined];
  expect([kind, completionMode, completions, parallelism]).toEqual(['Job', ...counts]);
  expect(template?.spec).toEqual({
    restartPolicy: 'Never',
    containers: [
      {
        name,
        image: `node:${nodeVersion}`,
        workingDir: '/catalog',
        command: ['npx', '--no', 'static-course-catalog', 'build', ...options],
        volumeMounts: [{ name: 'catalog', mountPath: '/catalog' }],
      },
    ],
    volumes: [{ name: 'catalog', persistentVolumeClaim: { claimName: 'catalog' } }],
  });
});
