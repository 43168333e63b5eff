// A Slurm cluster of one node on this machine, as a user's cluster runs array jobs.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../ports.ts';
import { pathOf } from '../programs.ts';

export interface Cluster {
  /** With it, Slurm's commands talk to this cluster. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Waits until no job is queued or running. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the controller and the node in a folder. */
export async function startCluster(folder: string): Promise<Cluster> {
  const config = join(folder, 'slurm.conf');
  for (const name of ['state', 'spool']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(config, configuration(folder, await freePort(), await freePort()));
  const env = { ...process.env, SLURM_CONF: config };
  const daemons = (['slurmctld', 'slurmd'] as const).map((name) =>
    spawn(pathOf(name), ['-D', '-f', config], { env, stdio: 'ignore' }),
  );
  const ask = (...words: string[]) =>
    execFileSync(pathOf('squeue'), words, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const until = async (isSo: () => boolean) => {
    for (const end = Date.now() + patience; ; await pause(50)) {
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

const patience = 30_000;

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

function configuration(folder: string, controllerPort: number, nodePort: number): string {
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
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd.pid
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/slurmd.log
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
NodeName=${name} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=p Nodes=${name} Default=YES MaxTime=INFINITE State=UP
`;
}
