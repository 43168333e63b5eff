// What is kept between builds is always checked, and never means more than it says.
import fs, { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, beforeEach } from 'vitest';
import { siteForEach } from '../build/each-site.ts';
import { oneFileEach, plainFile, writeCatalog } from '../build/layout.ts';
import { buildMuchLater, faultsOf, runBuild, type Run, beside, problemsOf } from '../build/run.ts';
import { writeSmallCatalog, smallCatalog } from '../build/small-catalog.ts';
import { snapshot, writeFiles } from '../helpers/folders.ts';
import { buildWithInterference, cleanTree } from './command.ts';
import { touched, treeOf, unlike, type Tree } from './tree.ts';

const site = siteForEach(({ data }) => writeSmallCatalog(data, 60));

const views = () =>
  fs.readdirSync(join(site.out, 'api/v1/courses/view')).map((hash) => `api/v1/courses/view/${hash}/index.json`);
const [retitled, readded] = ['Another title', 'One more'];
const edit = () => {
  const file = join(site.data, 'courses.ndjson');
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/"title":"[^"]*"/u, `"title":"${retitled}"`));
};
const append = () => {
  const [first = ''] = fs.readFileSync(join(site.data, 'courses.ndjson'), 'utf8').split('\n');
  const course: object = JSON.parse(first);
  const line = JSON.stringify({ ...course, id: 1_000_000, linkurl: 'https://example.org/new', title: readded });
  fs.appendFileSync(join(site.data, 'courses.ndjson'), `${line}\n`);
};

describe('a process that builds repeatedly', () => {
  const againWith = (last: NonNullable<Run['last']>) => () => runBuild({ ...site, last });

  it('reads nothing if nothing changed since its last build, however young the source is', async () => {
    const read = async (again: ReturnType<typeof againWith>) => (await again()).timings.length > 1;
    const again = againWith({});
    await again();
    edit();
    // Longer than the clock tick of a file system.
    await pause(50);
    expect([await read(again), await read(again)]).toEqual([true, false]);
    // Another process cannot know whether a file changed that soon after.
    expect(await read(againWith({}))).toBe(true);
    append();
    await pause(50);
    expect([await read(again), await read(again)]).toEqual([true, false]);
    expect(faultsOf(site.out, site.data)).toEqual([]);
  });

  it('publishes the changes of each build, and nothing twice', async () => {
    const last = {};
    const again = () => runBuild({ ...site, chosen: { chunkSize: 4096 }, last });
    await again();
    for (const change of [edit, append]) {
      change();
      // Sequential, since the second replaces the first.
      const { changes } = await again();
      const ofViews = [...changes.added, ...changes.changed].filter((path) => path.includes('/courses/view/'));
      expect(ofViews).toHaveLength(1);
      expect(faultsOf(site.out, site.data)).toEqual([]);
    }
  });

  it('builds everything if its output is removed while it builds', async () => {
    const again = againWith({});
    await again();
    append();
    const building = again();
    fs.rmSync(site.out, { recursive: true });
    await building;
    expect(faultsOf(site.out, site.data)).toEqual([]);
  });

  it('leaves damage done meanwhile to be found by the next process', async () => {
    const again = againWith({});
    await again();
    const [damaged = '', removed = ''] = views();
    fs.writeFileSync(join(site.out, damaged), 'by hand');
    fs.rmSync(join(site.out, removed));
    writeFiles(site.out, { 'api/v1/courses/view/stray/index.json': '{}', 'api/v1/providers/stray.txt': '' });
    edit();
    await again();
    append();
    await again();
    await runBuild(site);
    expect(faultsOf(site.out, site.data)).toEqual([]);
  });
});

it.each(['edited', 'removed'])(
  'an output of an old source without edits has its view back that was %s by hand, and nothing else is written',
  async (how) => {
    const read: number[] = [];
    const onProgress: Run['onProgress'] = ({ phase, total }) => void (phase === 'courses' && read.push(total));
    const again = { ...site, chosen: { chunkSize: 2048 }, onProgress };
    await buildMuchLater(again);
    const all = Math.max(...read.splice(0));
    const [first = '', damaged = ''] = views();
    const before = fs.statSync(join(site.out, first)).ino;
    if (how === 'edited') fs.writeFileSync(join(site.out, damaged), 'by hand');
    else fs.rmSync(join(site.out, damaged));
    const { changes } = await buildMuchLater(again);
    expect([...changes.added, ...changes.changed]).toEqual([damaged]);
    // One chunk of many is read.
    expect([all > 15_000, Math.max(...read) < all / 4]).toEqual([true, true]);
    expect(faultsOf(site.out, site.data)).toEqual([]);
    expect(fs.statSync(join(site.out, first)).ino).toBe(before);
  },
);

describe('a state', () => {
  it('has the files of the last build alone, and leaves foreign files among them', async () => {
    const kindsOf = (names: readonly string[]) => names.map((name) => name.replace(/-.*/u, ''));
    await runBuild(site);
    writeFiles(site.state, { 'notes.txt': 'mine' });
    const first = fs.readdirSync(site.state);
    edit();
    await runBuild(site);
    const second = fs.readdirSync(site.state);
    expect(second).not.toEqual(first);
    expect(kindsOf(second)).toEqual(kindsOf(first));
    expect(readFileSync(join(site.state, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('lets the next build reuse all chunks of a source file except the edited one', async () => {
    const read = async () => {
      let bytes = 0;
      const onProgress: Run['onProgress'] = ({ phase, total }) => void (phase === 'courses' && (bytes = total));
      await runBuild({ ...site, chosen: { chunkSize: 2048 }, onProgress });
      return bytes;
    };
    const all = await read();
    for (const change of [edit, append]) {
      change();
      // Sequential, since the second replaces the first.
      expect(await read()).toBeLessThan(all / 2);
    }
    expect(faultsOf(site.out, site.data)).toEqual([]);
  });

  it.each([
    ['a link', () => fs.symlinkSync(join(site.folder, 'mine'), site.state)],
    ['a file', () => fs.writeFileSync(site.state, 'mine')],
    ['a folder whose files are folders', () => fs.mkdirSync(join(site.state, 'state'), { recursive: true })],
  ])('is not kept if %s is in its place, and nothing there is touched', async (_, stand) => {
    writeFiles(site.folder, { 'mine/notes.txt': 'mine', 'mine/chunk-1': 'mine' });
    stand();
    for (const change of [edit, append]) {
      change();
      // Sequential, since each replaces the previous one.
      await runBuild({ ...site, isStateDamaged: true });
      expect(faultsOf(site.out, site.data)).toEqual([]);
    }
    expect(Object.fromEntries(snapshot(join(site.folder, 'mine')))).toEqual({ 'notes.txt': 'mine', 'chunk-1': 'mine' });
  });
});

it('an output without its API gets it back at once, and keeps the files around it', async () => {
  await runBuild({ ...site, chosen: { host: 'nginx' } });
  fs.rmSync(join(site.out, 'api'), { recursive: true });
  const { changes } = await runBuild({ ...site, chosen: { host: 'apache' } });
  const around = (paths: Iterable<string>) => [...paths].filter((path) => !path.startsWith('api/'));
  expect(around(changes.added)).toEqual(
    ['.htaccess', '_hosts/apache.conf'].filter((path) => fs.existsSync(join(site.out, path))),
  );
  expect(around(changes.changed)).toEqual(['.nojekyll']);
  expect(around(changes.removed)).toEqual(['_hosts/nginx.conf']);
  expect([...changes.added].length).toBe(changes.added.length);
  expect(faultsOf(site.out, site.data).filter((fault) => fault.includes('api/'))).toEqual([]);
});

const files = [1, 2, 3];

/** Most chunks of each file are still unread when the first has been read. */
const chosen = { chunkSize: 1024 } as const;

const source = siteForEach(({ data }) =>
  writeCatalog(data, smallCatalog(60), { ...oneFileEach, courses: files.map(() => plainFile) }),
);

/** The interference with the source, and the rules that may be reported. */
const interferences: Record<string, { interfere: () => void; rules?: string[] }> = {
  'all files get longer': { interfere: () => rewrite(files, (text) => text.replaceAll('"title":"', '$&Late: ')) },
  'all files keep their length': { interfere: () => rewrite(files, (text) => text.replaceAll('about', 'abuot')) },
  'lines are inserted in front': { interfere: () => rewrite(files, (text) => `\n\n${text}`) },
  'the first file grows': { interfere: () => rewrite([1], (text) => text + newCourse(text)) },
  'the last file is truncated': {
    interfere: () => rewrite([3], (text) => text.slice(0, text.length / 2)),
    rules: ['source-changed', 'file-syntax'],
  },
  'the last file is removed': {
    interfere: () => rmSync(fileOf(3)),
    rules: ['source-changed', 'file-readable'],
  },
  'the source is removed': {
    interfere: () => rmSync(source.data, { recursive: true }),
    rules: ['source-changed', 'file-readable', 'source-folder'],
  },
  'a file is added': { interfere: () => writeFileSync(fileOf(4), newCourse(readFileSync(fileOf(1), 'utf8'))) },
  'the providers are renamed': {
    interfere() {
      const file = join(source.data, 'providers.ndjson');
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"name":"', '$&Late '));
    },
  },
};

describe.each(['cold', 'incremental'])('while a %s build reads', (kind) => {
  let before: Tree = new Map();
  beforeEach(async () => {
    if (kind === 'cold') return;
    await runBuild({ ...source, chosen });
    // Gives the build work to do: every chunk is changed.
    rewrite(files, (text) => text.replaceAll('"title":"', '$&New: '));
    before = treeOf(source.out);
  });

  it.each(Object.keys(interferences))('%s', async (what) => {
    const { interfere, rules = ['source-changed'] } = interferences[what] ?? { interfere() {} };
    const old = await cleanTree(source.folder);
    const problems = await buildWithInterference({ ...source, chosen }, 'courses', interfere);
    expect(problems.filter(({ rule }) => !rules.includes(rule))).toEqual([]);
    const after = treeOf(source.out);
    expect(problems.length > 0 ? touched(before, after) : await unlikeBoth(after, old)).toEqual([]);
    expect(beside(source.out, 'data')).toEqual([]);
  });
});

/** How the build differs from both the old source and the new one. */
async function unlikeBoth(tree: Tree, old: Tree): Promise<string[]> {
  const unlikeOld = unlike(tree, old);
  if (unlikeOld.length === 0) return [];
  const isSound = (await problemsOf({ data: source.data, out: join(source.folder, 'clean/dist') })).length === 0;
  return isSound ? unlike(tree, treeOf(join(source.folder, 'clean/dist'))) : unlikeOld;
}

function fileOf(number: number): string {
  return join(source.data, `courses/${number - 1}.ndjson`);
}

function rewrite(numbers: readonly number[], change: (text: string) => string): void {
  for (const number of numbers) writeFileSync(fileOf(number), change(readFileSync(fileOf(number), 'utf8')));
}

/** A line with a new course. */
function newCourse(text: string): string {
  const [line = ''] = text.split('\n');
  return `${line.replace(/"id":\d+/u, '"id":999999').replace(/"linkurl":"/u, '$&https://example.org/new/')}\n`;
}
