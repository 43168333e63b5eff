// A build that is killed, or fails, at any call that changes the disk: the published files are complete, and the next build repairs the rest.
import { describe, expect, it, vi } from 'vitest';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { siteForEach } from '../build/each-site.ts';
import { problemsOf, runBuild } from '../build/run.ts';
import { smallCatalog, smallCourse, writeSmallCatalog } from '../build/small-catalog.ts';
import { removeFolder, snapshot } from '../folders.ts';
import { withDiskFault } from './disk-faults.ts';
import { FaultyBuilds, type Version } from './faulty-builds.ts';

let folder = '';
let builds: FaultyBuilds;
siteForEach((site) => {
  ({ folder } = site);
  builds = new FaultyBuilds(folder);
});

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
  [
    'of other courses without a state',
    { ...before, isStateLost: true },
    { catalog: edited, chosen, isStateLost: true },
  ],
  ['of other courses in packs', inPacks, { catalog: edited, chosen: packed }],
  ['with pages and a search index', before, { catalog, chosen: { ...chosen, site: true } }],
];

describe('a build that is killed at any call', () => {
  it('leaves nothing or a complete build if there was none, and the next one is right', async () => {
    const wrong = await wrongAfterAny(await builds.calls(before), async (at, nth) => {
      builds.removeOutput(nth % 2 === 0);
      const { wrong: faults, hasChanged } = await builds.killed(before, at);
      return [...faults, ...(hasChanged || nth % 4 === 0 ? await builds.build(before) : [])];
    });
    expect(wrong).toEqual([]);
  });

  it.each(others)(
    'leaves complete files %s or of the previous build, and the next one is right',
    async (_, first, second) => {
      await builds.build(first);
      builds.addForeign();
      const left = new Map([
        [second, await builds.calls(second)],
        [first, await builds.calls(first)],
      ]);
      let from = first;
      for (let nth = 0; Math.max(...[...left.values()].map((calls) => calls.length)) > 0; nth += 1) {
        const to = from === first ? second : first;
        const at = left.get(to)?.shift();
        const { wrong, hasChanged } = await builds.killed(to, at ?? 0);
        // Sometimes the next build, which repairs everything, is killed as well.
        if (nth % 4 === 0) wrong.push(...(await builds.killed(to, 1 + ((nth * 37) % 100))).wrong);
        else if (!hasChanged) continue;
        if (nth % 3 > 0) from = to;
        expect([...wrong, ...(await builds.build(from))], `call ${at}`).toEqual([]);
      }
    },
  );
});

describe('a build in which any call fails', () => {
  it.each([
    ['a complete build', before],
    ['a complete build in packs', inPacks],
  ])('leaves nothing or %s if there was none', async (_, version) => {
    const wrong = await wrongAfterAny(await builds.calls(version), async (at, nth) => {
      builds.removeOutput(nth % 2 === 0);
      return (await builds.failing(version, at)).wrong;
    });
    expect(wrong).toEqual([]);
  });

  it.each(others)(
    'leaves the previous build or a complete one %s, and the next one is right',
    async (_, from, after) => {
      await builds.build(from);
      builds.addForeign();
      const calls = await builds.calls(after);
      await builds.build(from);
      const wrong = await wrongAfterAny(calls, async (at, nth) => {
        const { wrong: faults, isBuilt } = await builds.failing(after, at);
        if (!isBuilt && nth % 5 === 0) faults.push(...(await builds.build(after)));
        if (isBuilt || nth % 5 === 0) faults.push(...(await builds.build(from)));
        return faults;
      });
      expect(wrong).toEqual([]);
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

/** Tries one call after another, until something is wrong; returns what. */
async function wrongAfterAny(
  calls: readonly number[],
  attempt: (at: number, nth: number) => Promise<string[]>,
): Promise<string[]> {
  for (const [nth, at] of calls.entries()) {
    const wrong = await attempt(at, nth);
    if (wrong.length > 0) return wrong;
  }
  return calls.length > 30 ? [] : ['there are few calls'];
}
