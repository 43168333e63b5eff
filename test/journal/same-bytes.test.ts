// The same source, journal and time give the same bytes, however they are built. For threads see `test/build`.
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { caught, runBuild, type Chosen } from '../build/run.ts';
import { it } from '../helpers/fixture.ts';
import { snapshot } from '../helpers/folders.ts';
import { buildInShards, buildShard, differences, folderOf, merge } from '../shards/shard-builds.ts';
import { Kept, minute, modifiedIn } from './kept.ts';

const first = new Map(Array.from({ length: 60 }, (_, at) => [at + 1, `Course ${at + 1}`]));
const second = new Map([...first].slice(2).map(([id, title]) => [id, id % 20 === 0 ? 'Another' : title]));
const small = { chunkSize: 1024, pages: true, sitemapSize: 40 } satisfies Partial<Chosen>;

/** Builds twice, the second time over the first, and returns the journal, and the output. */
async function builtTwice(folder: string, chosen: Partial<Chosen> = {}) {
  const kept = new Kept(folder, { ...small, ...chosen });
  for (const [at, titles] of [first, second].entries()) {
    kept.write(titles);
    await kept.build(minute(at));
  }
  return { kept, journal: readFileSync(kept.journal, 'utf8'), output: snapshot(kept.out) };
}

it('over an earlier build, or from nothing', async ({ folder }) => {
  const { kept, journal, output } = await builtTwice(folder);
  rmSync(kept.out, { recursive: true });
  await kept.build(minute(9));
  expect(differences(snapshot(kept.out), output)).toEqual([]);
  expect(readFileSync(kept.journal, 'utf8')).toBe(journal);
});

it('in shards', async ({ folder }) => {
  const { kept, journal, output } = await builtTwice(join(folder, 'one'));
  const file = join(folder, 'journal.ndjson');
  const parts = { folder, data: kept.data, total: 3, chosen: { ...small, journal: file } };
  copyFileSync(kept.journal, file);
  expect(differences(await buildInShards(parts), output)).toEqual([]);
  expect(readFileSync(file, 'utf8')).toBe(journal);

  kept.write(first);
  await kept.build('2026-11-23T09:00:00Z');
  expect(differences(await buildInShards(parts), snapshot(kept.out))).toEqual([]);
  expect(readFileSync(file, 'utf8')).toBe(readFileSync(kept.journal, 'utf8'));
});

it('in shards, of which none may have another time or journal', async ({ folder }) => {
  const { kept } = await builtTwice(folder);
  kept.write(first);
  const parts = {
    folder: join(folder, 'parts'),
    data: kept.data,
    total: 2,
    chosen: { ...small, journal: kept.journal },
  };
  await buildShard(parts, 1);
  const shard = { index: 2, total: 2 };
  const other = { data: kept.data, out: folderOf(parts, 2), chosen: { ...parts.chosen, shard }, at: minute(30) };
  await runBuild(other);
  const problems = await caught(async () => merge(parts));
  expect(problems.map(({ rule, file }) => [rule, file])).toEqual([['shard-other', folderOf(parts, 2)]]);
  await buildShard(parts, 2);
  await merge(parts);
  // The journal of the merge has what the shards were built with.
  await merge(parts);
});

it('and the sitemap and the pages have the time of each course whose source gives none', async ({ folder }) => {
  const { kept } = await builtTwice(folder, { sitemapSize: 50_000 });
  const at = new Map(kept.lines().map((line) => [line.linkhash, line.at]));
  const entries = [
    ...readFileSync(join(kept.out, 'sitemap.xml'), 'utf8').matchAll(/courses\/(\w{32})\/<\/loc><lastmod>([^<]+)/gu),
  ];
  expect(entries).toHaveLength(second.size);
  expect(new Set(entries.map(([, , time]) => time))).toEqual(new Set([minute(0), minute(1)]));
  for (const [, linkhash = '', time] of entries) expect(time).toBe(at.get(linkhash));
  expect(modifiedIn(kept.out)).toEqual(new Map(entries.map(([, linkhash = '', time]) => [linkhash, time])));

  const lost = kept.journal;
  writeFileSync(lost, readFileSync(lost, 'utf8').replaceAll(minute(0), '2025-01-01T00:00:00Z'));
  await runBuild({ data: kept.data, out: kept.out, chosen: { ...small, sitemapSize: 50_000, journal: true } });
  expect(snapshot(kept.out).get('sitemap.xml')).toContain('<lastmod>2025-01-01T00:00:00Z</lastmod>');
  expect(new Set(modifiedIn(kept.out).values())).toEqual(new Set(['2025-01-01T00:00:00Z', minute(1)]));
});
