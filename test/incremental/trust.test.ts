// What is kept between builds is never believed unchecked, and never more than what is kept.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { build } from '../../src/pipeline/build.ts';
import type { LastBuild } from '../../src/pipeline/cache/state.ts';
import { makeFolder, removeFolder, snapshot, writeFiles } from '../folders.ts';
import { faultsOf, plain, runBuild } from '../build/run.ts';

let folder = '';
let data = '';
let out = '';
let state = '';
beforeEach(() => {
  folder = makeFolder();
  [data, out, state] = [join(folder, 'data'), join(folder, 'dist'), join(folder, '.dist.state')];
  generateCatalog({ courses: 60, directory: data });
});
afterEach(() => removeFolder(folder));

const views = () =>
  readdirSync(join(out, 'api/v1/courses/view')).map((hash) => `api/v1/courses/view/${hash}/index.json`);
const [retitled, readded] = ['Another title', 'One more'];
const edit = () => {
  const file = join(data, 'courses.ndjson');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"title":"[^"]*"/u, `"title":"${retitled}"`));
};
const append = () => {
  const [first = ''] = readFileSync(join(data, 'courses.ndjson'), 'utf8').split('\n');
  const course: object = JSON.parse(first);
  const line = JSON.stringify({ ...course, id: 1_000_000, linkurl: 'https://example.org/new', title: readded });
  appendFileSync(join(data, 'courses.ndjson'), `${line}\n`);
};

describe('a process that builds again and again', () => {
  const againWith = (last: LastBuild) => () =>
    build({ ...plain, data, out, threads: 1 }, { onProgress: () => {}, signal: new AbortController().signal }, last);

  it('reads nothing where nothing changed since its last build, however young the source is', async () => {
    const read = async (again: ReturnType<typeof againWith>) => (await again()).timings.length > 1;
    const again = againWith({});
    await again();
    edit();
    // Longer than clocks of file systems tick.
    await pause(50);
    expect([await read(again), await read(again)]).toEqual([true, false]);
    // Another process cannot know whether somebody looked so soon.
    expect(await read(againWith({}))).toBe(true);
    append();
    await pause(50);
    expect([await read(again), await read(again)]).toEqual([true, false]);
    expect(faultsOf(out, data)).toEqual([]);
  });

  it('publishes what is new of each build, and nothing twice', async () => {
    const last: LastBuild = {};
    const io = { onProgress: () => {}, signal: new AbortController().signal };
    const again = () => build({ ...plain, chunkSize: 4096, data, out, threads: 1 }, io, last);
    await again();
    for (const change of [edit, append]) {
      change();
      // One after the other: the second goes over the first.
      // oxlint-disable-next-line no-await-in-loop
      const { changes } = await again();
      const ofViews = [...changes.added, ...changes.changed].filter((path) => path.includes('/courses/view/'));
      expect(ofViews).toHaveLength(1);
      expect(faultsOf(out, data)).toEqual([]);
    }
  });

  it('leaves damage done meanwhile to be found by the next one', async () => {
    const again = againWith({});
    await again();
    const [damaged = '', removed = ''] = views();
    writeFileSync(join(out, damaged), 'by hand');
    rmSync(join(out, removed));
    writeFiles(out, { 'api/v1/courses/view/stray/index.json': '{}', 'api/v1/providers/stray.txt': '' });
    edit();
    await again();
    append();
    await again();
    await runBuild({ data, out });
    expect(faultsOf(out, data)).toEqual([]);
  });
});

describe('a state', () => {
  it('that is damaged at any place is worth nothing, and does no harm', async () => {
    await runBuild({ data, out });
    for (const kind of ['chunk-', 'lists-', 'state']) {
      const name = readdirSync(state).find((one) => one.startsWith(kind)) ?? '';
      const whole = readFileSync(join(state, name));
      const bytes = Buffer.from(whole);
      const at = Math.floor(bytes.length / 2);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      writeFileSync(join(state, name), bytes);
      edit();
      // One after the other: each damage is put right before the next is done.
      // oxlint-disable-next-line no-await-in-loop
      const { courses } = await runBuild({ data, out, isStateDamaged: true });
      expect(courses).toBe(60);
      expect(faultsOf(out, data), name).toEqual([]);
    }
  });

  it.each(['chunk-', 'lists-'])(
    'in which a folder stands for a file %s is worth nothing, and does no harm',
    async (kind) => {
      await runBuild({ data, out });
      const name = readdirSync(state).find((one) => one.startsWith(kind)) ?? '';
      rmSync(join(state, name));
      mkdirSync(join(state, name));
      edit();
      await runBuild({ data, out, isStateDamaged: true });
      expect(faultsOf(out, data)).toEqual([]);
    },
  );

  it('spares the next build all pieces of a source file but the one that was edited', async () => {
    rmSync(data, { recursive: true });
    generateCatalog({ courses: 2500, directory: data });
    const read = async () => {
      let bytes = 0;
      await runBuild({ data, out, onProgress: ({ phase, total }) => void (phase === 'courses' && (bytes = total)) });
      return bytes;
    };
    const all = await read();
    for (const change of [edit, append]) {
      change();
      // One after the other: the second goes over the first.
      // oxlint-disable-next-line no-await-in-loop
      expect(await read()).toBeLessThan(all / 2);
    }
    expect(faultsOf(out, data)).toEqual([]);
  });

  it.each([
    ['a link', () => symlinkSync(join(folder, 'mine'), state)],
    ['a file', () => writeFileSync(state, 'mine')],
    ['a folder in which its files are folders', () => mkdirSync(join(state, 'state'), { recursive: true })],
  ])('is not kept where %s stands in its place, and nothing of that is touched', async (_, stand) => {
    writeFiles(folder, { 'mine/notes.txt': 'mine', 'mine/chunk-1': 'mine' });
    stand();
    for (const change of [edit, append]) {
      change();
      // One after the other: the second goes over the first.
      // oxlint-disable-next-line no-await-in-loop
      await runBuild({ data, out, isStateDamaged: true });
      expect(faultsOf(out, data)).toEqual([]);
    }
    expect(Object.fromEntries(snapshot(join(folder, 'mine')))).toEqual({ 'notes.txt': 'mine', 'chunk-1': 'mine' });
  });

  it('leaves alone what others put into its folder', async () => {
    await runBuild({ data, out });
    writeFileSync(join(state, 'notes.txt'), 'mine');
    edit();
    await runBuild({ data, out });
    expect(existsSync(join(state, 'notes.txt'))).toBe(true);
  });

  it('of another output does not stand for this one', async () => {
    const other = join(folder, 'other');
    await runBuild({ data, out: other });
    edit();
    await runBuild({ data, out });
    rmSync(state, { recursive: true });
    renameSync(join(folder, '.other.state'), state);
    await runBuild({ data, out });
    expect(faultsOf(out, data)).toEqual([]);
  });
});

describe('an output without its API', () => {
  it('gets it at once, and keeps the files around it', async () => {
    await runBuild({ data, out, chosen: { host: 'nginx' } });
    rmSync(join(out, 'api'), { recursive: true });
    const { changes } = await runBuild({ data, out, chosen: { host: 'apache' } });
    const around = (paths: Iterable<string>) => [...paths].filter((path) => !path.startsWith('api/'));
    expect(around(changes.added)).toEqual(
      ['.htaccess', '_hosts/apache.conf'].filter((path) => existsSync(join(out, path))),
    );
    expect(around(changes.changed)).toEqual(['.nojekyll']);
    expect(around(changes.removed)).toEqual(['_hosts/nginx.conf']);
    expect([...changes.added].length).toBe(changes.added.length);
    expect(faultsOf(out, data).filter((fault) => fault.includes('api/'))).toEqual([]);
  });
});
