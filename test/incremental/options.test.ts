// Options: another value of any option rewrites what depends on it, and leaves a build as one from nothing is.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBuild } from '../build/run.ts';
import { makeFolder, removeFolder } from '../helpers/folders.ts';
import { idle, otherValues, withOther, writeSite, type Options } from './other-values.ts';
import { differenceOf, notKept, sorted, touched, treeOf, unlike } from './tree.ts';

const folder = makeFolder();
let site: Options;
beforeAll(async () => {
  site = writeSite(folder);
  await run(site);
});
afterAll(() => removeFolder(folder));

const run = async ({ data, out, ...chosen }: Options) => runBuild({ data, out, chosen });

describe('another value, over an existing build,', () => {
  it.each(idle)('changes nothing: %s', async (name) => {
    const before = treeOf(site.out);
    const { changes } = await run(withOther(site, folder, name));
    expect(changes).toEqual({ added: [], changed: [], removed: [] });
    expect(touched(before, treeOf(site.out))).toEqual([]);
  });

  const effective = Object.keys(otherValues(folder)).filter((name) => !idle.includes(name));
  it.each(effective)('rewrites what depends on it, as a build from nothing has it: %s', async (name) => {
    const before = treeOf(site.out);
    const others = withOther(site, folder, name);
    const { changes } = await run(others);
    const after = treeOf(site.out);
    const clean = join(folder, 'clean');
    await run({ ...others, out: clean });
    const difference = differenceOf(before, after);
    expect(sorted(changes)).toEqual(sorted(difference));
    expect(difference.added.length + difference.changed.length + difference.removed.length).toBeGreaterThan(0);
    expect([...unlike(after, treeOf(clean)), ...notKept(before, after)]).toEqual([]);
    removeFolder(clean);
    await run(site);
    expect(unlike(treeOf(site.out), before)).toEqual([]);
  });
});
