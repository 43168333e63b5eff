// Slurm: an array of shards, and the merge once all of them have succeeded.
import type { SchedulerFiles } from './files.ts';
import { changesOption, partsFolder, sendCommands, shardCount } from './parts.ts';

export const slurmFiles: SchedulerFiles = {
  files: [
    {
      path: 'slurm/submit.sh',
      text: `#!/bin/sh
# Builds the catalog on a cluster: sh slurm/submit.sh
# Builds shards that failed again, then merges: sh slurm/submit.sh 3,5
set -eu
cd "$(dirname "$0")/.."
shards=${shardCount}
mkdir -p ${partsFolder}
array=$(sbatch --parsable --array="\${1:-1-$shards}" slurm/shard.sbatch "$shards")
sbatch --dependency="afterok:$array" --kill-on-invalid-dep=yes slurm/merge.sbatch
`,
    },
    {
      path: 'slurm/shard.sbatch',
      text: `#!/bin/sh
#SBATCH --job-name=catalog-shard
#SBATCH --output=${partsFolder}/shard-%a.log
set -eu
# The total is given: when one task is submitted again, Slurm tells it that there is 1.
npx --no course-catalog build --shard "auto/$1" --shards ${partsFolder} ${changesOption('shard-$SLURM_ARRAY_TASK_ID')}
${sendCommands('shard-$SLURM_ARRAY_TASK_ID')}
`,
    },
    {
      path: 'slurm/merge.sbatch',
      text: `#!/bin/sh
#SBATCH --job-name=catalog-merge
#SBATCH --output=${partsFolder}/merge.log
set -eu
npx --no course-catalog build --merge ${partsFolder} ${changesOption('merge')}
${sendCommands('merge')}
`,
    },
  ],
  steps: `\`sh slurm/submit.sh\` builds the catalog as an array job, and merges the results once every task has succeeded. This folder must be on storage that all nodes share. \`sh slurm/submit.sh 3\` builds shard 3 again, and then merges. With \`TARGET=remote:bucket\` in the environment, each job sends what it changed there with rclone.`,
  next: 'Build it on the cluster: sh slurm/submit.sh',
};
