// Builds in shards by the engines that users have, with the files that `init` writes for them.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { planInit } from '../../src/init/init.ts';
import { runBuild } from '../build/run.ts';
import { makeFolder, removeFolder, snapshot } from '../folders.ts';
import { isMissing, neededFor, pathOf } from '../programs.ts';
import { differences } from './parts.ts';
import { startCluster } from './slurm.ts';

const run = promisify(execFile);
const folder = makeFolder();
const data = join(folder, 'data');
let built: Map<string, string>;

beforeAll(async () => {
  // A chunk for each of five shards.
  generateCatalog({ courses: 2000, directory: data });
  planInit({ folder, host: 'http-server', baseUrl: undefined, version: '1.0.0', scheduler: 'slurm' })();
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  const command = `#!/bin/sh\nexec '${process.execPath}' '${resolve('lib/bin.js')}' "$@"\n`;
  writeFileSync(join(folder, 'node_modules/.bin/course-catalog'), command, { mode: 0o755 });
  writeFileSync(join(folder, 'course-catalog.config.json'), JSON.stringify({ site: false }));
  const out = join(folder, 'one');
  await runBuild({ data, out });
  built = snapshot(out);
});
afterAll(() => removeFolder(folder));

const slurm = ['slurmctld', 'slurmd', 'sbatch', 'squeue'] as const;
const slurmIsMissing = slurm.some(isMissing);
const isMerged = () => existsSync(join(folder, 'dist/api/v1/index.json'));
const finished = () =>
  readdirSync(join(folder, 'parts')).filter((name) => existsSync(join(folder, 'parts', name, 'shard.json')));

it.skipIf(slurmIsMissing)(
  `Slurm merges an array of five once shard 3, which failed, has been built again${slurm.map(neededFor).join('')}`,
  async () => {
    const cluster = await startCluster(join(folder, 'cluster'));
    const submit = async (...words: string[]) =>
      run('sh', ['slurm/submit.sh', ...words], { cwd: folder, env: { ...cluster.env } });
    try {
      // Where shard 3 wants to have its folder, there is a file.
      mkdirSync(join(folder, 'parts'));
      writeFileSync(join(folder, 'parts/shard-3-of-5'), '');
      await submit();
      await cluster.idle();
      expect(finished().toSorted()).toEqual(['shard-1-of-5', 'shard-2-of-5', 'shard-4-of-5', 'shard-5-of-5']);
      expect(isMerged()).toBe(false);
      expect(existsSync(join(folder, 'parts/merge.log'))).toBe(false);

      removeFolder(join(folder, 'parts/shard-3-of-5'));
      await submit('3');
      await cluster.idle();
      expect(differences(snapshot(join(folder, 'dist')), built)).toEqual([]);
    } finally {
      await cluster.stop();
    }
  },
);

it.skipIf(isMissing('parallel'))(`GNU parallel builds shards side by side${neededFor('parallel')}`, async () => {
  const bin = [process.execPath, resolve('lib/bin.js'), 'build', '--data', data];
  const parts = join(folder, 'parallel');
  const shard = [...bin, '--shard', 'auto/5', '--shards', parts].join(' ');
  const words = ['--will-cite', '-j', '2', '-N0', '--halt', 'now,fail=1', shard, ':::', '1', '2', '3', '4', '5'];
  await run(pathOf('parallel'), words, { cwd: folder });
  await run(process.execPath, [...bin.slice(1), '--merge', parts, '--out', 'by-parallel'], { cwd: folder });
  expect(differences(snapshot(join(folder, 'by-parallel')), built)).toEqual([]);
});
