// The merge of shards equals one build, to the byte, whatever the catalog and the division, and touches nothing that stays.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, afterAll, beforeAll } from 'vitest';
import type { BuildResult } from '../../src/build/build-options.ts';
import { ProblemsError } from '../../src/text/problems.ts';
import { catalog } from '../build/catalogs.ts';
import { layout, oneFileEach, writeCatalog } from '../build/layout.ts';
import { caught, runBuild, type Chosen } from '../build/run.ts';
import { smallCatalog, writeSmallCatalog } from '../build/small-catalog.ts';
import { sharedBuild } from '../helpers/builds.ts';
import { courseCatalog } from '../cli/command.ts';
import { it } from '../helpers/fixture.ts';
import { filesIn, inFolder, removeFolder, snapshot, makeFolder, writeFiles } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { oneOfEachKind, withDiskFault, type DiskFault, type FaultyRun } from '../incremental/disk-faults.ts';
import {
  buildInShards,
  buildShard,
  differences,
  folderOf,
  merge,
  outOf,
  shardsOf,
  upTo,
  type ShardedBuild,
} from './shard-builds.ts';

/** Several chunks of a few courses each. */
const small: Partial<Chosen> = { chunkSize: 600, pageSize: 3 };

async function cleanBuild(data: string, chosen: Partial<Chosen> = {}): Promise<Map<string, string>> {
  return inFolder(async (folder) => {
    const out = join(folder, 'dist');
    await runBuild({ data, out, chosen });
    return snapshot(out);
  });
}

const ways: fc.Arbitrary<Omit<ShardedBuild, 'folder' | 'data'>> = fc.record({
  total: fc.constantFrom(1, 2, 3, 5),
  chosen: fc.record({
    ...Object.fromEntries(Object.entries(small).map(([name, value]) => [name, fc.constant(value)])),
    pages: fc.boolean(),
    precompress: fc.constantFrom([], ['gzip'] as const),
    coursePages: fc.boolean(),
    dumps: fc.constantFrom([], ['ndjson', 'csv', 'parquet'] as const),
    indexFile: fc.constantFrom('index.json', 'index.html'),
  }),
});

describe('a merge', () => {
  it('equals one build of any catalog, also after the next edit into the same folders', () =>
    forAll({ numRuns: 5, endOnFailure: true }, [catalog, catalog, layout, ways], async (first, second, how, way) => {
      await inFolder(async (folder) => {
        const data = join(folder, 'data');
        const sharded = { ...way, folder, data };
        for (const content of [first, second]) {
          removeFolder(data);
          writeCatalog(data, content, how);
          expect(differences(await buildInShards(sharded), await cleanBuild(data, way.chosen))).toEqual([]);
        }
      });
    }));

  it('equals one build of the sample catalog with everything', async ({ folder }) => {
    const all: Partial<Chosen> = { pages: true, dumps: ['ndjson', 'csv', 'parquet'] };
    const sharded: ShardedBuild = { folder, data: 'data', total: 3, chosen: all };
    expect(differences(await buildInShards(sharded), snapshot(await sharedBuild('data', all)))).toEqual([]);
  });

  it('equals one build where courses are in hundreds of lists, some with several pages', async ({ folder }) => {
    const data = join(folder, 'data');
    const { categories: _, courses, ...others } = smallCatalog(600);
    const ids = Array.from({ length: 240 }, (__, at) => at + 1);
    const categories = ids.map((id) => ({ id, name: `Category ${id}` }));
    // Half of the lists have all courses, the others half of them: together more than 100,000 entries.
    const inLists = courses.map((course) => ({ ...course, categories: course.id % 2 === 0 ? ids : ids.slice(120) }));
    writeCatalog(data, { ...others, categories, courses: inLists }, oneFileEach);
    const chosen: Partial<Chosen> = { pageSize: 400, chunkSize: 200_000 };
    const sharded: ShardedBuild = { folder, data, total: 2, chosen };
    expect(differences(await buildInShards(sharded), await cleanBuild(data, chosen))).toEqual([]);
  });

  it('equals one build where the courses of one shard alone have fields', async ({ folder }) => {
    const data = join(folder, 'data');
    const { courses, ...others } = smallCatalog(40);
    const withFields = courses.map((course) =>
      course.id === 40 ? { ...course, level: 'beginner', price: 0 } : course,
    );
    writeCatalog(data, { ...others, courses: withFields }, oneFileEach);
    const dumping: Partial<Chosen> = { ...small, dumps: ['ndjson', 'csv', 'parquet'] };
    const merged = await buildInShards({ folder, data, total: 3, chosen: dumping });
    expect(differences(merged, await cleanBuild(data, dumping))).toEqual([]);
    expect(merged.get('dumps/courses.csv')).toContain('categories_ids,level,price,price_currency\r\n');
  });

  it('is of shards with equal shares of a file of lines', async ({ folder }) => {
    const data = join(folder, 'data');
    writeSmallCatalog(data, 210);
    const sharded: ShardedBuild = { folder, data, total: 7, chosen: { chunkSize: 1024 } };
    const built = await Promise.all(upTo(sharded.total).map(async (index) => buildShard(sharded, index)));
    const shares = built.map(({ courses }) => courses);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(210);
    expect([Math.min(...shares) > 26, Math.max(...shares) < 34]).toEqual([true, true]);
  });

  it('loses what removed courses and earlier options leave', async ({ folder }) => {
    const data = join(folder, 'data');
    const sharded: ShardedBuild = { folder, data, total: 3 };
    for (const [courses, from, chosen] of [
      [40, 1, { ...small, pages: true }],
      [25, 8, { ...small, pageSize: 12, precompress: ['gzip'], pages: true }],
      [40, 3, { ...small, indexFile: 'index.html' }],
    ] as const) {
      writeSmallCatalog(data, courses, from);
      // Also what somebody has put into the folder of a course.
      for (const folderOfCourse of ['api/v1/courses/view', 'courses'].map((path) => join(outOf(sharded), path)))
        for (const name of existsSync(folderOfCourse) ? readdirSync(folderOfCourse).slice(0, 1) : [])
          writeFiles(join(folderOfCourse, name), { 'mine.txt': 'mine', 'mine/index.json': '{}' });
      expect(differences(await buildInShards({ ...sharded, chosen }), await cleanBuild(data, chosen))).toEqual([]);
      const files = [...snapshot(shardsOf(sharded)).keys()].filter((path) => /site\/.*\.[a-z]+$/u.test(path));
      const ofCourse = 'pages' in chosen ? 2 : 1;
      expect(files.filter((path) => !path.endsWith('.gz')).length).toBe(ofCourse * courses);
    }
  });

  it('is the same if the source and the shards have been moved, and their times are lost', async ({ folder }) => {
    const data = join(folder, 'data');
    writeSmallCatalog(data, 30);
    const chosen: Partial<Chosen> = { ...small, pages: true };
    const built = await cleanBuild(data, chosen);
    const sharded: ShardedBuild = { folder, data, total: 3, chosen };
    await buildShard(sharded, 1);
    const moved = { ...sharded, folder: join(folder, 'elsewhere'), data: join(folder, 'source') };
    renameSync(data, moved.data);
    cpSync(shardsOf(sharded), join(shardsOf(moved), 'artifacts/1'), { recursive: true });
    for (const index of [2, 3]) await buildShard(moved, index);
    await merge(moved);
    expect(differences(snapshot(outOf(moved)), built)).toEqual([]);
    const manifest = readFileSync(join(folderOf(sharded, 1), 'shard.json'), 'utf8');
    expect(manifest).not.toContain(folder);
    expect(manifest).toContain('"courses.ndjson"');
  });

  it('touches no file that stays, and neither does a shard that is run again', async ({ folder }) => {
    const data = join(folder, 'data');
    writeSmallCatalog(data, 30);
    const chosen: Partial<Chosen> = { ...small, pages: true };
    const sharded: ShardedBuild = { folder: join(folder, 'site'), data, total: 3, chosen };
    await buildInShards(sharded);
    const shards = () => inodesOf(join(folderOf(sharded, 2), 'site'));
    const before = [inodesOf(outOf(sharded)), shards()];
    const again = [await buildShard(sharded, 2), await merge(sharded)];
    for (const { changes } of again) expect(changes).toMatchObject({ added: [], changed: [], removed: [] });
    expect([inodesOf(outOf(sharded)), shards()]).toEqual(before);
    // The same holds where the shards were copied, and the output has no second names of their files.
    const copied = { ...sharded, folder: join(folder, 'copied') };
    cpSync(sharded.folder, copied.folder, { recursive: true });
    const copies = inodesOf(outOf(copied));
    await merge(copied);
    expect(inodesOf(outOf(copied))).toEqual(copies);
    const file = join(data, 'courses.ndjson');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Course 9', 'Course IX'));
    await buildInShards(sharded);
    const touched = [...inodesOf(outOf(sharded))].filter(([path, inode]) => before[0]?.get(path) !== inode);
    expect(touched.map(([path]) => path).filter((path) => /(?:view|^courses)\/[0-9a-f]{32}\//u.test(path)).length).toBe(
      2,
    );
  });

  it('copies to another file system, and touches no file that stays there either', async ({
    folder,
    onTestFinished,
  }) => {
    const other = mkdtempSync(join(tmpdir(), 'course-catalog-'));
    onTestFinished(() => removeFolder(other));
    const data = join(folder, 'data');
    writeSmallCatalog(data, 8);
    const sharded: ShardedBuild = { folder, data, total: 2, chosen: small };
    for (const index of [1, 2]) await buildShard(sharded, index);
    const run = { data, out: join(other, 'dist'), chosen: { ...small, merge: shardsOf(sharded) } };
    await runBuild(run);
    expect(differences(snapshot(run.out), await cleanBuild(data, small))).toEqual([]);
    const before = inodesOf(run.out);
    await runBuild(run);
    expect(inodesOf(run.out)).toEqual(before);
  });

  it('has the changes of the whole output; a shard tells what it wrote', async ({ folder }) => {
    const data = join(folder, 'data');
    writeSmallCatalog(data, 20);
    const sharded: ShardedBuild = { folder, data, total: 2, chosen: { ...small, pages: true } };
    const filesOfShards = (): string[] => upTo(2).flatMap((index) => filesIn(join(folderOf(sharded, index), 'site')));
    const first = [await buildShard(sharded, 1), await buildShard(sharded, 2)];
    expect(first.flatMap(({ changes }) => [...changes.added]).toSorted()).toEqual(filesOfShards().toSorted());
    const tried = await merge({ ...sharded, chosen: { ...sharded.chosen, dryRun: true } });
    expect(existsSync(outOf(sharded))).toBe(false);
    const merged = await merge(sharded);
    for (const { changes } of [tried, merged]) {
      expect([...changes.added].toSorted()).toEqual(filesIn(outOf(sharded)).toSorted());
    }

    const kept = smallCatalog(20).courses.filter(({ id }) => id !== 3);
    writeFileSync(join(data, 'courses.ndjson'), `${kept.map((one) => JSON.stringify(one)).join('\n')}\n`);
    for (const index of [1, 2]) expect((await buildShard(sharded, index)).changes.removed.length).toBe(0);
    const { changes } = await merge(sharded);
    const ofCourses = [...changes.removed].filter((path) => /(?:view|^courses)\/[0-9a-f]{32}\//u.test(path));
    expect(ofCourses.length).toBe(2);
    expect(changes.removed.length).toBeGreaterThan(2);
  });
});

/** The inode and time of each file. */
function inodesOf(folder: string): Map<string, string> {
  const files = [...snapshot(folder)].flatMap(([path, content]) => (content === 'folder' ? [] : [path]));
  return new Map(
    files.map((path) => {
      const { ino, mtimeMs } = statSync(join(folder, path));
      return [path, `${ino} ${mtimeMs}`];
    }),
  );
}

const chosen: Partial<Chosen> = { pageSize: 2, pages: true };
const folder = makeFolder();
const shardedIn = (name: string): ShardedBuild => {
  const root = join(folder, name);
  return { folder: root, data: join(root, 'data'), total: 1, chosen };
};
let expected: Map<string, string>;
/** The files of the output before the run that faults are tried on, and after it. */
let wholeFiles: ReadonlySet<string>;
/** The run that faults are tried on is the second one, and finds courses that are new, changed and gone. */
const shardToRun = shardedIn('shard');
const mergeToRun = shardedIn('merge');

beforeAll(async () => {
  for (const sharded of [shardToRun, mergeToRun]) {
    writeSmallCatalog(sharded.data, 3);
    await buildShard(sharded, 1);
    await merge(sharded);
    writeSmallCatalog(sharded.data, 3, 2);
  }
  await buildShard(mergeToRun, 1);
  await runBuild({ data: shardToRun.data, out: join(folder, 'clean'), chosen });
  expected = snapshot(join(folder, 'clean'));
  wholeFiles = new Set([...filesOf(outOf(mergeToRun)), ...expected].map(([path, text]) => `${path}\n${text}`));
});
afterAll(() => removeFolder(folder));

const tried = shardedIn('tried');

/** Runs a part on a copy of its own, with a fault. */
async function attempt(from: ShardedBuild, part: (sharded: ShardedBuild) => Promise<BuildResult>, fault?: DiskFault) {
  removeFolder(tried.folder);
  // Times are preserved, so that no copied file counts as changed.
  cpSync(from.folder, tried.folder, { recursive: true, preserveTimestamps: true });
  const run = await withDiskFault(tried.folder, fault, async () => part(tried));
  // A killed process would leave locks of a dead holder.
  for (const parent of [tried.folder, shardsOf(tried)]) {
    for (const name of readdirSync(parent).filter((one) => one.includes('.lock'))) rmSync(join(parent, name));
  }
  return run;
}

/** Runs a part with each of its calls in turn as the one that fails, one of each kind; returns how many there are. */
async function attemptAll(
  from: ShardedBuild,
  part: (sharded: ShardedBuild) => Promise<BuildResult>,
  mode: DiskFault['mode'],
  check: (run: FaultyRun<BuildResult>, failed: string, nth: number) => Promise<void>,
): Promise<number> {
  const ats = oneOfEachKind((await attempt(from, part)).calls);
  for (const [nth, at] of ats.entries()) {
    const run = await attempt(from, part, { mode, at });
    await check(run, run.failed ?? '', nth);
  }
  return ats.length;
}

const filesOf = (out: string) => [...snapshot(out)].filter(([, text]) => text !== 'folder');
const shard = async (sharded: ShardedBuild) => buildShard(sharded, 1);

/** The merge of the tried shard is what one build writes. */
async function expectMerged(call: string): Promise<void> {
  await merge(tried);
  expect(differences(snapshot(outOf(tried)), expected), call).toEqual([]);
}

it.each(['fails', 'killed'] as const)('a shard that %s is merged only once it has been run again', async (mode) => {
  const warned = new Set<string>();
  let interrupted = 0;
  const attempts = await attemptAll(shardToRun, shard, mode, async ({ outcome }, failed, nth) => {
    const isBuilt = outcome.status === 'fulfilled';
    for (const { rule } of isBuilt ? outcome.value.warnings : []) warned.add(rule);
    if (isInterrupted(outcome)) interrupted += 1;
    const [problem] = await caught(async () => merge(tried));
    // A shard that was killed at its very end has written all that it had to.
    const isMerged = isBuilt || (mode === 'killed' && problem === undefined);
    expect(isMerged ? [undefined] : ['shard-missing', 'source-changed'], failed).toContain(problem?.rule);
    expect(isMerged ? differences(snapshot(outOf(tried)), expected) : [], failed).toEqual([]);
    if (nth % 3 !== 0) return;
    if (!isBuilt) await shard(tried);
    await expectMerged(failed);
  });
  expect([...warned]).toEqual(['output-leftover']);
  expect(attempts).toBeGreaterThan(20);
  expect(interrupted > 0).toBe(mode === 'fails');
});

it('a shard that fails while it is published does not say that nothing was written', async () => {
  const { data } = shardToRun;
  const words = ['build', '--shard', '1/1', '--data', data, '--threads', '1', '--shards'];
  const [whole, half] = [join(folder, 'whole'), join(folder, 'half')];
  const { calls } = await withDiskFault(whole, undefined, async () => courseCatalog([...words, whole]));
  const at = calls.findLastIndex((call) => call.startsWith('rename')) + 1;
  const { outcome } = await withDiskFault(half, { mode: 'fails', at }, async () => courseCatalog([...words, half]));
  expect(outcome).toMatchObject({ status: 'fulfilled', value: { exitCode: 1 } });
  expect(outcome).toHaveProperty(
    'value.stderr',
    expect.stringMatching(/cannot be written: ENOSPC[\s\S]*\n1 error\n$/u),
  );
});

it('a merge that fails publishes nothing, or everything with a warning, or says how much, and the next one is right', async () => {
  const before = filesOf(outOf(mergeToRun));
  const after = [...expected].filter(([, text]) => text !== 'folder');
  const warned = new Set<string>();
  let interrupted = 0;
  const attempts = await attemptAll(mergeToRun, merge, 'fails', async ({ outcome }, failed, nth) => {
    const isBuilt = outcome.status === 'fulfilled';
    for (const { rule } of isBuilt ? outcome.value.warnings : []) warned.add(rule);
    const isPart = isInterrupted(outcome);
    if (isPart) interrupted += 1;
    const files = isPart ? tornIn(outOf(tried)) : filesOf(outOf(tried));
    expect(files, failed).toEqual(isPart ? [] : isBuilt ? after : before);
    if (!isBuilt && nth % 5 === 0) await expectMerged(failed);
  });
  expect([...warned]).toEqual(['output-leftover']);
  expect(attempts).toBeGreaterThan(30);
  expect(interrupted).toBeGreaterThan(5);
});

/** Whether the error of a run says that it published a part, and what to do. */
function isInterrupted(outcome: FaultyRun<BuildResult>['outcome']): boolean {
  if (outcome.status === 'fulfilled' || !(outcome.reason instanceof ProblemsError)) return false;
  const [problem] = outcome.reason.problems;
  return /\d+ changes? of \d+ had been published.*the next build completes it/u.test(
    `${problem?.finding} ${problem?.remedy}`,
  );
}

/** The files of an output that are of neither. */
function tornIn(out: string): readonly unknown[] {
  const torn = filesOf(out).filter(([path, text]) => !wholeFiles.has(`${path}\n${text}`));
  // While one build replaces another, the list of files outside the API names those of both.
  return torn.map(([path]) => path).filter((path) => path !== '.nojekyll');
}

it('a merge that is killed leaves whole files, as they were or as they will be, and the shards as they were', async () => {
  const site = filesOf(join(folderOf(mergeToRun, 1), 'site'));
  await attemptAll(mergeToRun, merge, 'killed', async (_, failed, nth) => {
    expect(tornIn(outOf(tried)), failed).toEqual([]);
    expect(filesOf(join(folderOf(tried, 1), 'site')), failed).toEqual(site);
    if (nth % 4 === 0) await expectMerged(failed);
  });
});
