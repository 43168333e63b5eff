// The union of the files of shards and their merge equals one build, to the byte, whatever the catalog and the division.
import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalog } from '../build/catalogs.ts';
import { layout, writeCatalog } from '../build/layout.ts';
import { runBuild, type Chosen } from '../build/run.ts';
import { smallCatalog, writeSmallCatalog } from '../build/small-catalog.ts';
import { inFolder, removeFolder, snapshot } from '../folders.ts';
import { buildInParts, buildShard, differences, merge, outOf, resultsOf, unionOf, type Parts } from './parts.ts';

const runs = (usual: number) => ({ numRuns: usual * Number(process.env['FC_RUNS'] ?? 1) });

/** Several chunks of a few courses each. */
const small: Partial<Chosen> = { chunkSize: 600, pageSize: 3 };

async function cleanBuild(data: string, chosen: Partial<Chosen> = {}): Promise<Map<string, string>> {
  return inFolder(async (folder) => {
    const out = join(folder, 'dist');
    await runBuild({ data, out, chosen });
    return snapshot(out);
  });
}

const ways: fc.Arbitrary<Omit<Parts, 'folder' | 'data'>> = fc.record({
  total: fc.constantFrom(1, 2, 3, 5),
  merges: fc.constantFrom(undefined, undefined, 2, 3),
  isShared: fc.boolean(),
  chosen: fc.record({
    ...Object.fromEntries(Object.entries(small).map(([name, value]) => [name, fc.constant(value)])),
    site: fc.boolean(),
    precompress: fc.constantFrom([], ['gzip'] as const),
    coursePages: fc.boolean(),
    dumps: fc.constantFrom([], ['ndjson', 'csv', 'parquet'] as const),
    indexFile: fc.constantFrom('index.json', 'index.html'),
  }),
});

describe('the union of all parts', () => {
  it('equals one build of any catalog, also after the next edit into the same folders', async () => {
    await fc.assert(
      fc.asyncProperty(catalog, catalog, layout, ways, async (first, second, how, way) => {
        await inFolder(async (folder) => {
          const data = join(folder, 'data');
          const parts = { ...way, folder, data };
          for (const content of [first, second]) {
            removeFolder(data);
            writeCatalog(data, content, how);
            expect(differences(await buildInParts(parts), await cleanBuild(data, way.chosen))).toEqual([]);
          }
        });
      }),
      { ...runs(8), endOnFailure: true },
    );
  });

  it.each([1, 2, 3, 5])('equals one build of the sample catalog in %i shards', async (total) => {
    // Everything that there is costs several times as much.
    const all: Partial<Chosen> = { site: true, coursePages: true, dumps: ['ndjson', 'csv', 'parquet'] };
    const chosen: Partial<Chosen> = total === 3 ? all : { site: true };
    const built = await cleanBuild('data', chosen);
    for (const isShared of [true, false]) {
      await inFolder(async (folder) => {
        const parts: Parts = { folder, data: 'data', total, isShared, chosen };
        expect(differences(await buildInParts(parts), built)).toEqual([]);
      });
    }
  });

  it.each([true, false])('loses what removed courses leave, shared output: %s', async (isShared) => {
    await inFolder(async (folder) => {
      const data = join(folder, 'data');
      const chosen: Partial<Chosen> = { ...small, coursePages: true };
      const parts: Parts = { folder, data, total: 3, isShared, chosen };
      for (const [courses, from] of [
        [40, 1],
        [25, 8],
        [40, 3],
      ] as const) {
        writeSmallCatalog(data, courses, from);
        expect(differences(await buildInParts(parts), await cleanBuild(data, chosen))).toEqual([]);
      }
    });
  });

  it.each([true, false])('has no file of earlier options, shared output: %s', async (isShared) => {
    await inFolder(async (folder) => {
      const data = join(folder, 'data');
      writeSmallCatalog(data, 12);
      const before: Partial<Chosen> = { ...small, pageSize: 12, precompress: ['gzip'], coursePages: true };
      const parts: Parts = { folder, data, total: 2, isShared, chosen: before };
      await buildInParts(parts);
      const chosen: Partial<Chosen> = { ...small, indexFile: 'index.html' };
      expect(differences(await buildInParts({ ...parts, chosen }), await cleanBuild(data, chosen))).toEqual([]);
    });
  });

  it('is unchanged if the source, the results and the output have been moved', async () => {
    await inFolder(async (folder) => {
      const data = join(folder, 'data');
      writeSmallCatalog(data, 30);
      const chosen: Partial<Chosen> = { ...small, coursePages: true };
      const built = await cleanBuild(data, chosen);
      const parts: Parts = { folder, data, total: 3, isShared: true, chosen };
      await buildShard(parts, 1);
      const moved = { ...parts, folder: join(folder, 'elsewhere'), data: join(folder, 'source') };
      renameSync(data, moved.data);
      cpSync(resultsOf(parts), resultsOf(moved), { recursive: true });
      renameSync(outOf(parts, ''), outOf(moved, ''));
      for (const index of [2, 3]) await buildShard(moved, index);
      await merge(moved);
      expect(differences(unionOf(moved), built)).toEqual([]);
      const manifest = readFileSync(join(resultsOf(parts), 'shard-1-of-3/shard.json'), 'utf8');
      expect(manifest).not.toContain(folder);
      expect(manifest).toContain('"courses.ndjson"');
    });
  });

  it('is unchanged if a shard is run twice', async () => {
    await inFolder(async (folder) => {
      const data = join(folder, 'data');
      writeSmallCatalog(data, 30);
      const parts: Parts = { folder, data, total: 3, isShared: true, chosen: small };
      await Promise.all([1, 2, 3].map(async (index) => buildShard(parts, index)));
      const { changes } = await buildShard(parts, 2);
      expect([changes.added.length, changes.changed.length, changes.removed.length]).toEqual([0, 0, 0]);
      await merge(parts);
      expect(differences(unionOf(parts), await cleanBuild(data, small))).toEqual([]);
    });
  });

  it('leaves the views of other shards to the merge if the output is shared', async () => {
    await inFolder(async (folder) => {
      const data = join(folder, 'data');
      writeSmallCatalog(data, 20);
      const parts: Parts = { folder, data, total: 2, isShared: true, chosen: small };
      await runBuild({ data, out: outOf(parts, ''), chosen: small });
      writeSmallCatalog(data, 20, 11);
      for (const index of [1, 2]) {
        const { changes } = await buildShard(parts, index);
        expect(changes.removed.length).toBe(0);
      }
      const { changes } = await merge(parts);
      expect(changes.removed.length).toBe(10);
      expect(differences(unionOf(parts), await cleanBuild(data, small))).toEqual([]);
    });
  });

  it('reports the changes of each part: files of courses by shards, everything else and removals by the merge', async () => {
    await inFolder(async (folder) => {
      const data = join(folder, 'data');
      writeSmallCatalog(data, 20);
      const chosen: Partial<Chosen> = { ...small, coursePages: true };
      const parts: Parts = { folder, data, total: 2, isShared: false, chosen };
      const added = new Set<string>();
      for (const index of [1, 2]) for (const path of (await buildShard(parts, index)).changes.added) added.add(path);
      const merged = await merge(parts);
      for (const path of merged.changes.added) added.add(path);
      expect(merged.changes.added.length).toBe([...merged.changes.added].length);
      const files = [...unionOf(parts)].flatMap(([path, content]) => (content === 'folder' ? [] : [path]));
      expect([...added].toSorted()).toEqual(files.toSorted());
      expect(merged.files).toBe(files.length);

      const kept = smallCatalog(20).courses.filter(({ id }) => id !== 3);
      writeFileSync(join(data, 'courses.ndjson'), `${kept.map((one) => JSON.stringify(one)).join('\n')}\n`);
      for (const index of [1, 2]) expect((await buildShard(parts, index)).changes.removed.length).toBe(0);
      const { changes } = await merge(parts);
      const ofCourses = [...changes.removed].filter((path) => /(?:view|^courses)\/[0-9a-f]{32}\//u.test(path));
      expect(ofCourses.length).toBe(2);
      expect(differences(unionOf(parts), await cleanBuild(data, chosen))).toEqual([]);
    });
  });
});
