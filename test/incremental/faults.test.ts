// A build that is killed, or fails, at any call that changes the disk: the published files are complete, and the next build repairs the rest.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { siteForEach } from '../build/each-site.ts';
import { problemsOf, runBuild } from '../build/run.ts';
import { smallCatalog, smallCourse, writeSmallCatalog } from '../build/small-catalog.ts';
import { makeFolder, removeFolder, snapshot } from '../folders.ts';
import { withDiskFault } from './disk-faults.ts';
import { FaultyBuilds, type Version } from './faulty-builds.ts';

let folder = '';
let builds: FaultyBuilds;
beforeEach(() => {
  folder = makeFolder();
  builds = new FaultyBuilds(folder);
});
afterEach(() => removeFolder(folder));

// A build makes several hundred calls, and each of them fails once.
vi.setConfig({ testTimeout: 300_000 });

const chosen: Version['chosen'] = { pageSize: 2, latest: 3, chunkSize: 1200, precompress: ['gzip'] };
const catalog = smallCatalog(4);
const before: Version = { catalog, chosen };
/** Some courses are removed, including all of a provider and of a language; one has another title, some are new; a list has two pages more. */
const edited: Version['catalog'] = {
  ...catalog,
  providers: catalog.providers.slice(1),
  languages: ['Français'],
  courses: [3, 4, 5, 6, 7].map((id) => ({
    ...smallCourse(id),
    provider: 2,
    language: 'Français',
    ...(id === 3 && { title: 'Another title' }),
  })),
};

/** So small that the edit divides some packs and joins others. */
const packed: Version['chosen'] = { pageSize: 2, host: 'cloudflare', pack: true, packSize: 2000 };
const inPacks: Version = { catalog, chosen: packed };

const others: [string, Version, Version][] = [
  ['of other courses', before, { catalog: edited, chosen }],
  ['of other courses in packs', inPacks, { catalog: edited, chosen: packed }],
  ['with pages and a search index', before, { catalog, chosen: { ...chosen, site: true } }],
];

describe('a build that is killed at any call', () => {
  it('leaves nothing or a complete build if there was none, and the next one is right', async () => {
    const calls = await callsOf(async (at) => {
      builds.removeOutput(at % 2 === 0);
      const { failed, wrong, hasChanged } = await builds.killed(before, at);
      if (hasChanged || at % 4 === 0) wrong.push(...(await builds.build(before)));
      return { wrong, isDone: failed === undefined };
    });
    expect(calls).toBeGreaterThan(100);
  });

  it.each(others)(
    'leaves complete files %s or of the previous build, and the next one is right',
    async (_, ...both) => {
      const calls = await callsBothWays(both, async (at, from, to) => {
        const { failed, wrong, hasChanged } = await builds.killed(to, at);
        if (failed === undefined) return { wrong, isDone: true, now: to };
        // If no input of the next build was changed, that build is usually killed as well.
        if (!hasChanged && at % 4 !== 0) return { wrong, isDone: false, now: from };
        if (at % 4 === 0) wrong.push(...(await builds.killed(to, 1 + ((at * 37) % 100))).wrong);
        const now = at % 3 === 0 ? from : to;
        return { wrong: [...wrong, ...(await builds.build(now))], isDone: false, now };
      });
      expect(Math.min(...calls)).toBeGreaterThan(100);
    },
  );
});

describe('a build in which any call fails', () => {
  it.each([
    ['a complete build', before],
    ['a complete build in packs', inPacks],
  ])('leaves nothing or %s if there was none', async (_, version) => {
    const calls = await callsOf(async (at) => {
      builds.removeOutput(at % 2 === 0);
      const { failed, wrong } = await builds.failing(version, at);
      return { wrong, isDone: failed === undefined };
    });
    expect(calls).toBeGreaterThan(100);
  });

  it.each(others)(
    'leaves the previous build or a complete one %s, and the next one is right',
    async (_, from, after) => {
      await builds.build(from);
      builds.addForeign();
      const calls = await callsOf(async (at) => {
        const { failed, wrong, isBuilt } = await builds.failing(after, at);
        if (!isBuilt && at % 5 === 0) wrong.push(...(await builds.build(after)));
        if (isBuilt || at % 5 === 0) wrong.push(...(await builds.build(from)));
        return { wrong, isDone: failed === undefined };
      });
      expect(calls).toBeGreaterThan(100);
    },
  );
});

describe('a build that fails and cannot undo what it has done', () => {
  const site = siteForEach();
  const textsIn = (place: string) => [...snapshot(place).values()];

  it.each([
    ['fails twice', 2],
    ['fails from then on', Infinity],
  ])('names the place of the old files, where the next build leaves them, if the disk %s', async (_, count) => {
    const prepare = async () => {
      for (const path of readdirSync(site.folder)) removeFolder(join(site.folder, path));
      writeSmallCatalog(site.data, 6);
      await runBuild(site);
      writeSmallCatalog(site.data, 6, 2);
    };
    await prepare();
    const { calls } = await withDiskFault(site.folder, undefined, () => runBuild(site));
    await prepare();
    const old = new Set(textsIn(site.out));
    // The last step of publishing removes a view.
    const at = 1 + calls.findLastIndex((call) => call.startsWith('rename dist/'));
    const fault = { mode: 'fails', at, count } as const;
    const { outcome } = await withDiskFault(site.folder, fault, () => problemsOf(site));
    const [problem] = outcome.status === 'fulfilled' ? outcome.value : [];
    const [, aside = ''] =
      /could not be undone either .*: the old files are in (.*)$/u.exec(problem?.finding ?? '') ?? [];
    const lost = (texts: Iterable<string>) => [...old].filter((text) => !new Set(texts).has(text)).length;
    expect([lost(textsIn(site.out)) > 0, lost([...textsIn(site.out), ...textsIn(aside)])]).toEqual([true, 0]);
    // Nothing can be marked as kept on a disk that fails from then on.
    if (count > 2) return;
    const kept = snapshot(aside);
    await runBuild(site);
    expect(snapshot(aside)).toEqual(kept);
  });
});

/** The result of an attempt, and whether the build made fewer calls than that. */
interface Attempt {
  readonly wrong: readonly string[];
  readonly isDone: boolean;
}

/** Tries every call of a build in turn; returns how many there are. */
async function callsOf(attempt: (at: number) => Promise<Attempt>): Promise<number> {
  for (let at = 1; ; at += 1) {
    const { wrong, isDone } = await attempt(at);
    expect(wrong, `call ${at}`).toEqual([]);
    if (isDone) return at - 1;
  }
}

/** Alternates between two versions until every call of either build was tried; returns how many each has. `now` is the published version. */
async function callsBothWays(
  [first, second]: readonly [Version, Version],
  attempt: (at: number, from: Version, to: Version) => Promise<Attempt & { readonly now: Version }>,
): Promise<number[]> {
  await builds.build(first);
  builds.addForeign();
  const tried = new Map([first, second].map((to) => [to, 0]));
  const open = new Set(tried.keys());
  for (let from = first; open.size > 0;) {
    const to = from === first ? second : first;
    const at = (tried.get(to) ?? 0) + 1;
    const { wrong, isDone, now } = await attempt(at, from, to);
    expect(wrong, `call ${at} ${to === first ? 'back' : 'there'}`).toEqual([]);
    if (isDone) open.delete(to);
    else tried.set(to, at);
    from = now;
  }
  return [...tried.values()];
}
