// The schedulers that `init` writes files for. A new one is a new row.
import type { SchedulerWithFiles } from '../../options/schedulers.ts';
import type { ServiceFiles } from '../project.ts';
import { githubFiles } from './github.ts';
import { kubernetesFiles } from './kubernetes.ts';
import { slurmFiles } from './slurm.ts';

export const schedulerFiles: Readonly<Record<SchedulerWithFiles, Required<ServiceFiles>>> = {
  slurm: slurmFiles,
  kubernetes: kubernetesFiles,
  github: githubFiles,
};
