// The files that `init` writes for schedulers: they are what these read, use commands that there are, and send what was built.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Job } from 'kubernetes-types/batch/v1.d.ts';
import type { PodTemplateSpec } from 'kubernetes-types/core/v1.d.ts';
import { describe, expect } from 'vitest';
import { parseDocument, parse } from 'yaml';
import { z } from 'zod';
import { messageOf } from '../../src/errors.ts';
import { nodeVersion } from '../../src/init/ci.ts';
import { shardCount } from '../../src/init/schedulers/parts.ts';
import { schedulerFiles } from '../../src/init/schedulers/schedulers.ts';
import { resolveShard, schedulersWithFiles, shardNumber } from '../../src/options/schedulers.ts';
import { runBuild } from '../build/run.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { courseCatalog } from '../cli/command.ts';
import { it } from '../fixture.ts';
import { snapshot } from '../folders.ts';
import { commandLines, faultsOfLine } from '../init/screen.ts';
import { isMissing, neededFor, pathOf } from '../programs.ts';
import { differences } from './parts.ts';

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
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toContain('/parts/\n');
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
    expect(lines.map((line) => line.join(' ')).join('\n')).toMatch(/build --shard .*\n.*build --merge parts/su);
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

it.skipIf(isMissing('rclone'))(
  `the jobs for Slurm send to a bucket what changed${neededFor('rclone')}`,
  async ({ folder }) => {
    const [data, target] = [join(folder, 'data'), join(folder, 'bucket')];
    writeFileSync(join(folder, 'course-catalog.config.json'), JSON.stringify({ coursePages: true }));
    for (const { path, text } of schedulerFiles.slurm.files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'parts'));
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
    await runBuild({ data, out: join(folder, 'one'), chosen: { site: true, coursePages: true } });
    const sent = new Map([...snapshot(target)].filter(([, content]) => content !== 'folder'));
    const built = new Map([...snapshot(join(folder, 'one'))].filter(([, content]) => content !== 'folder'));
    expect(differences(sent, built)).toEqual([]);
  },
);

const templateOf = (name: string, options: readonly string[]): PodTemplateSpec => ({
  spec: {
    restartPolicy: 'Never',
    containers: [
      {
        name,
        image: `node:${nodeVersion}`,
        workingDir: '/catalog',
        command: ['npx', '--no', 'course-catalog', 'build', ...options],
        volumeMounts: [{ name: 'catalog', mountPath: '/catalog' }],
      },
    ],
    volumes: [{ name: 'catalog', persistentVolumeClaim: { claimName: 'catalog' } }],
  },
});

const shards: Job = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'catalog-shards' },
  spec: {
    completionMode: 'Indexed',
    completions: shardCount,
    parallelism: shardCount,
    backoffLimit: shardCount,
    template: templateOf('shards', ['--shard', `auto/${shardCount}`, '--shards', 'parts']),
  },
};

const merge: Job = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'catalog-merge' },
  spec: { backoffLimit: 1, template: templateOf('merge', ['--merge', 'parts']) },
};

it.each([
  ['kubernetes/shards.yaml', shards],
  ['kubernetes/merge.yaml', merge],
])('%s is the job that it should be', (path, job) => {
  const file = schedulerFiles.kubernetes.files.find((one) => one.path === path);
  expect(parse(file?.text ?? '')).toEqual(job);
});
