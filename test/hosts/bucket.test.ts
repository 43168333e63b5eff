// publish.sh with the real AWS command line, and s3rver in place of Amazon S3: what the imitation of engines/bucket.ts says is so.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import S3rver from 's3rver';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { freePort } from '../helpers/ports.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { buildFor, catalogIn } from './build-for.ts';
import { publish, type Bucket, type StoredObject } from './engines/bucket.ts';

const languages = ["l'Español (América) & co", '中文 日本語', '[x] {1}'];

it.skipIf(isMissing('aws'))(
  `publish.sh fills a bucket, and turns it into an earlier build${neededFor('aws')}`,
  async ({ folder }) => {
    const s3 = await localS3(folder);
    const plan = {
      host: 's3-cloudfront',
      baseUrl: 'https://example.org',
      chosen: {
        catalogPage: true,
        coursePages: true,
        journal: true,
        sitemapSize: 5,
        dumps: ['ndjson', 'csv', 'parquet'],
        public: join(folder, 'public'),
      },
    } as const;
    writeFiles(folder, { 'public/two  spaces/#1; a+b=c&d.txt': 'odd\n', [String.raw`public/back\slash.txt`]: 'odd\n' });
    const [earlier, later] = [join(folder, 'earlier'), join(folder, 'later')];
    await buildFor({ ...plan, out: earlier, data: catalogIn(languages, 12) });
    await buildFor({ ...plan, out: later, data: catalogIn(languages.slice(1), 11) });
    let bucket: Bucket = new Map();
    for (const dist of [later, earlier]) {
      bucket = publish(dist, bucket);
      await s3.run(join(dist, '_hosts/publish.sh'));
      expect(await s3.objects()).toEqual([...bucket].map(([key, object]) => described(key, object)).toSorted());
    }
  },
);

/** s3rver with an empty bucket. */
async function localS3(folder: string) {
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'BUCKET' }],
  });
  // S3 lists keys in the order of their bytes, on which `aws s3 sync` relies; s3rver lists them folder by folder.
  const list = server.store.listObjects.bind(server.store);
  server.store.listObjects = async (...request) => {
    const { objects, ...others } = await list(...request);
    return { objects: objects.toSorted((one, other) => (one.key < other.key ? -1 : 1)), ...others };
  };
  await server.run();
  onTestFinished(async () => server.close());
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_DEFAULT_REGION: 'us-east-1',
  };
  const sh = async (text: string, ...words: readonly string[]) =>
    promisify(execFile)('sh', ['-c', text, ...words], { env, maxBuffer: 2 ** 26 });
  const aws = `aws() { '${pathOf('aws')}' --endpoint-url ${endpoint} "$@"; }`;
  return {
    run: async (script: string) => sh(`set -- BUCKET\n${aws}\n. "$0"`, script),
    /** All objects, each as text, in order. */
    objects: async () => {
      const { stdout } = await sh(`${aws}\naws s3api list-objects-v2 --bucket BUCKET --output json`);
      const keys = listing.parse(JSON.parse(stdout)).Contents.map(({ Key }) => Key);
      const found = keys.map(async (key) => {
        const { headers, ...response } = await got(`${endpoint}/BUCKET/${encodeURIComponent(key)}`);
        const [type, age] = ['content-type', 'cache-control'].map((name) => headers.get(name) ?? undefined);
        return described(key, { body: response.body, type: type ?? '', cacheControl: age });
      });
      return (await Promise.all(found)).toSorted();
    },
  };
}

async function got(address: string): Promise<{ body: Buffer; headers: Headers }> {
  const response = await fetch(address);
  return { body: Buffer.from(await response.arrayBuffer()), headers: response.headers };
}

/** What a bucket has at a key. The command line takes types that are not ours from the system, with and without a charset. */
function described(key: string, { body, type, cacheControl }: StoredObject): string {
  const isOurs = /\/(?:json|.*\+|x-ndjson|gzip|csv|vnd)/u.test(type);
  return `${key} ${isOurs ? type : ''} ${cacheControl} ${body.toString('base64')}`;
}

const listing = z.object({ Contents: z.array(z.object({ Key: z.string() })) });
