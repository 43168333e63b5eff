// The audit of views and pages: finds what was damaged and nothing else, in this thread and in another.
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { auditViewsAndPages, type Audit } from '../../src/build/audit.ts';
import { auditOf } from '../../src/build/examine.ts';
import { hashTexts } from '../../src/build/hashes.ts';
import { toolKey } from '../../src/build/keys.ts';
import type { Known } from '../../src/build/known.ts';
import { firstPages, pageFolders, viewFolder } from '../../src/build/layout.ts';
import { loadKnown, stateFolderOf } from '../../src/build/state.ts';
import { plain, runBuild } from '../build/run.ts';
import { makeFolder, removeFolder } from '../folders.ts';

const pageSize = 5;
let folder = '';
let target = '';
let known: Known;
/** What was damaged: numbers of batches, and of pages if those of all lists are numbered through. */
const batches = new Set<number>();
const pages = new Set<number>();
beforeAll(async () => {
  folder = makeFolder();
  target = join(folder, 'dist');
  generateCatalog({ courses: 2000, directory: join(folder, 'data') });
  await runBuild({ data: join(folder, 'data'), out: target, chosen: { pageSize } });
  known = loadKnown(stateFolderOf(target), toolKey(plain.digest) ?? '') ?? missing();
  damageViews();
  damagePages();
});
afterAll(() => removeFolder(folder));

describe('an audit', () => {
  it('finds every damaged view and page, and only those', () => {
    expect([known.batches.length, pages.size, batches.size]).toEqual([5, 5, 2]);
    const audit = newAudit();
    auditViewsAndPages(audit);
    expect(foundBy(audit)).toEqual({ batches, pages });
  });

  it('finds the same in another thread, which ends when nothing is left', async () => {
    const audit = newAudit();
    await once(startThread(audit), 'exit');
    expect(foundBy(audit)).toEqual({ batches, pages });
  });

  it('finds the same in two threads that share the work', async () => {
    const audit = newAudit();
    const [one, other] = [startThread(audit), startThread(audit)];
    await Promise.all([once(one, 'exit'), once(other, 'exit')]);
    expect(foundBy(audit)).toEqual({ batches, pages });
  });
});

function newAudit(): Audit {
  const place = { target, state: stateFolderOf(target), form: plain, threads: undefined };
  return auditOf(known, place) ?? missing();
}

function startThread(audit: Audit): Worker {
  return new Worker(resolve('lib/build/audit-worker.js'), { workerData: audit });
}

function foundBy({ spoiltBatches, spoiltPages }: Audit) {
  const set = (spoilt: Uint8Array) => new Set([...spoilt.keys()].filter((at) => spoilt[at] !== 0));
  return { batches: set(spoiltBatches), pages: set(spoiltPages) };
}

/** The first view of the first batch is written by hand, the last one of the last batch is gone. */
function damageViews(): void {
  const hashes = known.batches.map((batch) => [...hashTexts(batch.linkhashes())]);
  writeFileSync(indexIn(viewFolder(hashes[0]?.[0] ?? '')), 'by hand');
  rmSync(indexIn(viewFolder(hashes.at(-1)?.at(-1) ?? '')));
  for (const at of [0, hashes.length - 1]) batches.add(at);
}

/** Of the first, the longest and the last list the own address, and the last page. */
function damagePages(): void {
  const { described } = known.lists();
  const firsts = firstPages(described, pageSize);
  const longest = described.findIndex(({ count }) => count === Math.max(...described.map((list) => list.count)));
  for (const at of [0, longest, described.length - 1]) {
    const [list, first = 0, next = 0] = [described[at] ?? missing(), firsts[at], firsts[at + 1]];
    writeFileSync(indexIn(pageFolders(list, 1).at(-1) ?? ''), 'by hand');
    rmSync(indexIn(pageFolders(list, next - first)[0] ?? ''));
    for (const page of [first, next - 1]) pages.add(page);
  }
}

function missing(): never {
  throw new Error('the state lacks it');
}

function indexIn(path: string): string {
  return join(target, path, plain.indexFile);
}
