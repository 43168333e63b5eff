// Options: a build with another value of any option, over an existing build, equals a build from scratch.
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallCatalog } from '../build/small-catalog.ts';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import { runBuild, type Chosen, type Run } from '../build/run.ts';
import { makeFolder, removeFolder, writeFiles } from '../helpers/folders.ts';
import { touched, treeOf, unlike } from './tree.ts';

const folder = makeFolder();
const out = join(folder, 'dist');
const base = { data: join(folder, 'data'), out, catalogPage: true, public: join(folder, 'public') } as const;
type Options = Omit<Run, 'chosen'> & Partial<Chosen>;

/** For each option a value that differs from the one in `base`. */
const otherValues: Required<Chosen & Pick<Run, 'data' | 'out'>> = {
  data: join(folder, 'same-data'),
  threads: 2,
  chunkSize: 1024,
  dryRun: true,
  // Parts of a build: see `test/shards`.
  shard: undefined,
  merge: undefined,
  public: join(folder, 'same-public'),
  publicLinks: true,
  version: '9.9.9',
  latest: 15,
  sitemapSize: 10,
  indexFile: 'index.html',
  precompress: ['gzip'],
  catalogPage: false,
  coursePages: true,
  dumps: ['csv'],
  baseUrl: 'https://example.org',
  pageLinks: 'path',
  pageSize: 7,
  out: join(folder, 'link'),
  host: 'netlify',
  title: 'Another title',
  description: 'Another description',
  color: '#b91c1c',
  locale: 'de',
  journal: join(folder, 'journal.ndjson'),
  logo: 'logo.svg',
  links: [{ label: 'Imprint', address: 'imprint.html' }],
  license: 'https://creativecommons.org/publicdomain/zero/1.0/',
  publisher: 'Another publisher',
};

beforeAll(async () => {
  writeCatalog(base.data, smallCatalog(20), oneFileEach);
  writeFiles(join(folder, 'public'), { 'about.txt': 'About', 'imprint.html': 'Imprint', 'logo.svg': '<svg/>' });
  for (const name of ['data', 'public']) cpSync(join(folder, name), join(folder, `same-${name}`), { recursive: true });
  symlinkSync(out, otherValues.out);
  // The stamps of younger files are not trusted.
  await pause(2100);
  await run(base);
});
afterAll(() => removeFolder(folder));

/** Options that no file depends on; and those that views depend on. */
const idle = 'data threads chunkSize dryRun shard merge public publicLinks'.split(' ');
const ofViews = 'digest latest indexFile precompress catalogPage coursePages dumps journal'.split(' ');
const effective = Object.keys(otherValues).filter((name) => !idle.includes(name));

describe('another value, over an existing build,', () => {
  it.each(idle)('changes nothing: %s', async (name) => {
    const before = treeOf(out);
    expect(await run(withOther(name))).toEqual({ changes: 0, hasRead: false });
    expect(touched(before, treeOf(out))).toEqual([]);
  });

  it.each(effective)('gives the bytes of a build from scratch: %s', async (name) => {
    const options = withOther(name);
    // Courses are read again only if the views depend on the option: this proves that the state was used.
    expect(await changeAndBack(base, options)).toEqual({ hasRead: ofViews.includes(name), unlikeNew: [] });
  });
});

describe('with course pages, another value over an existing build', () => {
  const pages: Options = { ...base, out: join(folder, 'pages'), coursePages: true };
  const names = [
    'baseUrl',
    'title',
    'catalogPage',
    'color',
    'coursePages',
    'pageSize',
    'host',
    'locale',
    'logo',
    'links',
  ];

  it.each(names)('gives the bytes of a build from nothing: %s', async (name) => {
    await run(pages);
    const options = { ...withOther(name), out: pages.out, coursePages: name !== 'coursePages' };
    expect(await changeAndBack(pages, options)).toMatchObject({ unlikeNew: [] });
  });
});

let builds = 0;

/** Builds with other options and then with those before, and returns the paths that are not as after builds from nothing. */
async function changeAndBack(usual: Options, others: Options): Promise<{ hasRead: boolean; unlikeNew: string[] }> {
  const before = treeOf(usual.out);
  const { hasRead } = await run(others);
  // A name of its own, so that no state of another build is beside it.
  const clean = join(folder, `clean-${(builds += 1)}`);
  await run({ ...others, out: clean });
  const unlikeNew = unlike(treeOf(usual.out), treeOf(clean));
  removeFolder(clean);
  await run(usual);
  return { hasRead, unlikeNew: [...unlikeNew, ...unlike(treeOf(usual.out), before)] };
}

async function run({ data, out: to, ...chosen }: Options): Promise<{ changes: number; hasRead: boolean }> {
  let hasRead = false;
  const onProgress: Run['onProgress'] = ({ phase, total }) => void (hasRead ||= phase === 'courses' && total > 0);
  const { changes } = await runBuild({ data, out: to, chosen, onProgress });
  return { changes: changes.added.length + changes.changed.length + changes.removed.length, hasRead };
}

/** The options of `base`, with another value of one of them. */
function withOther(name: string): Options {
  return { ...base, ...Object.fromEntries(Object.entries(otherValues).filter(([key]) => key === name)) };
}
