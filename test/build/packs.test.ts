// Packs: what lies in them, how large they are, which of them an edit rewrites, and who reads them.
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fastGlob from 'fast-glob';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { linkhashOf } from '../../src/catalog/course.ts';
import { packKey, packedName, packKinds, packPath, parsePack, packStartFor, startsPath } from '../../src/api/packs.ts';
import { changedFilesData } from '../../src/changed-files/formats.ts';
import { PackedApi } from '../../src/storage/packs/packed.ts';
import { unpack } from '../../src/storage/packs/unpack.ts';
import { openPreview } from '../../src/preview/preview.ts';
import { filesIn, makeFolder, removeFolder, writeFiles } from '../helpers/folders.ts';
import { freePort } from '../helpers/ports.ts';
import { treeOf, unlike, differenceOf, notKept } from '../incremental/tree.ts';
import { exampleOf, rulesWith, verified } from '../verify/verified.ts';
import { siteForEach } from './each-site.ts';
import { buildMuchLater, plain as defaults, problemsOf, runBuild } from './run.ts';
import { smallCatalog, writeSmallCatalog } from './small-catalog.ts';

const courses = 120;
const plain = { host: 'cloudflare', pageSize: 5, chunkSize: 4096 } as const;
const packed = { ...plain, pack: true, packSize: 16 * 1024 } as const;

const site = siteForEach(({ data }) => writeSmallCatalog(data, courses));
const plainFolder = () => join(site.folder, 'plain', 'dist');
/** One build of each kind for tests that only read. */
const base = makeFolder();
const built = { data: join(base, 'data'), out: join(base, 'dist'), plain: join(base, 'plain/dist') };
beforeAll(async () => {
  writeSmallCatalog(built.data, courses);
  await runBuild({ data: built.data, out: built.out, chosen: packed });
  await runBuild({ data: built.data, out: built.plain, chosen: plain });
});
afterAll(() => removeFolder(base));
const pack = 'api/v1/packs/views-000000.pack';
const withChecksum = (content: string | Buffer) =>
  Buffer.from(`${content.toString()}${createHash('sha256').update(content).digest('hex')}\n`);
const packsIn = (out: string) => readdirSync(join(out, 'api/v1/packs')).filter((name) => name.endsWith('.pack'));

/** The pack of the response that is this file in a plain build. */
function packOf(out: string, file: string): string {
  const { kind, name } = packedName(dirname(file));
  const starts: string[] = JSON.parse(readFileSync(join(out, startsPath(kind)), 'utf8'));
  const start = packStartFor(
    starts.map((one) => Number.parseInt(one, 16)),
    packKey(kind, name),
  );
  return packPath(kind, start ?? Number.NaN);
}

/** Two addresses whose views share a key. */
function twins(): [string, string] {
  const known = new Map<number, string>();
  for (let number = 0; ; number += 1) {
    const url = `https://example.org/${number}`;
    const key = packKey('views', linkhashOf(url));
    const twin = known.get(key);
    if (twin !== undefined) return [twin, url];
    known.set(key, url);
  }
}

describe('a packed build', () => {
  it('has the response of every file of a plain build, and nothing else in its API', () => {
    expect(readdirSync(join(built.out, 'api/v1'))).toEqual(['packs']);
    expect(packsIn(built.out).length).toBeGreaterThan(10);
    const unpacked = join(site.folder, 'unpacked');
    const files = unpack(built.out, unpacked, 'index.json');
    expect(unlike(treeOf(join(unpacked, 'api')), treeOf(join(built.plain, 'api')))).toEqual([]);
    expect(readdirSync(unpacked)).toEqual(['api']);
    expect(filesIn(unpacked)).toHaveLength(files);
  });

  it.each([5000, 9000])('counts its files, and has no pack above %i bytes', async (packSize) => {
    const { files, bytes, folders } = await runBuild({ ...site, chosen: { ...packed, packSize } });
    const entries = readdirSync(site.out, { recursive: true, withFileTypes: true });
    const sizes = entries.flatMap((entry) => {
      return entry.isFile() ? [readFileSync(join(entry.parentPath, entry.name)).length] : [];
    });
    expect({ files, bytes }).toEqual({ files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) });
    expect(folders).toBe(entries.filter((entry) => entry.isDirectory()).length);
    const packs = packsIn(site.out).map((name) => readFileSync(join(site.out, 'api/v1/packs', name)));
    expect(Math.max(...packs.map((one) => one.length))).toBeLessThanOrEqual(packSize);
    // A pack is divided in two only if it is too large, so most are not small.
    expect(Math.min(...packs.map((one) => one.length))).toBeGreaterThan(packSize / 16);
    // Who looks up a response reads the index of its pack.
    expect(Math.max(...packs.map((one) => one.indexOf('\n')))).toBeLessThanOrEqual(packSize / 16);
  });

  it('has a larger pack only for a response that is larger, and for those that share a key', async () => {
    const small = smallCatalog(20);
    const large = 'large '.repeat(packed.packSize / 4);
    const course = (linkurl: string) => ({ ...small.courses[0], linkurl, description: large });
    writeFiles(site.data, {
      'courses.ndjson': [...small.courses, ...['https://example.org/large', ...twins()].map(course)]
        .map((one, at) => JSON.stringify({ ...one, id: at + 1 }))
        .join('\n'),
    });
    await runBuild({ ...site, chosen: packed });
    const packs = packsIn(site.out).map((name) => readFileSync(join(site.out, 'api/v1/packs', name)));
    const largest = packs.filter((bytes) => bytes.length > packed.packSize).map((bytes) => parsePack(bytes).size);
    expect(new Set(largest)).toEqual(new Set([1, 2]));
  });

  it('after an edited title rewrites one pack of views and one for each list, and purges what a plain build does', async () => {
    const out = plainFolder();
    await buildMuchLater({ ...site, chosen: packed });
    await buildMuchLater({ data: site.data, out, chosen: plain });
    const before = treeOf(site.out);
    const [file = ''] = fastGlob.sync('courses*', { cwd: site.data, absolute: true });
    writeFileSync(file, readFileSync(file, 'utf8').replace('Course 42 on', 'Another title of'));
    const { changes } = await runBuild({ ...site, chosen: packed });
    const { changes: ofPlain } = await runBuild({ data: site.data, out, chosen: plain });

    const after = treeOf(site.out);
    const { added, changed, removed } = differenceOf(before, after);
    expect({ added, removed }).toEqual({ added: [], removed: [] });
    expect([...changes.changed].toSorted()).toEqual(changed.toSorted());
    // Its view, and a page of its provider, of its languages and of its category: none of them moves to another pack.
    const responses = [...ofPlain.changed];
    expect(responses.filter((path) => path.includes('/courses/view/'))).toHaveLength(1);
    expect(responses.length).toBeGreaterThan(2);
    expect(changed.toSorted()).toEqual(
      [...new Set(responses.map((path) => (path === 'build.json' ? path : packOf(site.out, path))))].toSorted(),
    );
    expect(notKept(before, after)).toEqual([]);

    const addressed = { ...defaults, ...plain };
    const { purge } = changedFilesData(changes, addressed);
    const inApi = (address: string) => address.includes('/api/v1/');
    expect(purge.filter(inApi).toSorted()).toEqual(changedFilesData(ofPlain, addressed).purge.filter(inApi).toSorted());
  });

  it('puts right what was done to course pages by hand, with and without an edit of the source', async () => {
    const chosen = { ...packed, coursePages: true };
    await buildMuchLater({ ...site, chosen });
    const whole = treeOf(site.out);
    const pages = fastGlob.sync('courses/*/index.html', { cwd: site.out, absolute: true });
    const [edited = '', removed = '', ...others] = pages;
    expect(others.length).toBeGreaterThan(10);
    writeFileSync(edited, 'by hand');
    rmSync(removed);
    const { changes } = await runBuild({ ...site, chosen });
    expect([...changes.changed, ...changes.added].map((path) => join(site.out, path)).toSorted()).toEqual(
      [edited, removed].toSorted(),
    );
    expect(unlike(treeOf(site.out), whole)).toEqual([]);

    writeFileSync(edited, 'by hand');
    const [file = ''] = fastGlob.sync('courses*', { cwd: site.data, absolute: true });
    writeFileSync(file, readFileSync(file, 'utf8').replace('Course 42 on', 'Another title of'));
    await runBuild({ ...site, chosen });
    await runBuild({ data: site.data, out: plainFolder(), chosen });
    expect(unlike(treeOf(site.out), treeOf(plainFolder()))).toEqual([]);
  });

  it('purges every address when a plain one is packed', async () => {
    await runBuild({ ...site, chosen: plain });
    const all = readdirSync(join(site.out, 'api/v1/courses/view'));
    const { changes } = await runBuild({ ...site, chosen: packed });
    const { purge } = changedFilesData(changes, { ...defaults, ...plain });
    const views = all.map((linkhash) => `http://localhost:8080/api/v1/courses/view/${linkhash}/`);
    expect(purge).toEqual(expect.arrayContaining(views));
    expect(new Set(purge).size).toBe(purge.length);
  });

  it('without its state and a list of packs purges every address of that kind', async () => {
    await runBuild({ ...site, chosen: packed });
    const folders = Array.from(new PackedApi(site.out).responses(), ({ folder }) => folder);
    for (const kind of packKinds) {
      rmSync(site.state, { recursive: true });
      rmSync(join(site.out, startsPath(kind)));
      const { changes } = await runBuild({ ...site, chosen: packed });
      const ofKind = folders.filter((folder) => packedName(folder).kind === kind);
      expect([...(changes.packed ?? [])].toSorted()).toEqual(ofKind.map((folder) => `${folder}/index.json`).toSorted());
    }
  });

  it('is refused for a host that cannot read packs, and with compressed files, with advice', async () => {
    const problems = await problemsOf({ ...site, chosen: { ...packed, host: 'netlify' } });
    expect(problems.map(({ rule, level }) => ({ rule, level }))).toEqual([{ rule: 'host-pack', level: 'error' }]);
    expect(problems[0]?.remedy).toContain('--host cloudflare');
    const compressed = await problemsOf({ ...site, chosen: { ...packed, precompress: ['gzip'] } });
    expect(compressed.map(({ rule, remedy }) => ({ rule, remedy }))).toEqual([
      { rule: 'host-pack', remedy: 'omit --precompress' },
    ]);
  });
});

describe('the readers of packs', () => {
  it('are the preview, in which verify holds, and --against', async () => {
    const port = await freePort();
    const chosen = { ...packed, baseUrl: `http://127.0.0.1:${port}` };
    await runBuild({ ...site, chosen });
    const preview = await openPreview({ out: site.out, port }, () => {});
    try {
      expect(preview.url).toBe(chosen.baseUrl);
      const report = await verified(preview.url, { against: site.out });
      expect(report.rules.filter(({ outcome }) => outcome !== 'held')).toMatchObject([{ rule: 'changes' }]);
      expect((await fetch(`${preview.url}/api/v1/packs/views.json`)).status).toBe(404);
      const moved = await fetch(`${preview.url}/api/v1/categories/10?page=2`, { redirect: 'manual' });
      expect(moved.headers.get('location')).toBe('/api/v1/categories/10/?page=2');

      await runBuild({ data: site.data, out: plainFolder(), chosen: { ...chosen, title: 'Other', latest: 3 } });
      const other = await verified(preview.url, { against: plainFolder() });
      expect(rulesWith(other, 'broken')).toEqual(['against']);
      expect(exampleOf(other, 'against').finding).toContain('/api/v1/courses/latest/ differs from its file');
    } finally {
      await preview.close();
    }
  });

  it('say which file is damaged, and the next build repairs it', async () => {
    await runBuild({ ...site, chosen: { ...packed, baseUrl: 'http://127.0.0.1' } });
    const whole = treeOf(site.out);
    const [first] = [...new PackedApi(site.out).responses()];
    const damages: [string, (bytes: Buffer) => Uint8Array][] = [
      [pack, (bytes) => bytes.subarray(0, 10)],
      [pack, (bytes) => Buffer.from(bytes.toString().replace('Course', 'Coarse'))],
      // No index, one without places, and places beyond the end and before the start.
      ...['null\n', '{"a":3}\n', '{"a":[1,2]}\nhi', '{"a":[-1,2]}\nhi'].map((content): [string, () => Uint8Array] => [
        pack,
        () => withChecksum(content),
      ]),
      [startsPath('views'), () => Buffer.from('{}')],
    ];
    const preview = await openPreview({ out: site.out, port: await freePort() }, () => {});
    onTestFinished(() => preview.close());
    for (const [path, damage] of damages) {
      const bytes = readFileSync(join(site.out, path));
      writeFileSync(join(site.out, path), damage(bytes));
      const answer = await fetch(`${preview.url}/${first?.folder}/`);
      const detail = expect.stringContaining(`${path} is damaged`);
      expect({ status: answer.status, body: await answer.json() }).toEqual({ status: 500, body: { detail } });
      await expect(verified(preview.url, { against: site.out })).rejects.toThrow(`${path} is damaged`);
      expect(() => unpack(site.out, join(site.folder, 'unpacked'), 'index.json')).toThrow(
        expect.objectContaining({
          problems: [expect.objectContaining({ remedy: 'build again, or copy the folder again' })],
        }),
      );
      await runBuild({ ...site, chosen: { ...packed, baseUrl: 'http://127.0.0.1' } });
      expect(unlike(treeOf(site.out), whole)).toEqual([]);
    }
  });

  it('end each pack with the SHA-256 digest of what is before it', () => {
    for (const name of packsIn(built.out)) {
      const bytes = readFileSync(join(built.out, 'api/v1/packs', name));
      expect(bytes.equals(withChecksum(bytes.subarray(0, -65)))).toBe(true);
    }
  });

  it('unpack nothing outside the API, whatever an index names', () => {
    cpSync(built.out, site.out, { recursive: true });
    const [outer, inner] = [join(site.folder, 'outer'), join(site.folder, 'outer/inner')];
    for (const name of ['../../../escaped', '../../escaped', '..', '/../../x']) {
      writeFileSync(
        join(site.out, 'api/v1/packs/other-000000.pack'),
        withChecksum(`${JSON.stringify({ [name]: [0, 2] })}\nhi`),
      );
      expect(() => unpack(site.out, inner, 'index.json')).toThrow('a pack has a response for');
      // Nothing that the next one would refuse, either.
      expect(fastGlob.sync('**', { cwd: outer, dot: true })).toEqual([]);
    }
  });

  it.each([
    ['a folder without packs', built.data, join(base, 'new'), 'contains no packs'],
    ['a folder that is not empty', built.out, built.data, 'is not empty'],
    ['a folder in the build', built.out, join(built.out, 'plain'), 'overlaps'],
  ])('refuse to unpack %s', (_, from, to, finding) => {
    expect(() => unpack(from, to, 'index.json')).toThrow(finding);
  });
});
