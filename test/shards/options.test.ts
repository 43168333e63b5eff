// Options of a merge: one that the results of shards depend on is refused by its name, with any other it equals one build.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { caught, runBuild } from '../build/run.ts';
import { makeFolder, removeFolder, snapshot } from '../helpers/folders.ts';
import { otherValues, withOther, writeSite, type Options } from '../incremental/other-values.ts';
import { words } from '../helpers/words.ts';
import { differences, upTo } from './shard-builds.ts';

const folder = makeFolder();
const [total, shards] = [2, join(folder, 'shards')];
let site: Options;
beforeAll(async () => {
  site = writeSite(folder);
  for (const index of upTo(total)) await run({ ...site, out: join(shards, `${index}`), shard: { index, total } });
});
afterAll(() => removeFolder(folder));

const run = async ({ data, out, ...chosen }: Options) => runBuild({ data, out, chosen });

const refused = words`version baseUrl pageLinks latest indexFile precompress coursePages pages dumps title
  locale logo footerLinks contact fields chunkSize journal`;
const ofOneBuild = ['out', 'dryRun', 'shard', 'merge'];

it.each(refused)('%s must be the same', async (name) => {
  const problems = await caught(async () => run({ ...withOther(site, folder, name), merge: shards }));
  const finding = expect.stringContaining(`"${name}"`);
  expect(problems).toMatchObject(upTo(total).map(() => ({ rule: 'shard-other', finding })));
});

it.each(Object.keys(otherValues(folder)).filter((name) => ![...refused, ...ofOneBuild].includes(name)))(
  '%s may be another',
  async (name) => {
    const others = withOther(site, folder, name);
    const [merged, clean] = [join(folder, 'merged'), join(folder, 'clean')];
    await run({ ...others, out: merged, merge: shards });
    await run({ ...others, out: clean });
    expect(differences(snapshot(merged), snapshot(clean))).toEqual([]);
  },
);
