// Builds in shards by the engines that users have, with the files that `init` writes for them.
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { planInit } from '../../src/cli/init/init.ts';
import { runBuild } from '../build/run.ts';
import { makeFolder, removeFolder, snapshot } from '../helpers/folders.ts';
import { eventLimit } from '../helpers/limits.ts';
import { freePort } from '../helpers/ports.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { differences } from './shard-builds.ts';

const run = promisify(execFile);
const folder = makeFolder();
const data = join(folder, 'data');
let built: Map<string, string>;

beforeAll(async () => {
  // A chunk for each of five shards.
  generateCatalog({ courses: 2000, directory: data });
  planInit({ folder, host: 'preview', baseUrl: undefined, version: '1.0.0', scheduler: 'slurm' })();
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  const command = `#!/bin/sh\nexec '${process.execPath}' '${resolve('lib/bin.js')}' "$@"\n`;
  writeFileSync(join(folder, 'node_modules/.bin/static-course-catalog'), command, { mode: 0o755 });
  writeFileSync(join(folder, 'course-catalog.config.json'), JSON.stringify({ site: false }));
  const out = join(folder, 'one');
  await runBuild({ data, out });
  built = snapshot(out);
});
afterAll(() => removeFolder(folder));

const slurm = ['slurmctld', 'slurmd', 'sbatch', 'squeue'] as const;
const isMerged = () => existsSync(join(folder, 'dist/api/v1/index.json'));
const finished = () =>
  readdirSync(join(folder, 'shards')).filter((name) => existsSync(join(folder, 'shards', name, 'shard.json')));

it.skipIf(slurm.some(isMissing))(
  `Slurm merges an array of five once shard 3, which failed, has been built again${slurm.map(neededFor).join('')}`,
  async () => {
    const cluster = await startCluster(join(folder, 'cluster'));
    const submit = async (...words: string[]) =>
      run('sh', ['slurm/submit.sh', ...words], { cwd: folder, env: { ...cluster.env } });
    try {
      // Where shard 3 wants to have its folder, there is a file.
      mkdirSync(join(folder, 'shards'));
      writeFileSync(join(folder, 'shards/shard-3-of-5'), '');
      await submit();
      await cluster.idle();
      expect(finished().toSorted()).toEqual(['shard-1-of-5', 'shard-2-of-5', 'shard-4-of-5', 'shard-5-of-5']);
      expect(isMerged()).toBe(false);
      expect(existsSync(join(folder, 'shards/merge.log'))).toBe(false);

      removeFolder(join(folder, 'shards/shard-3-of-5'));
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
  const shards = join(folder, 'parallel');
  const shard = [...bin, '--shard', '{}/5', '--shards', shards].join(' ');
  const words = ['--will-cite', '-j', '2', '--halt', 'now,fail=1', shard, ':::', '1', '2', '3', '4', '5'];
  await run(pathOf('parallel'), words, { cwd: folder });
  await run(process.execPath, [...bin.slice(1), '--merge', shards, '--out', 'by-parallel'], { cwd: folder });
  expect(differences(snapshot(join(folder, 'by-parallel')), built)).toEqual([]);
});

interface Cluster {
  /** With it, Slurm's commands talk to this cluster. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Waits until no job is queued or running. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the controller and the node in a folder. */
async function startCluster(home: string): Promise<Cluster> {
  const config = join(home, 'slurm.conf');
  for (const name of ['state', 'spool']) mkdirSync(join(home, name), { recursive: true });
  writeFileSync(config, configuration(home, await freePort(), await freePort()));
  const env = { ...process.env, SLURM_CONF: config };
  const daemons = (['slurmctld', 'slurmd'] as const).map((name) =>
    spawn(pathOf(name), ['-D', '-f', config], { env, stdio: 'ignore' }),
  );
  const ask = (...words: string[]) =>
    execFileSync(pathOf('squeue'), words, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const until = async (isSo: () => boolean) => {
    for (const end = Date.now() + eventLimit; ; await pause(250)) {
      if (isSo()) return;
      if (Date.now() > end) throw new Error('the cluster did not get there in time');
    }
  };
  const stop = async () => void (await Promise.all(daemons.map(ended)));
  try {
    await until(() => answers(() => ask('-h')));
  } catch (error) {
    await stop();
    throw error;
  }
  return { env, idle: async () => until(() => ask('-h', '-o', '%i') === ''), stop };
}

function answers(question: () => string): boolean {
  try {
    question();
    return true;
  } catch {
    return false;
  }
}

async function ended(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return;
  const exit = once(daemon, 'exit');
  daemon.kill('SIGKILL');
  await exit;
}

function configuration(home: string, controllerPort: number, nodePort: number): string {
  const name = hostname();
  const user = userInfo().username;
  return `ClusterName=t
SlurmctldHost=${name}(127.0.0.1)
SlurmUser=${user}
SlurmdUser=${user}
SlurmctldPort=${controllerPort}
SlurmdPort=${nodePort}
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,batch_sched_delay=0,sched_min_interval=0
ReturnToService=2
MpiDefault=none
StateSaveLocation=${home}/state
SlurmdSpoolDir=${home}/spool
SlurmctldPidFile=${home}/slurmctld.pid
SlurmdPidFile=${home}/slurmd.pid
SlurmctldLogFile=${home}/slurmctld.log
SlurmdLogFile=${home}/slurmd.log
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
NodeName=${name} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=p Nodes=${name} Default=YES MaxTime=INFINITE State=UP
`;
}
