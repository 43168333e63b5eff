// The audit of views and pages: it finds all damage and nothing else, in one thread and in two.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { folderOf } from '../../src/api/routes.ts';
import { startAudit, type AuditPlace, type Baseline } from '../../src/pipeline/cache/baseline.ts';
import { cacheKey } from '../../src/pipeline/cache/key.ts';
import type { BuildState } from '../../src/pipeline/cache/state.ts';
import { loadState, stateFolderOf } from '../../src/pipeline/cache/store.ts';
import { pageFolders, pageOffsets, viewFolder } from '../../src/pipeline/lists/layout.ts';
import { linkhashesIn } from '../../src/pipeline/read/result.ts';
import { planSite } from '../../src/outputs/site.ts';
import { plain, runBuild, type Chosen } from '../build/run.ts';
import { makeFolder, removeFolder } from '../folders.ts';
import { compileModules } from '../modules.ts';

const chosen: Partial<Chosen> = { pageSize: 5, chunkSize: 8192 };
let folder = '';
let target = '';
let state: BuildState;
/** The baseline of the undamaged output: that a build begins from, and that which is found. */
let intact: readonly (Baseline | undefined)[] = [];
/** The damage: indexes of chunks, and numbers of pages, counted through all lists. */
const chunks = new Set<number>();
const pages = new Set<number>();
beforeAll(async () => {
  folder = makeFolder();
  target = join(folder, 'dist');
  const data = join(folder, 'data');
  generateCatalog({ courses: 60, directory: data });
  await runBuild({ data, out: target, chosen });
  const options = { ...plain, ...chosen, data, out: target, threads: 1 };
  const key = cacheKey(options, planSite(options), 0);
  state = loadState(stateFolderOf(target), key) ?? missing();
  using audit = startAudit(state, placeWith(1));
  intact = [await audit.begin(), await audit.finish()];
  damageViews();
  damagePages();
});
afterAll(() => removeFolder(folder));

describe('an audit', () => {
  it('finds every damaged view and page, and only those', async () => {
    expect([state.chunks.length > 4, pages.size > 3, chunks.size]).toEqual([true, true, 2]);
    expect(foundBy(await auditWith(startAudit, 1))).toEqual({ chunks, pages });
  });

  it('finds the very baseline that the build began from only if that is right', async () => {
    expect(intact[0]?.isClean).toBe(true);
    expect(intact[1]).toBe(intact[0]);
    using audit = startAudit(state, placeWith(2));
    expect((await audit.begin())?.isClean).toBe(true);
    expect((await audit.finish())?.isClean).toBe(false);
  });

  it('presumes nothing in one thread', async () => {
    using audit = startAudit(state, placeWith(1));
    expect((await audit.begin())?.isClean).toBe(false);
    expect(await audit.finish()).toBe(await audit.begin());
  });

  it('finds nothing of an output that is removed or replaced meanwhile', async () => {
    using audit = startAudit(state, placeWith(2));
    expect(await audit.begin()).toBeDefined();
    renameSync(target, `${target}-moved`);
    expect(await audit.finish()).toBeUndefined();
    renameSync(`${target}-moved`, target);
  });

  it('finds the same in two threads that share the work', async () => {
    const { baseline = '' } = await compileModules(folder, 'src/pipeline/cache/baseline.ts');
    const compiled: { startAudit: typeof startAudit } = await import(baseline);
    expect(foundBy(await auditWith(compiled.startAudit, 2))).toEqual({ chunks, pages });
  });

  it('finds the same if the second thread cannot start', async () => {
    // There is no compiled thread beside the sources.
    expect(foundBy(await auditWith(startAudit, 2))).toEqual({ chunks, pages });
  });
});

function placeWith(threads: number): AuditPlace {
  return { target, stateFolder: stateFolderOf(target), form: plain, threads, now: Date.now() };
}

async function auditWith(start: typeof startAudit, threads: number): Promise<Baseline> {
  using audit = start(state, placeWith(threads));
  return (await audit.finish()) ?? missing();
}

function foundBy({ dirtyChunks, dirtyPages }: Baseline) {
  const indexes = state.chunks.flatMap(({ result }, at) => (dirtyChunks.has(result) ? [at] : []));
  return { chunks: new Set(indexes), pages: dirtyPages };
}

/** Edits the first view of the first chunk, and removes the last view of the last chunk. */
function damageViews(): void {
  const hashes = state.chunks.map(({ result }) => [...linkhashesIn(result.addresses())]);
  writeFileSync(indexIn(viewFolder(hashes[0]?.[0] ?? '')), 'by hand');
  // Replaces the content in place, so that no time of a folder changes.
  writeFileSync(indexIn(viewFolder(hashes.at(-1)?.at(-1) ?? '')), 'by hand');
  for (const at of [0, hashes.length - 1]) chunks.add(at);
}

/** Damages the address and the last page of the first, the longest and the last list. */
function damagePages(): void {
  const { layout } = state.lists();
  const offsets = pageOffsets(layout, state.pageSize);
  const longest = layout.findIndex(({ count }) => count === Math.max(...layout.map((list) => list.count)));
  for (const at of [0, longest, layout.length - 1]) {
    const [list, first = 0, next = 0] = [layout[at] ?? missing(), offsets[at], offsets[at + 1]];
    writeFileSync(indexIn(pageFolders(folderOf(list.route, list.parameter), 1).at(-1) ?? ''), 'by hand');
    rmSync(indexIn(pageFolders(folderOf(list.route, list.parameter), next - first)[0] ?? ''));
    for (const page of [first, next - 1]) pages.add(page);
  }
}

function missing(): never {
  throw new Error('the state lacks it');
}

function indexIn(path: string): string {
  return join(target, path, plain.indexFile);
}
