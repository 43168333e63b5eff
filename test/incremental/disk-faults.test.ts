// A build that is killed, or fails, at any call that changes the disk: the published files are complete, and the next build repairs the rest.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import { describe, expect, vi } from 'vitest';
import { siteForEach } from '../build/each-site.ts';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import { beside } from '../build/run.ts';
import { smallCatalog, smallCourse } from '../build/small-catalog.ts';
import { it } from '../helpers/fixture.ts';
import { removeFolder } from '../helpers/folders.ts';
import { buildArgs, buildInProcess, env } from './command.ts';
import { FaultyBuilds, type Version } from './faulty-builds.ts';
import { brokenLinksIn, unexpectedIn } from './scenario.ts';
import { treeOf, unlike, type Tree } from './tree.ts';

let builds: FaultyBuilds;
siteForEach(({ folder }) => void (builds = new FaultyBuilds(folder)));

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

/** Calls that publish. Those before and after are the same for every version. */
const publishing = /^(?:link|rename|unlink) (?!.*lock)/u;
const others: [string, Version, Version, RegExp?][] = [
  ['of other courses', before, { catalog: edited, chosen }],
  ['with pages and a search index', before, { catalog, chosen: { ...chosen, catalogPage: true } }, publishing],
];

describe('a build that is killed at any call', () => {
  it('leaves nothing or a complete build if there was none, and the next one is right', async () => {
    const wrong = await wrongAfterAny(await builds.calls(before), async (at, nth) => {
      builds.removeOutput();
      const { wrong: faults, hasChanged } = await builds.killed(before, at);
      return [...faults, ...(hasChanged || nth % 4 === 0 ? await builds.build(before) : [])];
    });
    expect(wrong).toEqual([]);
  });

  it.each(others)(
    'leaves complete files %s or of the previous build, and the next one is right',
    async (_, first, second, wanted) => {
      await builds.build(first);
      builds.addForeign();
      const left = new Map([
        [second, await builds.calls(second, wanted)],
        [first, await builds.calls(first, wanted)],
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
  it('leaves nothing or a complete build if there was none', async () => {
    const wrong = await wrongAfterAny(await builds.calls(before), async (at) => {
      builds.removeOutput();
      return (await builds.failing(before, at)).wrong;
    });
    expect(wrong).toEqual([]);
  });

  it.each(others)(
    'leaves the previous build or a complete one %s, and the next one is right',
    async (_, from, after, wanted) => {
      await builds.build(from);
      builds.addForeign();
      const calls = await builds.calls(after, wanted);
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

/** Tries one call after another, until something is wrong; returns what. */
async function wrongAfterAny(
  calls: readonly number[],
  attempt: (at: number, nth: number) => Promise<string[]>,
): Promise<string[]> {
  for (const [nth, at] of calls.entries()) {
    const wrong = await attempt(at, nth);
    if (wrong.length > 0) return wrong;
  }
  return calls.length > 20 ? [] : ['there are few calls'];
}

/** Of each kind: with an earlier build, once a first new file is seen or at any moment, and without one. */
const kills = 2;
/** A build can end before the signal arrives, and a kill can miss the middle of publishing. */
const maxAttempts = 40;

it('a build that is killed leaves whole files, and the next one is right and leaves nothing behind', async ({
  folder,
}) => {
  const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  /** Every course of the second edition has a new title, some are gone and some are new. */
  const write = (edition: number) => {
    const courses = Array.from({ length: 300 }, (_, at) => smallCourse(1 + at + 30 * edition));
    const titled = courses.map((course) => ({ ...course, title: `${course.title}, ${edition}` }));
    removeFolder(data);
    writeCatalog(data, { ...smallCatalog(0), courses: titled }, oneFileEach);
  };
  const clean = [0, 1].map((edition) => {
    write(edition);
    expect(buildInProcess(folder, join(folder, `clean-${edition}/dist`)).code).toBe(0);
    return treeOf(join(folder, `clean-${edition}/dist`));
  });
  const nothing: Tree = new Map();
  const list = join(out, 'api/v1/providers/1/courses/index.json');
  const textNow = () => (existsSync(list) ? readFileSync(list, 'utf8') : '');
  let [killed, halfWay, locksLeft] = [0, 0, 0];
  let attempts = 0;
  for (; attempts < maxAttempts && (killed < 3 * kills || halfWay === 0); attempts += 1) {
    const moment = (['on sight', 'anywhere', 'cold'] as const)[attempts % 3];
    if (moment === 'cold') removeFolder(out);
    const [earlier, after] = [treeOf(out), clean[attempts % 2] ?? nothing];
    write(attempts % 2);
    const text = textNow();
    const build = spawn(process.execPath, buildArgs(folder), { env, stdio: 'ignore' });
    const ended = once(build, 'exit');
    if (moment === 'on sight') while (build.exitCode === null && textNow() === text) await setImmediate();
    else await pause(Math.random() * 600);
    build.kill('SIGKILL');
    const [, signal] = await ended;
    const tree = treeOf(out);
    const isHalf = unlike(tree, earlier).length > 0 && unlike(tree, after).length > 0;
    if (signal === 'SIGKILL') killed += 1;
    if (isHalf) halfWay += 1;
    if (existsSync(join(folder, '.dist.lock'))) locksLeft += 1;
    expect([...unexpectedIn(tree, earlier, after), ...brokenLinksIn(out, tree)]).toEqual([]);
    expect(isHalf && earlier.size === 0, 'a cold build exists, and is incomplete').toBe(false);
    // Sometimes the next build, which repairs everything, is killed as well.
    if (attempts % 4 === 3) continue;
    expect(buildInProcess(folder)).toEqual({ code: 0, stderr: '' });
    expect(unlike(treeOf(out), after)).toEqual([]);
    expect(beside(out, 'data', 'clean-0', 'clean-1')).toEqual([]);
  }
  // Proves that there was something to see, and something to repair.
  expect(attempts).toBeLessThan(maxAttempts);
  expect(Math.min(halfWay, locksLeft)).toBeGreaterThan(0);
}, 300_000);
