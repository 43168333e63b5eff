// The schedulers that `init` writes files for. A new one is a new row.
import type { SchedulerWithFiles } from '../../options/schedulers.ts';
import type { SchedulerFiles } from './files.ts';
import { githubFiles } from './github.ts';
import { kubernetesFiles } from './kubernetes.ts';
import { slurmFiles } from './slurm.ts';

export const schedulerFiles: Readonly<Record<SchedulerWithFiles, SchedulerFiles>> = {
  slurm: slurmFiles,
  kubernetes: kubernetesFiles,
  github: githubFiles,
};
