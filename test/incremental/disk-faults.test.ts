// A build that is killed, or fails, at any call that changes the disk: each published file is old or new, and whole; the next build completes it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { siteForEach } from '../build/each-site.ts';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import { beside, runBuild } from '../build/run.ts';
import { smallCatalog, smallCourse } from '../build/small-catalog.ts';
import { it } from '../helpers/fixture.ts';
import { removeFolder } from '../helpers/folders.ts';
import { buildArgs, env, pageSize } from './command.ts';
import { FaultyBuilds, type Version } from './faulty-builds.ts';
import { brokenLinksIn, unexpectedIn } from './scenario.ts';
import { treeOf, unlike, type Tree } from './tree.ts';

let builds: FaultyBuilds;
siteForEach(({ folder }) => void (builds = new FaultyBuilds(folder)));

const chosen: Version['chosen'] = { pageSize: 2, latest: 3, chunkSize: 1200, precompress: ['gzip'] };
const catalog = smallCatalog(4);
const before: Version = { catalog, chosen };
/** Some courses are removed, including all of a provider and of a language; one has another title, some are new; a list has two pages more. */
const courses = [3, 4, 5, 6, 7].map((id) => ({
  ...smallCourse(id),
  provider: 2,
  language: 'Français',
  ...(id === 3 && { title: 'Another title' }),
}));
/** All that, and pages with a search index. */
const after: Version = {
  catalog: { ...catalog, providers: catalog.providers.slice(1), languages: ['Français'], courses },
  chosen: { ...chosen, pages: true },
};

/** Calls that publish. What precedes them changes nothing, which builds from nothing show. */
const publishing = /^(?:link|rename|rmdir|unlink) (?!.*lock)/u;

describe('a build that is killed at any call', () => {
  it('leaves nothing or a complete build if there was none, and the next one is right', async () => {
    const wrong = await wrongAfterAny(await builds.calls(before), 20, async (at, nth) => {
      builds.removeOutput();
      const { wrong: faults, hasChanged } = await builds.killed(before, at);
      return [...faults, ...(hasChanged || nth % 4 === 0 ? await builds.build(before) : [])];
    });
    expect(wrong).toEqual([]);
  });

  it('leaves a complete API or none in an empty folder, and the next one is right', async () => {
    builds.removeOutput(true);
    const calls = await builds.calls(before, publishing);
    expect(calls.length).toBeGreaterThan(5);
    for (const at of calls) {
      builds.removeOutput(true);
      const { wrong } = await builds.killed(before, at);
      expect([...wrong, ...(await builds.build(before))]).toEqual([]);
    }
  });

  it('leaves complete files of its own or of the previous build, and the next one is right', async () => {
    await builds.build(before);
    builds.addForeign();
    const left = new Map([
      [after, await builds.calls(after, publishing)],
      [before, await builds.calls(before, publishing)],
    ]);
    let from = before;
    for (let nth = 0; Math.max(...[...left.values()].map((calls) => calls.length)) > 0; nth += 1) {
      const to = from === before ? after : before;
      const at = left.get(to)?.shift();
      const { wrong, hasChanged } = await builds.killed(to, at ?? 0);
      // Sometimes the next build, which completes it, is killed as well.
      if (nth % 4 === 0) wrong.push(...(await builds.killed(to, 1 + ((nth * 37) % 100))).wrong);
      else if (!hasChanged) continue;
      if (nth % 3 > 0) from = to;
      expect([...wrong, ...(await builds.build(from))], `call ${at}`).toEqual([]);
    }
  });
});

describe('a build in which any call fails', () => {
  it('leaves nothing or a complete build if there was none', async () => {
    const endings = new Set<string>();
    const wrong = await wrongAfterAny(await builds.calls(before), 20, async (at) => {
      builds.removeOutput();
      const { wrong: faults, ending } = await builds.failing(before, at);
      endings.add(ending);
      return faults;
    });
    expect([wrong, endings]).toEqual([[], new Set(['unchanged', 'built'])]);
  });

  it('leaves the previous build or a complete one, or says that it published a part, which the next one completes', async () => {
    await builds.build(before);
    builds.addForeign();
    const calls = await builds.calls(after, publishing);
    await builds.build(before);
    const endings = new Set<string>();
    const wrong = await wrongAfterAny(calls, 8, async (at, nth) => {
      const { wrong: faults, ending } = await builds.failing(after, at);
      endings.add(ending);
      if (ending === 'interrupted' && nth % 2 === 0) faults.push(...(await builds.build(after)));
      if (ending !== 'unchanged') faults.push(...(await builds.build(before)));
      return faults;
    });
    expect([wrong, endings]).toEqual([[], new Set(['unchanged', 'interrupted', 'built'])]);
  });
});

/** Tries one call after another, until something is wrong; returns what. Fewer calls than `fewest` are wrong, too. */
async function wrongAfterAny(
  calls: readonly number[],
  fewest: number,
  attempt: (at: number, nth: number) => Promise<string[]>,
): Promise<string[]> {
  for (const [nth, at] of calls.entries()) {
    const wrong = await attempt(at, nth);
    if (wrong.length > 0) return wrong;
  }
  return calls.length > fewest ? [] : [`there are few calls: ${calls.length}`];
}

/** The moments of a kill: once a first new file is published, or once one is staged, over an earlier build or without one. */
const moments = ['published', 'staged', 'cold'] as const;
/** A build can end before the signal arrives, and a kill can miss the middle of publishing. */
const maxAttempts = 40;

it('a process that is killed leaves whole files, and the next one is right and leaves nothing behind', async ({
  folder,
}) => {
  const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  /** Every course of the second edition has a new title, some are gone and some are new. */
  const write = (edition: number) => {
    const edited = Array.from({ length: 300 }, (_, at) => smallCourse(1 + at + 30 * edition));
    const titled = edited.map((course) => ({ ...course, title: `${course.title}, ${edition}` }));
    removeFolder(data);
    writeCatalog(data, { ...smallCatalog(0), courses: titled }, oneFileEach);
  };
  const clean: Tree[] = [];
  for (const edition of [0, 1]) {
    write(edition);
    const fresh = { data, out: join(folder, `clean-${edition}/dist`), chosen: { pageSize } };
    await runBuild(fresh);
    clean.push(treeOf(fresh.out));
  }
  const list = join(out, 'api/v1/providers/1/courses/index.json');
  const textNow = () => (existsSync(list) ? readFileSync(list, 'utf8') : '');
  const isStaged = () =>
    readdirSync(folder).some(
      (name) => name.startsWith('.dist.building-') && existsSync(join(folder, name, 'site/api')),
    );
  let [killed, halfWay, locksLeft, attempts] = [0, 0, 0, 0];
  for (; attempts < maxAttempts && (killed < moments.length || halfWay === 0 || locksLeft === 0); attempts += 1) {
    const moment = moments[attempts % moments.length];
    if (moment === 'cold') removeFolder(out);
    const [earlier, wanted] = [treeOf(out), clean[attempts % 2] ?? new Map()];
    write(attempts % 2);
    const text = textNow();
    const build = spawn(process.execPath, buildArgs(folder), { env, stdio: 'ignore' });
    const ended = once(build, 'exit');
    while (build.exitCode === null && !(moment === 'published' ? textNow() !== text : isStaged())) await setImmediate();
    build.kill('SIGKILL');
    const [, signal] = await ended;
    const tree = treeOf(out);
    const isHalf = unlike(tree, earlier).length > 0 && unlike(tree, wanted).length > 0;
    if (signal === 'SIGKILL') killed += 1;
    if (isHalf) halfWay += 1;
    if (existsSync(join(folder, '.dist.lock'))) locksLeft += 1;
    expect([...unexpectedIn(tree, earlier, wanted), ...brokenLinksIn(out, tree)]).toEqual([]);
    expect(isHalf && earlier.size === 0, 'a cold build exists, and is incomplete').toBe(false);
    // Sometimes the next build, which completes it, is killed as well.
    if (attempts % 4 === 3) continue;
    await runBuild({ data, out, chosen: { pageSize } });
    expect(unlike(treeOf(out), wanted)).toEqual([]);
    expect(beside(out, 'data', 'clean-0', 'clean-1')).toEqual([]);
  }
  // Proves that there was something to see, and something to complete.
  expect(attempts).toBeLessThan(maxAttempts);
});
