// Slurm: an array of shards, and the merge once all of them have succeeded.
import type { ServiceFiles } from '../project.ts';
import { shardCount, shardsFolder } from './shards.ts';

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
npx --no static-course-catalog build --shard "$SLURM_ARRAY_TASK_ID/$1" --shards ${shardsFolder}
`,
    },
    {
      path: 'slurm/merge.sbatch',
      text: `#!/bin/sh
#SBATCH --job-name=catalog-merge
#SBATCH --output=${shardsFolder}/merge.log
set -eu
npx --no static-course-catalog build --merge ${shardsFolder} --out dist
# Sends the site to the bucket that TARGET names, such as remote:bucket.
if [ -n "\${TARGET:-}" ]; then rclone sync dist "$TARGET" --checksum; fi
`,
    },
  ],
  steps: `\`sh slurm/submit.sh\` builds the catalog as an array job, and merges the results once every task has succeeded. This folder must be on storage that all nodes share. \`sh slurm/submit.sh 3\` builds shard 3 again, and then merges. With \`TARGET=remote:bucket\` in the environment, the merge sends the site there with rclone.`,
  next: 'Build it on the cluster: sh slurm/submit.sh',
};
