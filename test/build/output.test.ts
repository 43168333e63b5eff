// Publishing: no foreign file is touched, and what a later build removes of the site around the API.
import fs, { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { hostNames } from '../../src/hosts/hosts.ts';
import { filesIn, snapshot, writeFiles, removeFolder } from '../helpers/folders.ts';
import { siteForEach } from './each-site.ts';
import { plainCourse, writeSmallCatalog } from './small-catalog.ts';
import { beside, faultsOf, rulesOf, runBuild, problemsOf, type Chosen } from './run.ts';

let [folder, data, out] = ['', '', ''];
siteForEach((site) => {
  ({ folder, data, out } = site);
  generateCatalog({ courses: 30, directory: data });
});

it.each([
  ['of the output folder', 'dist', 'output-folder'],
  ['of the folder around it', 'dist/site', 'output-write'],
])('a build that fails leaves a file in place %s alone', async (_where, path, rule) => {
  fs.writeFileSync(out, 'a file');
  expect(await rulesOf({ data, out: join(folder, path) })).toContain(rule);
  expect(fs.readFileSync(out, 'utf8')).toBe('a file');
  expect(beside(out, 'data')).toEqual([]);
});

describe('a build that is interrupted', () => {
  it.each(['courses', 'tasks'] as const)('while it writes %s leaves the previous build unchanged', async (phase) => {
    fs.rmSync(data, { recursive: true });
    generateCatalog({ courses: 300, directory: data });
    await runBuild({ data, out });
    const before = snapshot(out);
    const controller = new AbortController();
    let isMoreToDo = false;
    const broken = runBuild({
      data,
      out,
      // Several chunks to read, and pages for several jobs.
      chosen: { pageSize: 1, chunkSize: 20_000 },
      signal: controller.signal,
      onProgress: ({ phase: now, done, total }) => {
        if (now !== phase) return;
        isMoreToDo ||= done < total;
        controller.abort(new Error('stop'));
      },
    });
    await expect(broken).rejects.toThrow('stop');
    expect(isMoreToDo).toBe(true);
    // A job that continued would write in the next turns.
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    expect(beside(out, 'data')).toEqual([]);
    expect(snapshot(out)).toEqual(before);
  });

  it('before it starts writes nothing', async () => {
    await expect(runBuild({ data, out, signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop');
    expect(beside(data)).toEqual([]);
  });
});

describe('an output folder is taken', () => {
  it('if it is a work tree of Git with nothing else in it', async () => {
    writeFiles(out, { '.git': 'gitdir: elsewhere' });
    await runBuild({ data, out });
    expect(readFileSync(join(out, '.git'), 'utf8')).toBe('gitdir: elsewhere');
    const { changes } = await runBuild({ data, out });
    expect([...changes.added, ...changes.changed, ...changes.removed]).toEqual([]);
    fs.rmSync(join(out, '.git'));
    expect(faultsOf(out, data)).toEqual([]);
  });

  it('if it was copied without hidden files, and then is as it was, with what is not of a build', async () => {
    const chosen = { pages: true };
    await runBuild({ data, out, chosen });
    const before = snapshot(out);
    for (const name of fs.readdirSync(out).filter((one) => one.startsWith('.')))
      fs.rmSync(join(out, name), { recursive: true });
    writeFiles(out, { 'mine.txt': 'mine', 'courses/stale/index.html': '' });
    writeSmallCatalog(data, 20);
    await runBuild({ data, out, chosen });
    fs.rmSync(data, { recursive: true });
    generateCatalog({ courses: 30, directory: data });
    await runBuild({ data, out, chosen });
    const after = snapshot(out);
    const paths = new Set([...before.keys(), ...after.keys()]);
    expect([...paths].filter((path) => after.get(path) !== before.get(path))).toEqual(['mine.txt']);
  });
});

describe('an output folder is refused', () => {
  it('if all that tells of a build are files of that name', async () => {
    writeFiles(out, { 'build.json': '{"tool":"a","digest":"md5:b"}', 'api/v1/index.json': '{}' });
    expect(await rulesOf({ data, out })).toEqual(['output-folder']);
  });

  it('if it is not empty and was not made by this tool', async () => {
    writeFiles(out, { 'mine.txt': 'mine', '.nojekyll': '' });
    const before = snapshot(folder);
    expect(await rulesOf({ data, out })).toEqual(['output-folder']);
    expect(snapshot(folder)).toEqual(before);
  });

  it.each([
    ['is the source folder', 'data'],
    ['contains it', '.'],
    ['is inside it', 'data/dist'],
    ['is deep inside it', 'data/a/b/dist'],
    ['is a link to it', 'link'],
    ['is inside it by a link', 'link/dist'],
    ['contains it by a link', 'around'],
    ['is another path to it', 'data/../data/.'],
  ])('if it %s', async (_why, path) => {
    fs.symlinkSync(data, join(folder, 'link'));
    fs.symlinkSync(folder, join(folder, 'around'));
    const before = snapshot(data);
    expect(await rulesOf({ data, out: `${folder}/${path}` })).toEqual(['output-folder']);
    expect(snapshot(data)).toEqual(before);
    expect(beside(data, 'link', 'around')).toEqual([]);
  });

  it('if it is a dangling link', async () => {
    fs.symlinkSync(join(folder, 'nowhere'), out);
    expect(await rulesOf({ data, out })).toEqual(['output-folder']);
    expect(beside(out, 'data')).toEqual([]);
  });

  it('if the source folder is a link into it', async () => {
    await runBuild({ data, out });
    fs.renameSync(data, join(out, 'source'));
    fs.symlinkSync(join(out, 'source'), data);
    expect(await rulesOf({ data, out })).toEqual(['output-folder']);
    expect(fs.existsSync(join(out, 'source/providers.json'))).toBe(true);
  });

  it('but not if its name only starts with that of the source folder', async () => {
    out = `${data}-site`;
    await runBuild({ data, out });
    expect(faultsOf(out, data)).toEqual([]);
  });
});

describe('an output folder is accepted', () => {
  it.each(['is empty', 'does not exist, nor does its parent'])('if it %s', async (which) => {
    if (which === 'is empty') fs.mkdirSync(out);
    else out = join(folder, 'a/b/dist');
    await runBuild({ data, out });
    expect(faultsOf(out, data)).toEqual([]);
    expect(beside(out, 'data')).toEqual([]);
  });

  it('if it is a link to a folder, which remains a link', async () => {
    fs.mkdirSync(join(folder, 'elsewhere/site'), { recursive: true });
    fs.symlinkSync(join(folder, 'elsewhere/site'), out);
    await runBuild({ data, out });
    await runBuild({ data, out });
    expect(faultsOf(join(folder, 'elsewhere/site'), data)).toEqual([]);
    expect(beside(join(folder, 'elsewhere/site'))).toEqual([]);
    expect(beside(out, 'data', 'elsewhere')).toEqual([]);
  });
});

describe('the output folder', () => {
  it('keeps its inode and its mode', async () => {
    fs.mkdirSync(out);
    fs.chmodSync(out, 0o2775);
    const { ino, mode } = fs.statSync(out);
    await runBuild({ data, out });
    await runBuild({ data, out });
    expect(fs.statSync(out)).toMatchObject({ ino, mode });
    expect(faultsOf(out, data)).toEqual([]);
  });

  it('has the default permissions of folders if it is new', async () => {
    fs.mkdirSync(join(folder, 'other'));
    await runBuild({ data, out });
    expect(fs.statSync(out).mode).toBe(fs.statSync(join(folder, 'other')).mode);
  });

  it('is not created by a build that fails, nor are its parents', async () => {
    fs.writeFileSync(join(data, 'courses.ndjson'), 'x\n', { flag: 'a' });
    fs.mkdirSync(join(folder, 'there'));
    expect(await rulesOf({ data, out: join(folder, 'there/new/newer/dist') })).toEqual(['file-syntax']);
    expect(fs.readdirSync(join(folder, 'there'))).toEqual([]);
  });

  it('may stand beside files whose names are like those of a stage', async () => {
    const others = ['.dist.building-x', '.other.building-1-1', 'dist.building-1-1'];
    for (const name of others) writeFiles(folder, { [`${name}/x`]: '' });
    await runBuild({ data, out });
    expect(beside(out, 'data').toSorted()).toEqual(others.toSorted());
  });
});

describe('a build for another host', () => {
  let fresh: ReturnType<typeof snapshot> | undefined;
  const freshBuild = async () => {
    await runBuild({ data, out: join(folder, 'fresh') });
    return snapshot(join(folder, 'fresh'));
  };

  it.each(hostNames)('over one for %s equals a build into an empty folder', async (host) => {
    await runBuild({ data, out, chosen: { host, baseUrl: 'https://example.org/catalog' } });
    const own = filesIn(out).filter((path) => !path.startsWith('api/v1/'));
    expect(readFileSync(join(out, '.nojekyll'), 'utf8').split('\n').slice(1, -1)).toEqual(
      own.filter((path) => path !== '.nojekyll'),
    );
    await runBuild({ data, out });
    expect(snapshot(out)).toEqual((fresh ??= await freshBuild()));
  });

  it('does not touch a foreign file with the name of one of its own, and changes nothing', async () => {
    await runBuild({ data, out });
    writeFiles(out, { _headers: 'by hand', '_redirects/x': 'by hand' });
    const before = snapshot(out);
    const problems = await problemsOf({ data, out, chosen: { host: 'netlify' } });
    expect(problems.map(({ rule, file }) => [rule, file])).toEqual([
      ['output-file', join(out, '_headers')],
      ['output-file', join(out, '_redirects')],
    ]);
    expect(snapshot(out)).toEqual(before);
  });

  it.each([
    ['a link in place of one of its folders', 'docs', () => symlinkSync('../home', join(out, 'docs'))],
    ['a file in place of one of its folders', 'docs', () => writeFileSync(join(out, 'docs'), 'by hand')],
    ['a folder in place of one of its files', 'a', () => writeFiles(out, { 'a/f': 'by hand' })],
    ['an empty folder in place of one of its files', 'a', () => fs.mkdirSync(join(out, 'a'))],
    ['a link in place of the API', 'api', () => symlinkSync('../home', join(out, 'api'))],
    ['a file in place of the API', 'api', () => writeFileSync(join(out, 'api'), 'by hand')],
  ])('leaves %s alone, with what is behind it, and reports where it is', async (_, path, put) => {
    writeFiles(folder, { 'public/docs/x': 'x', 'public/a': 'a', 'home/x': 'precious', 'home/v1/x': 'precious' });
    await runBuild({ data, out });
    removeFolder(join(out, path));
    put();
    const before = snapshot(folder);
    const problems = await problemsOf({ data, out });
    expect(problems.map(({ rule, file }) => [rule, file])).toEqual([['output-file', join(out, path)]]);
    expect(snapshot(folder)).toEqual(before);
    // Files to be removed are not looked for behind it, nor removed where a folder took their place.
    removeFolder(join(folder, 'public'));
    const isPublic = path !== 'api';
    expect(await rulesOf({ data, out })).toEqual(isPublic ? [] : ['output-file']);
    expect(readFileSync(join(folder, 'home/x'), 'utf8')).toBe('precious');
    expect(existsSync(join(out, path))).toBe(true);
  });

  it('gives the same files with the name index.html, in which no text begins a tag', async () => {
    const html = join(folder, 'html');
    const markup = { title: '<img src=x onerror=alert(1)>', description: '<script>alert(1)</script>' };
    writeSmallCatalog(data, 3);
    writeFiles(data, { 'courses/markup.json': JSON.stringify([plainCourse(900, markup)]) });
    const chosen = { pages: true, dumps: ['csv'] } as const;
    await runBuild({ data, out, chosen });
    await runBuild({ data, out: html, chosen: { ...chosen, indexFile: 'index.html' } });
    const named = [...snapshot(out)].map(([path, text]) => {
      const isIndex = /^api\/.*\/index\.json$/u.test(path);
      return [isIndex ? path.replace(/\.json$/u, '.html') : path, text];
    });
    const answers = named.filter(([path = '']) => path.startsWith('api/')).map(([, text = '']) => text);
    expect(answers.some((text) => text.includes('u003cscript>'))).toBe(true);
    expect(answers.filter((text) => text.includes('<'))).toEqual([]);
    expect(Object.fromEntries(snapshot(html))).toEqual(Object.fromEntries(named));
  });

  it.each<[Partial<Chosen> & Pick<Chosen, 'host'>, string[]]>([
    [{ host: 'github-pages', pageLinks: 'query', precompress: ['gzip'] }, ['host-page-links', 'host-precompress']],
    [{ host: 'github-pages', pageLinks: 'path', indexFile: 'index.html' }, ['host-index-file']],
    [{ host: 'firebase', pageLinks: 'path', indexFile: 'index.json' }, ['host-index-file']],
    [{ host: 'firebase', pageLinks: 'path', indexFile: 'index.html', baseUrl: 'https://a.org/b' }, ['host-prefix']],
    [{ host: 'nginx', pageLinks: 'path', indexFile: 'index.html' }, []],
  ])('warns about what the host cannot do: %j', async (chosen, rules) => {
    const { warnings } = await runBuild({ data, out, chosen });
    expect(warnings.map(({ level, rule }) => `${level} ${rule}`)).toEqual(rules.map((rule) => `warning ${rule}`));
  });
});

describe('foreign files where the search index goes', () => {
  it.each([
    ['a file', 'search/courses/0.json', () => writeFiles(out, { 'search/courses/0.json': 'by hand' })],
    ['a link to a folder', 'search/courses', () => symlinkSync('../../home', join(out, 'search/courses'))],
  ])('are not touched: %s', async (_, path, stand) => {
    await runBuild({ data, out });
    writeFiles(folder, { 'home/0.json': 'by hand', 'dist/search/mine.txt': 'by hand' });
    stand();
    const before = snapshot(out);
    const problems = await problemsOf({ data, out, chosen: { pages: true } });
    expect(problems.map(({ rule, file }) => [rule, file])).toContainEqual(['output-file', join(out, path)]);
    expect(snapshot(out)).toEqual(before);
  });

  it.each(['dumps/providers.csv', 'providers/index.html', 'dumps/courses.csv'])(
    'is no foreign file at %s',
    async (path) => {
      await runBuild({ data, out });
      writeFiles(out, { [path]: 'mine' });
      const problems = await problemsOf({ data, out, chosen: { dumps: ['csv'], pages: true } });
      expect(problems.map(({ rule }) => rule)).toEqual(['output-file']);
      expect(readFileSync(join(out, path), 'utf8')).toBe('mine');
    },
  );
});

it('the list of files that a build made has no effect elsewhere if somebody edits it', async () => {
  await runBuild({ data, out });
  writeFiles(folder, { 'mine.txt': 'x', 'dist/foreign.txt': 'x' });
  const own = readFileSync(join(out, '.nojekyll'), 'utf8').trimEnd().split('\n');
  const lines = [...own, '../mine.txt', '/etc/hostname', 'api/v1/index.json', './foreign.txt', ''];
  writeFileSync(join(out, '.nojekyll'), lines.join('\r\n'));
  const { files } = await runBuild({ data, out: join(folder, 'fresh') });
  await runBuild({ data, out });
  expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('x');
  expect(readFileSync(join(out, 'foreign.txt'), 'utf8')).toBe('x');
  expect(filesIn(out)).toHaveLength(files + 1);
});

it('compressed files are beside every index file that is worth it, with the same content', async () => {
  await runBuild({ data, out, chosen: { precompress: ['gzip', 'brotli'] } });
  const worthIt = filesIn(out).filter((path) => {
    return path.startsWith('api/') && path.endsWith('/index.json') && statSync(join(out, path)).size >= 1024;
  });
  expect(worthIt.length).toBeGreaterThan(10);
  for (const path of worthIt) {
    const whole = readFileSync(join(out, path));
    expect(gunzipSync(readFileSync(join(out, `${path}.gz`))), path).toEqual(whole);
    expect(brotliDecompressSync(readFileSync(join(out, `${path}.br`))), path).toEqual(whole);
  }
  expect(filesIn(out).filter((path) => /\.(?:gz|br)$/u.test(path))).toHaveLength(2 * worthIt.length);
});
