// What identifies a build: one digest for one catalog, however it is written and built, and another whenever it changes.
import { join } from 'node:path';
import { readJsonSync } from 'fs-extra/esm';
import { expect, it } from 'vitest';
import { buildInShards, outOf } from '../shards/shard-builds.ts';
import type { Catalog } from './catalogs.ts';
import { siteForEach } from './each-site.ts';
import { oneFileEach, writeCatalog, type FileStyle, type Layout } from './layout.ts';
import { runBuild, type Chosen } from './run.ts';
import { smallCatalog, smallCourse } from './small-catalog.ts';
import { removeFolder } from '../helpers/folders.ts';

const site = siteForEach();
const catalog = smallCatalog(30);

function write(written: Catalog, how: Layout = oneFileEach): void {
  removeFolder(site.data);
  writeCatalog(site.data, written, how);
}

function identityIn(out: string) {
  return readJsonSync(join(out, 'build.json'));
}

/** The digest of a build from nothing. */
async function digestOf(written: Catalog, chosen: Partial<Chosen> = {}, how?: Layout): Promise<unknown> {
  write(written, how);
  removeFolder(site.out);
  await runBuild({ ...site, chosen });
  return identityIn(site.out).digest;
}

it('names the versions, and counts what the API has', async () => {
  write(catalog);
  await runBuild({ ...site, chosen: { version: '1.2.3' } });
  expect(identityIn(site.out)).toEqual({
    interface: 'v1',
    tool: '1.2.3',
    digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/u),
    courses: 30,
    providers: 2,
    categories: 2,
    languages: 2,
  });
});

it('has the digest of the catalog, whatever the form of its source and the options', async () => {
  const yaml: FileStyle = { format: 'yaml', mark: true, lineEnd: '\r\n', loose: true, lastLineEnd: false };
  const three = [yaml, { ...yaml, format: 'json' }, { ...yaml, format: 'csv' }] as const;
  const inThree: Layout = { ...oneFileEach, courses: three, flat: false };
  const digest = await digestOf(catalog);
  const reversed = { ...catalog, courses: catalog.courses.toReversed() };
  expect(await digestOf(reversed, { chunkSize: 600, latest: 3, pageSize: 7 }, inThree)).toBe(digest);
  expect(await digestOf(catalog, { host: 'cloudflare', pages: true, threads: 2 })).toBe(digest);
  await buildInShards({ folder: site.folder, data: site.data, total: 3, chosen: { chunkSize: 600 } });
  expect(identityIn(outOf(site)).digest).toBe(digest);
});

it('has another digest after every change of the catalog, and the first again once it is undone', async () => {
  const [first = smallCourse(1), ...others] = catalog.courses;
  const withFirst = (change: object): Catalog => ({ ...catalog, courses: [{ ...first, ...change }, ...others] });
  const variants: Catalog[] = [
    withFirst({ title: 'Another title' }),
    withFirst({ license: 'https://creativecommons.org/licenses/by/4.0/' }),
    withFirst({ date_modified: '2024-05-28' }),
    withFirst({ level: 'beginner' }),
    withFirst({ audience: 'beginner' }),
    { ...catalog, courses: others },
    { ...catalog, courses: [...catalog.courses, smallCourse(31)] },
    { ...catalog, providers: catalog.providers.map((one) => ({ ...one, external_id: `crmid:${one.id}9` })) },
    { ...catalog, languages: [...(catalog.languages ?? []), 'Zulu'] },
  ];
  write(catalog);
  const chosen = { chunkSize: 600 };
  await runBuild({ ...site, chosen });
  const { digest } = identityIn(site.out);
  const digests = [digest];
  for (const variant of variants) {
    write(variant);
    await runBuild({ ...site, chosen });
    digests.push(identityIn(site.out).digest);
    expect(await digestOf(variant)).toBe(digests.at(-1));
  }
  expect(new Set(digests).size).toBe(digests.length);
  write(catalog);
  await runBuild({ ...site, chosen });
  expect(identityIn(site.out).digest).toBe(digest);
  const { changes } = await runBuild({ ...site, chosen });
  expect(changes).toEqual({ added: [], changed: [], removed: [] });
});
