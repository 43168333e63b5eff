// s3rver in place of Amazon S3, and what is in its bucket.
import { join } from 'node:path';
import S3rver from 's3rver';
import { onTestFinished } from 'vitest';
import { freePort } from './ports.ts';

export interface LocalS3 {
  /** Its address. */
  readonly endpoint: string;
  /** The objects of the bucket named `bucket` by key. */
  readonly objects: () => Promise<ReadonlyMap<string, S3Object>>;
}

interface S3Object {
  readonly body: Buffer;
  readonly type: string;
  readonly cacheControl: string | undefined;
}

/** What clients of it sign with. */
export const keyOfS3 = { id: 'S3RVER', secret: 'S3RVER' } as const;

/** Serves an empty bucket named `bucket` until the end of the test. */
export async function localS3(folder: string): Promise<LocalS3> {
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'bucket' }],
  });
  // S3 lists keys in the order of their bytes, on which `aws s3 sync` relies; s3rver lists them folder by folder.
  const list = server.store.listObjects.bind(server.store);
  server.store.listObjects = async (...request) => {
    const { objects, ...others } = await list(...request);
    return { objects: objects.toSorted((one, other) => (one.key < other.key ? -1 : 1)), ...others };
  };
  await server.run();
  onTestFinished(async () => server.close());
  const read = async (key: string): Promise<[string, S3Object]> => {
    const response = await fetch(`${endpoint}/bucket/${encodeURIComponent(key)}`);
    const [type, cacheControl] = ['content-type', 'cache-control'].map((name) => response.headers.get(name));
    const body = Buffer.from(await response.arrayBuffer());
    return [key, { body, type: type ?? '', cacheControl: cacheControl ?? undefined }];
  };
  return {
    endpoint,
    objects: async () => {
      const { objects } = await list('bucket', {});
      return new Map(await Promise.all(objects.map(async ({ key }) => read(key))));
    },
  };
}
