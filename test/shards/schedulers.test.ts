// `--shard` and the files that `init` writes for schedulers: they are what these read, and no job builds everything by mistake.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { UsageError } from '../../src/text/errors.ts';
import { nodeVersion } from '../../src/cli/init/ci.ts';
import { shardCount } from '../../src/cli/init/schedulers/shards.ts';
import { schedulerFiles } from '../../src/cli/init/init.ts';
import { schedulerNames, type SchedulerName } from '../../src/options/option-table.ts';
import { shardNumber } from '../../src/options/value-kinds.ts';
import { shardText } from '../../src/build/shards/shard.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { courseCatalog } from '../cli/command.ts';
import { it } from '../helpers/fixture.ts';
import { snapshot } from '../helpers/folders.ts';
import { commandLines, faultsOfLine } from '../init/screen.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { differences } from './shard-builds.ts';

type Env = Record<string, string>;

function read(text: string): string {
  try {
    return shardText(shardNumber.read(text));
  } catch (error) {
    if (error instanceof UsageError) return error.reasons.join('; ');
    throw error;
  }
}

/** What a manifest of Kubernetes says of its job. */
const manifest = z.looseObject({
  kind: z.string(),
  spec: z.looseObject({
    completionMode: z.string().optional(),
    completions: z.number().optional(),
    parallelism: z.number().optional(),
    template: z.looseObject({
      spec: z.looseObject({ containers: z.tuple([z.looseObject({ args: z.tuple([z.string()]) })]) }),
    }),
  }),
});

describe('a shard', () => {
  it.each(['1/1', '3/5', '10000/10000'])('is %j', (text) => {
    expect(read(text)).toBe(text);
  });

  it.each(['', '/5', '5', '5/', '0/5', '6/5', '1/0', '1/99999', 'auto/5', ' 1/2', '1.5/2', '-1/2', 'all'])(
    'is not %j',
    (text) => {
      expect(read(text)).toMatch(/^expected i\/n with i from 1 to n/);
    },
  );
});

describe('the command', () => {
  it.for<[string[], Env, RegExp]>([
    [['--shard', '/5', '--shards', 'shards'], {}, /--shard: expected i\/n/],
    [['--shard', '', '--shards', 'shards'], {}, /--shard: expected i\/n/],
    [['--shards', 'shards'], {}, /--shards needs --shard/],
    [['--shards', 'shards'], { COURSE_CATALOG_SHARD: '' }, /--shards needs --shard/],
    [['--shard', '1/5'], {}, /--shard needs --shards, the folder for everything/],
    [['--merge', 'shards', '--shard', '1/5'], {}, /--merge takes no --shard and no --shards/],
    [
      ['--shard', '1/2', '--shards', 'shards', '--out', 'dist'],
      {},
      /--out cannot be used with --shard, which writes to --shards/,
    ],
    [['--shard', '1/2', '--shards', 'shards', '--merge', 'shards'], {}, /--merge takes no --shard and no --shards/],
    [
      ['--shard', '1/2', '--shards', 'shards', '--changes', 'changes.json'],
      {},
      /--changes cannot be used with --shard/,
    ],
    [['--shard', '1/2', '--shards', 'shards', '--watch'], {}, /--watch cannot be used with --shard/],
    [['--merge', 'shards', '--watch'], {}, /--watch cannot be used with --shard or --merge/],
    [['--shard', '1/2', '--shards', 'shards', '--dry-run'], {}, /--dry-run cannot be used with --shard/],
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

  it('says which shard it is', async ({ folder }) => {
    const [data, out, shards] = ['data', 'dist', 'shards'].map((name) => join(folder, name));
    writeSmallCatalog(data ?? '', 3);
    const args = ['build', '--data', data ?? '', '--shards', shards ?? '', '--shard', '1/1'];
    // The configuration may name what the merge writes.
    const env = { COURSE_CATALOG_OUT: out ?? '', COURSE_CATALOG_CHANGES: join(folder, 'changes.json') };
    const printed = await courseCatalog(args, { env });
    expect(printed.stderr).toMatch(/^Built shard 1\/1: 3 courses into .*shards\/shard-1-of-1/);
    const asJson = await courseCatalog([...args, '--json'], { env });
    expect(JSON.parse(asJson.stdout)).toMatchObject({ ok: true, shard: '1/1', courses: 3 });
    expect([out ?? '', env.COURSE_CATALOG_CHANGES].filter(existsSync)).toEqual([]);
    const merged = await courseCatalog(`build --data ${data ?? ''} --merge ${shards ?? ''}`, { env });
    expect([merged.exitCode, merged.stderr]).toEqual([0, expect.stringMatching(/^Built 3 courses/)]);
    expect(existsSync(env.COURSE_CATALOG_CHANGES)).toBe(true);
  });
});

const run = promisify(execFile);

describe.each(schedulerNames)('init --scheduler %s', (scheduler) => {
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
    // Each scheduler sets the number of the shard in its own way.
    const text = files.map((file) =>
      file.text.replaceAll(/--shard (?:"[^/]*|\$\{\{[^/]*)\/(?:\S*"|\$\{\{[^}]*\}\})/gu, '--shard 1/5'),
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

describe('the command that each scheduler runs', () => {
  /** What a job builds, as a shell with this environment and these arguments runs its script. */
  async function shardOf(script: string, env: Env, ...args: string[]): Promise<string> {
    const npx = `npx() { while [ "$1" != --shard ]; do shift; done; echo "$2"; }\n`;
    const { stdout } = await run('sh', ['-euc', npx + script, 'script', ...args], { env });
    return stdout.trim();
  }
  const textOf = (scheduler: SchedulerName, path: string) =>
    schedulerFiles[scheduler].files.find((file) => file.path === path)?.text ?? '';

  it('tells the shard by the task of the array of Slurm, which counts from 1', async () => {
    const script = textOf('slurm', 'slurm/shard.sbatch');
    expect(await shardOf(script, { SLURM_ARRAY_TASK_ID: '3', SLURM_ARRAY_TASK_COUNT: '1' }, '5')).toBe('3/5');
    await expect(shardOf(script, {}, '5')).rejects.toThrow(/SLURM_ARRAY_TASK_ID/u);
  });

  it('tells the shard by the index of the pod, which counts from 0', async () => {
    const { spec } = manifest.parse(parse(textOf('kubernetes', 'kubernetes/shards.yaml')));
    const [script] = spec.template.spec.containers[0].args;
    // Kubernetes replaces these itself.
    expect(script).not.toContain('$(');
    expect(await shardOf(script, { JOB_COMPLETION_INDEX: '4' })).toBe(`5/${shardCount}`);
    expect(await shardOf(script, { JOB_COMPLETION_INDEX: '' }).catch(() => 'refused')).toMatch(/^(?:\/5|refused)$/u);
  });

  it('tells the shard by the matrix of the workflow, which counts from 1', () => {
    const matrixOf = z.object({ shard: z.array(z.number()) });
    const { jobs } = z
      .looseObject({
        jobs: z.looseObject({
          shard: z.looseObject({ strategy: z.object({ matrix: matrixOf }) }),
          merge: z.looseObject({ needs: z.literal('shard') }),
        }),
      })
      .parse(parse(textOf('github', '.github/workflows/shards.yml')));
    expect(jobs.shard.strategy.matrix.shard).toEqual(Array.from({ length: shardCount }, (_, at) => at + 1));
    expect(JSON.stringify(jobs.shard)).toContain('--shard ${{ matrix.shard }}/${{ strategy.job-total }} ');
  });
});

it.skipIf(isMissing('rclone'))(
  `the merge on Slurm sends the site to a bucket${neededFor('rclone')}`,
  async ({ folder }) => {
    const [data, target] = [join(folder, 'data'), join(folder, 'bucket')];
    for (const { path, text } of schedulerFiles.slurm.files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    mkdirSync(join(folder, 'bin'));
    const npx = `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${resolve('lib/bin.js')}' "$@"\n`;
    writeFileSync(join(folder, 'bin/npx'), npx, { mode: 0o755 });
    const PATH = [join(folder, 'bin'), dirname(pathOf('rclone')), process.env['PATH']].join(':');
    const job = async (name: string, index: string) =>
      run('sh', [`slurm/${name}.sbatch`, '2'], {
        cwd: folder,
        env: { PATH, TARGET: target, SLURM_ARRAY_TASK_ID: index, RCLONE_CONFIG: '/dev/null' },
      });
    for (const first of [1, 5]) {
      writeSmallCatalog(data, 30, first);
      for (const index of ['1', '2']) await job('shard', index);
      await job('merge', '');
      const sent = new Map([...snapshot(target)].filter(([, content]) => content !== 'folder'));
      const built = new Map([...snapshot(join(folder, 'dist'))].filter(([, content]) => content !== 'folder'));
      expect(differences(sent, built)).toEqual([]);
    }
  },
);

it.each([
  ['shards', `--shard "\`expr "$JOB_COMPLETION_INDEX" + 1\`/${shardCount}" --shards shards`],
  ['merge', '--merge shards --out dist'],
])('kubernetes/%s.yaml is a job of that step, in the volume of the catalog', (name, options) => {
  const file = schedulerFiles.kubernetes.files.find(({ path }) => path === `kubernetes/${name}.yaml`);
  const { kind, spec } = manifest.parse(parse(file?.text ?? ''));
  const { completionMode, completions, parallelism, template } = spec;
  const counts = name === 'shards' ? ['Indexed', shardCount, shardCount] : [undefined, undefined, undefined];
  expect([kind, completionMode, completions, parallelism]).toEqual(['Job', ...counts]);
  expect(template.spec).toEqual({
    restartPolicy: 'Never',
    containers: [
      {
        name,
        image: `node:${nodeVersion}`,
        workingDir: '/catalog',
        command: ['sh', '-euc'],
        args: [`npx --no static-course-catalog build ${options}`],
        volumeMounts: [{ name: 'catalog', mountPath: '/catalog' }],
      },
    ],
    volumes: [{ name: 'catalog', persistentVolumeClaim: { claimName: 'catalog' } }],
  });
});
