// GitHub Actions: a matrix of shards that leave artifacts, and a job that merges them.
import { actions, setUpSteps } from '../ci.ts';
import type { ServiceFiles } from '../project.ts';
import { shardCount, shardsFolder } from './shards.ts';

const numbers = Array.from({ length: shardCount }, (_, index) => index + 1).join(', ');

export const githubFiles: Required<ServiceFiles> = {
  files: [
    {
      path: '.github/workflows/shards.yml',
      text: `name: Shards

on: workflow_dispatch

concurrency:
  group: shards

permissions:
  contents: read

jobs:
  shard:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        shard: [${numbers}]
    steps:
${setUpSteps}
      - run: npx --no static-course-catalog build --shard \${{ matrix.shard }}/\${{ strategy.job-total }} --shards ${shardsFolder}
      - uses: ${actions.uploadArtifact}
        with:
          name: shard-\${{ matrix.shard }}
          path: ${shardsFolder}

  merge:
    needs: shard
    runs-on: ubuntu-latest
    steps:
${setUpSteps}
      - uses: ${actions.downloadArtifact}
        with:
          pattern: shard-*
          path: ${shardsFolder}
          merge-multiple: true
      - run: npx --no static-course-catalog build --merge ${shardsFolder} --out dist
      # The variable TARGET of the repository names the bucket, such as remote:bucket; the secret RCLONE_CONFIG is a configuration of rclone.
      - if: vars.TARGET != ''
        run: |
          sudo apt-get install -y rclone
          printf '%s' "$CONFIG" > "$RUNNER_TEMP/rclone.conf"
          rclone --config "$RUNNER_TEMP/rclone.conf" sync dist "$TARGET" --checksum
        env:
          TARGET: \${{ vars.TARGET }}
          CONFIG: \${{ secrets.RCLONE_CONFIG }}
`,
    },
  ],
  steps: `The workflow \`Shards\` builds the catalog on GitHub: a job for each shard, and one that merges their artifacts. If a shard fails, re-run the failed jobs. With the variable \`TARGET\` and the secret \`RCLONE_CONFIG\` of the repository, it sends the site to a bucket.`,
  next: 'Build it on GitHub: push, then run the workflow Shards.',
};
