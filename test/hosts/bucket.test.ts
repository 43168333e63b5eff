// Buckets: publish.sh with the real AWS command line, and the documented commands with rclone, both with s3rver in place of Amazon S3.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { writeChangedFiles } from '../../src/build/changed-files/changed-files.ts';
import { documentedCommands, documentedLists, runCommands } from '../changed-files/between.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { keyOfS3, localS3 } from '../helpers/local-s3.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { buildFor, catalogIn } from './build-for.ts';
import { publish, type Bucket } from './engines/bucket.ts';

const languages = ["l'Español (América) & co", '中文 日本語', '[x] {1}'];
const baseUrl = 'https://example.org';
/** Everything that a build can publish, with files of one's own. */
const everything = (folder: string) =>
  ({
    pages: true,
    journal: true,
    sitemapSize: 5,
    dumps: ['ndjson', 'csv', 'parquet'],
    public: join(folder, 'public'),
  }) as const;

describe('a bucket', () => {
  it.skipIf(isMissing('aws'))(
    `is filled by publish.sh, and turned into another build${neededFor('aws')}`,
    async ({ folder }) => {
      const s3 = await localS3(folder);
      const oddNames = { 'two  spaces/#1; a+b=c&d.txt': 'odd\n', [String.raw`back\slash.txt`]: 'odd\n' };
      writeFiles(join(folder, 'public'), oddNames);
      const plan = { host: 's3-cloudfront', baseUrl } as const;
      const [first, second] = [join(folder, 'first'), join(folder, 'second')];
      await buildFor({ ...plan, out: first, data: catalogIn(languages, 12) });
      const chosen = everything(folder);
      await buildFor({ ...plan, out: second, data: catalogIn(languages.slice(1), 11), chosen });
      const env = {
        PATH: process.env['PATH'],
        HOME: folder,
        AWS_ACCESS_KEY_ID: keyOfS3.id,
        AWS_SECRET_ACCESS_KEY: keyOfS3.secret,
        AWS_DEFAULT_REGION: 'us-east-1',
      };
      const aws = `aws() { '${pathOf('aws')}' --endpoint-url ${s3.endpoint} "$@"; }`;
      let expected: Bucket = new Map();
      for (const dist of [first, second]) {
        expected = publish(dist, expected);
        const script = join(dist, '_hosts/publish.sh');
        await promisify(execFile)('sh', ['-c', `set -- bucket\n${aws}\n. "$0"`, script], { env, maxBuffer: 2 ** 26 });
        expect(described(await s3.objects())).toEqual(described(expected));
      }
    },
  );

  it.skipIf(isMissing('rclone') || isMissing('jq'))(
    `gets the same types and ages from the documented commands of rclone${neededFor('rclone')}${neededFor('jq')}`,
    async ({ folder }) => {
      const s3 = await localS3(folder);
      writeFiles(join(folder, 'public'), { 'own/api-catalog': 'odd\n', 'feed.txt': 'odd\n' });
      const out = join(folder, 'dist');
      const chosen = { ...everything(folder), indexFile: 'index.html', pageLinks: 'path' } as const;
      const { changes } = await buildFor({
        host: 's3-cloudfront',
        baseUrl,
        out,
        data: catalogIn(languages, 12),
        chosen,
      });
      expect(writeChangedFiles(changes, join(folder, 'changes.json'), { baseUrl, ...chosen })).toEqual([]);
      const commands = `${documentedLists()}\n${documentedCommands('rclone delete').replaceAll('BUCKET', 'bucket')}`;
      await runCommands(commands, folder, {
        RCLONE_CONFIG_REMOTE_TYPE: 's3',
        RCLONE_CONFIG_REMOTE_PROVIDER: 'Other',
        RCLONE_CONFIG_REMOTE_ACCESS_KEY_ID: keyOfS3.id,
        RCLONE_CONFIG_REMOTE_SECRET_ACCESS_KEY: keyOfS3.secret,
        RCLONE_CONFIG_REMOTE_ENDPOINT: s3.endpoint,
        // One for real services.
        AWS_CA_BUNDLE: '',
      });
      const published = [...(await s3.objects())].filter(([key]) => !key.startsWith('_hosts/'));
      expect(described(new Map(published))).toEqual(described(publish(out)));
    },
  );
});

/** Each object as text, in order. Programs take types that are not ours from the system, with and without a charset. */
function described(bucket: Bucket): string[] {
  const lines = Array.from(bucket, ([key, { body, type, cacheControl }]) => {
    const isOurs = /\/(?:json|.*\+|x-ndjson|gzip|csv|vnd)/u.test(type);
    return `${key} ${isOurs ? type : ''} ${cacheControl} ${body.toString('base64')}`;
  });
  return lines.toSorted();
}
