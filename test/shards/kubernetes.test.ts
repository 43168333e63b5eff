// The manifests for Kubernetes: what they say, with every field as the published API has it, since `npm run types` checks these values
// against the types that are generated from it.
import type { Job } from 'kubernetes-types/batch/v1.d.ts';
import type { PodTemplateSpec } from 'kubernetes-types/core/v1.d.ts';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { nodeVersion } from '../../src/init/ci.ts';
import { shardCount } from '../../src/init/schedulers/parts.ts';
import { schedulerFiles } from '../../src/init/init.ts';

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
