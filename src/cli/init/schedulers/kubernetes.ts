// Kubernetes: an Indexed Job of shards, and a Job for the merge.
import { nodeVersion } from '../ci.ts';
import type { ServiceFiles } from '../project.ts';
import { shardCount, shardsFolder } from './shards.ts';

export const kubernetesFiles: Required<ServiceFiles> = {
  files: [
    {
      path: 'kubernetes/shards.yaml',
      text: `# One pod for each shard. JOB_COMPLETION_INDEX, which begins with 0, tells a pod which one it is, and the command how many there are.
apiVersion: batch/v1
kind: Job
metadata:
  name: catalog-shards
spec:
  completionMode: Indexed
  completions: ${shardCount}
  parallelism: ${shardCount}
  backoffLimit: ${shardCount}
${template('shards', `--shard "\`expr "$JOB_COMPLETION_INDEX" + 1\`/${shardCount}" --shards ${shardsFolder}`)}`,
    },
    {
      path: 'kubernetes/merge.yaml',
      text: `# To be started once all shards are complete, as run.sh does.
apiVersion: batch/v1
kind: Job
metadata:
  name: catalog-merge
spec:
  backoffLimit: 1
${template('merge', `--merge ${shardsFolder} --out dist`)}`,
    },
    {
      path: 'kubernetes/run.sh',
      text: `#!/bin/sh
# Builds the catalog in the cluster of kubectl: sh kubernetes/run.sh
set -eu
cd "$(dirname "$0")"
kubectl delete job catalog-shards catalog-merge --ignore-not-found
kubectl apply -f shards.yaml
kubectl wait --for=condition=complete --timeout=24h job/catalog-shards
kubectl apply -f merge.yaml
kubectl wait --for=condition=complete --timeout=24h job/catalog-merge
`,
    },
  ],
  steps: `\`sh kubernetes/run.sh\` builds the catalog as an Indexed Job with a pod for each shard, then merges the results. The manifests expect this folder, with \`node_modules\`, on a volume that all pods can write to: the claim \`catalog\`. If pods have failed, run it again.`,
  next: 'Build it in the cluster: put this folder on the volume of the claim catalog, then sh kubernetes/run.sh',
};

function template(name: string, options: string): string {
  return `  template:
    spec:
      restartPolicy: Never
      containers:
        - name: ${name}
          image: node:${nodeVersion}
          workingDir: /catalog
          command: [sh, -euc]
          args:
            - npx --no static-course-catalog build ${options}
          volumeMounts:
            - name: catalog
              mountPath: /catalog
      volumes:
        - name: catalog
          persistentVolumeClaim:
            claimName: catalog
`;
}
