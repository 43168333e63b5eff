// Slurm: an array of shards, and the merge once all of them have succeeded.
import { viewsFolder } from '../../api/routes.ts';
import { coursePagesFolder } from '../../outputs/static-pages/paths.ts';
import { siteFolder } from '../../pipeline/shards/shard-manifest.ts';
import type { ServiceFiles } from '../project.ts';
import { buildAndSend, shardsFolder, shardCount } from './shard-commands.ts';

const shard = {
  name: 'shard-$SLURM_ARRAY_TASK_ID',
  options: `--shard "auto/$1" --shards ${shardsFolder}`,
  site: `${shardsFolder}/shard-$SLURM_ARRAY_TASK_ID-of-$1/${siteFolder}`,
  filter: 'cat',
};

const merge = {
  name: 'merge',
  options: `--merge ${shardsFolder}`,
  site: 'dist',
  // The shards have sent their views and course pages.
  filter: `sed '\\#^${viewsFolder}/#d; \\#^${coursePagesFolder}/[^/]*/#d'`,
};

export const slurmFiles: Required<ServiceFiles> = {
  files: [
    {
      path: 'slurm/submit.sh',
      text: `#!/bin/sh
# Builds the catalog on a cluster: sh slurm/submit.sh
# Builds shards that failed again, then merges: sh slurm/submit.sh 3,5
set -eu
cd "$(dirname "$0")/.."
shards=${shardCount}
mkdir -p ${shardsFolder}
array=$(sbatch --parsable --array="\${1:-1-$shards}" slurm/shard.sbatch "$shards")
sbatch --dependency="afterok:$array" --kill-on-invalid-dep=yes slurm/merge.sbatch
`,
    },
    {
      path: 'slurm/shard.sbatch',
      text: `#!/bin/sh
#SBATCH --job-name=catalog-shard
#SBATCH --output=${shardsFolder}/shard-%a.log
set -eu
# The total is given: when one task is submitted again, Slurm tells it that there is 1.
${buildAndSend(shard)}`,
    },
    {
      path: 'slurm/merge.sbatch',
      text: `#!/bin/sh
#SBATCH --job-name=catalog-merge
#SBATCH --output=${shardsFolder}/merge.log
set -eu
${buildAndSend(merge)}`,
    },
  ],
  steps: `\`sh slurm/submit.sh\` builds the catalog as an array job, and merges the results once every task has succeeded. This folder must be on storage that all nodes share. \`sh slurm/submit.sh 3\` builds shard 3 again, and then merges. With \`TARGET=remote:bucket\` in the environment, each job sends what it changed there with rclone. The nodes need \`jq\`.`,
  next: 'Build it on the cluster: sh slurm/submit.sh',
};
