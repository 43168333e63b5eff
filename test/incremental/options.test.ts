// Options: a build with another value of any option, over an existing build, equals a build from scratch.
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../src/pipeline/build.ts';
import { cacheKey, effects, type CacheKey } from '../../src/pipeline/cache/key.ts';
import type { BuildOptions } from '../../src/pipeline/options.ts';
import { planSite } from '../../src/outputs/site.ts';
import { smallCatalog } from '../build/small-catalog.ts';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import { plain } from '../build/run.ts';
import { makeFolder, removeFolder, writeFiles } from '../folders.ts';
import { touched, treeOf, unlike } from './tree.ts';

const folder = makeFolder();
const out = join(folder, 'dist');
const base: BuildOptions = {
  ...plain,
  data: join(folder, 'data'),
  out,
  threads: 1,
  site: true,
  public: join(folder, 'public'),
};

/** For each option a value that differs from the one in `base`. */
const otherValues: Required<BuildOptions> = {
  data: join(folder, 'same-data'),
  threads: 2,
  chunkSize: 1024,
  dryRun: true,
  // Parts of a build: see `test/shards`.
  shard: undefined,
  merge: undefined,
  public: join(folder, 'same-public'),
  publicLinks: true,
  digest: 'another',
  latest: 15,
  indexFile: 'index.html',
  precompress: ['gzip'],
  site: false,
  coursePages: true,
  dumps: ['csv'],
  pack: true,
  packSize: 4000,
  baseUrl: 'https://example.org',
  pageLinks: 'path',
  pageSize: 7,
  out: join(folder, 'link'),
  host: 'netlify',
  title: 'Another title',
  description: 'Another description',
  color: '#b91c1c',
  license: 'https://creativecommons.org/publicdomain/zero/1.0/',
  publisher: 'Another publisher',
};

beforeAll(async () => {
  writeCatalog(base.data, smallCatalog(20), oneFileEach);
  writeFiles(join(folder, 'public'), { 'about.txt': 'About' });
  for (const name of ['data', 'public']) cpSync(join(folder, name), join(folder, `same-${name}`), { recursive: true });
  symlinkSync(out, otherValues.out);
  // The stamps of younger files are not trusted.
  await pause(2100);
  await run(base);
});
afterAll(() => removeFolder(folder));

describe('every option', () => {
  it('has a row in the table of effects, and a value here', () => {
    expect(Object.keys(otherValues).toSorted()).toEqual(Object.keys(effects).toSorted());
  });
});

describe('another value, over an existing build,', () => {
  const rows = Object.entries(effects).map(([name, effect]) => ({ name, effect, options: withOther(name) }));
  const [idle, effective] = [rows.filter(isIdle), rows.filter((row) => !isIdle(row))];

  it.each(idle)('changes nothing: $name', async ({ options }) => {
    const before = treeOf(out);
    expect(await run(options)).toEqual({ changes: 0, hasRead: false });
    expect(touched(before, treeOf(out))).toEqual([]);
  });

  it.each(effective)('gives the bytes of a build from scratch: $name', async ({ name, effect, options }) => {
    expect(keysChangedBy(options)).toContain(effect);
    const before = treeOf(out);
    // Courses are read again only if the views depend on the option: this proves that the state was used.
    expect((await run(options)).hasRead).toBe(effect === 'views');
    const clean = join(folder, `clean-${name}`);
    await run({ ...options, out: clean });
    expect(unlike(treeOf(out), treeOf(clean))).toEqual([]);
    await run(base);
    expect(unlike(treeOf(out), before)).toEqual([]);
  });
});

describe('with course pages, another value over an existing build', () => {
  const pages: BuildOptions = { ...base, out: join(folder, 'pages'), coursePages: true };
  const names = ['baseUrl', 'title', 'site', 'color', 'coursePages', 'pageSize', 'host'];

  it.each(names)('gives the bytes of a build from nothing: %s', async (name) => {
    await run(pages);
    const before = treeOf(pages.out);
    const options = { ...withOther(name), out: pages.out, coursePages: name !== 'coursePages' };
    await run(options);
    const clean = join(folder, `clean-pages-${name}`);
    await run({ ...options, out: clean });
    expect(unlike(treeOf(pages.out), treeOf(clean))).toEqual([]);
    await run(pages);
    expect(unlike(treeOf(pages.out), before)).toEqual([]);
    expect(await run(pages)).toEqual({ changes: 0, hasRead: false });
  });
});

async function run(options: BuildOptions): Promise<{ changes: number; hasRead: boolean }> {
  let hasRead = false;
  const { changes } = await build(options, {
    onProgress: ({ phase, total }) => {
      hasRead ||= phase === 'courses' && total > 0;
    },
    signal: new AbortController().signal,
  });
  return { changes: changes.added.length + changes.changed.length + changes.removed.length, hasRead };
}

function isIdle({ effect }: { readonly effect: string }): boolean {
  return effect === 'nothing';
}

/** The parts of the cache key that differ from those of `base`. */
function keysChangedBy(options: BuildOptions): string[] {
  const before = new Map(Object.entries(keyOf(base)));
  return Object.entries(keyOf(options)).flatMap(([part, digest]) => (before.get(part) === digest ? [] : [part]));
}

function keyOf(options: BuildOptions): CacheKey {
  return cacheKey(options, planSite(options), Date.now());
}

/** The options of `base`, with another value of one of them; only some hosts can serve packs. */
function withOther(name: string): BuildOptions {
  const host = name === 'pack' ? 'cloudflare' : base.host;
  return { ...base, host, ...Object.fromEntries(Object.entries(otherValues).filter(([key]) => key === name)) };
}
