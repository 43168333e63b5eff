// The command itself, killed: what a reader finds is whole, and the next build repairs the rest. This needs real signals and real threads;
// faults.test.ts shows that a kill is safe at every single call, so also what a reader sees meanwhile.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import { beside } from '../build/run.ts';
import { smallCatalog, smallCourse } from '../build/small-catalog.ts';
import { it } from '../fixture.ts';
import { removeFolder } from '../folders.ts';
import { buildArgs, buildInProcess, env } from './command.ts';
import { brokenLinksIn, unexpectedIn } from './invariants.ts';
import { treeOf, unlike, type Tree } from './tree.ts';

/** Of each kind: with an earlier build, once a first new file is seen or at any moment, and without one. */
const kills = 4;
/** A build can end before the signal arrives, and a kill can miss the middle of publishing. */
const maxAttempts = 40;

it('a build that is killed leaves whole files, and the next one is right and leaves nothing behind', async ({
  folder,
}) => {
  const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  /** Every course of the second edition has a new title, some are gone and some are new. */
  const write = (edition: number) => {
    const courses = Array.from({ length: 500 }, (_, at) => smallCourse(1 + at + 50 * edition));
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
    const [before, after] = [treeOf(out), clean[attempts % 2] ?? nothing];
    write(attempts % 2);
    const text = textNow();
    const build = spawn(process.execPath, buildArgs(folder), { env, stdio: 'ignore' });
    const ended = once(build, 'exit');
    if (moment === 'on sight') while (build.exitCode === null && textNow() === text) await setImmediate();
    else await pause(Math.random() * 600);
    build.kill('SIGKILL');
    const [, signal] = await ended;
    const tree = treeOf(out);
    const isHalf = unlike(tree, before).length > 0 && unlike(tree, after).length > 0;
    if (signal === 'SIGKILL') killed += 1;
    if (isHalf) halfWay += 1;
    if (existsSync(join(folder, '.dist.lock'))) locksLeft += 1;
    expect([...unexpectedIn(tree, before, after), ...brokenLinksIn(out, tree)]).toEqual([]);
    expect(isHalf && before.size === 0, 'a cold build exists, and is incomplete').toBe(false);
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
