// The site around the API: the host's own files, those of `public/`, compressed files, the host's budget, and what a later build removes of them.
import fs, { existsSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { budgetProblems, type Measured } from '../../src/site/hosts/budget.ts';
import type { Host } from '../../src/site/hosts/host.ts';
import { hostNames, hosts } from '../../src/site/hosts/hosts.ts';
import { asAnyone, makeFolder, removeFolder, snapshot, writeFiles } from '../folders.ts';
import { beside, problemsOf, rulesOf, runBuild, type Chosen } from './run.ts';

let folder = '';
let data = '';
let out = '';
beforeEach(() => {
  folder = makeFolder();
  [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  generateCatalog({ courses: 40, directory: data });
});
afterEach(() => removeFolder(folder));

const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted();
/** Files outside the API, and its descriptions. */
const published = () =>
  filesIn(out).filter((path) => !/^(?:api\/v1|schemas|\.well-known)\/|^(?:openapi\.json|dcat\.jsonld)$/u.test(path));

describe('a build for another host', () => {
  it.each(hostNames)('over one for %s equals a build into an empty folder', async (host) => {
    await runBuild({ data, out, chosen: { host, baseUrl: 'https://example.org/catalog' } });
    const own = filesIn(out).filter((path) => !path.startsWith('api/v1/'));
    expect(readFileSync(join(out, '.nojekyll'), 'utf8').split('\n').slice(1, -1)).toEqual(
      own.filter((path) => path !== '.nojekyll'),
    );
    await runBuild({ data, out });
    const fresh = join(folder, 'fresh');
    await runBuild({ data, out: fresh });
    expect(snapshot(out)).toEqual(snapshot(fresh));
    expect(readdirSync(out).toSorted()).toEqual(readdirSync(fresh).toSorted());
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

  it('gives the same files with the name index.html', async () => {
    const html = join(folder, 'html');
    await runBuild({ data, out });
    await runBuild({ data, out: html, chosen: { indexFile: 'index.html' } });
    const named = [...snapshot(out)].map(([path, text]) => [
      path.replace(/^(api\/.*)\/index\.json$/u, '$1/index.html'),
      text,
    ]);
    expect(Object.fromEntries(snapshot(html))).toEqual(Object.fromEntries(named));
  });

  it('warns about what the host cannot do', async () => {
    const unsupported: Partial<Chosen> = { host: 'github-pages', pageLinks: 'query', precompress: ['gzip'] };
    const { warnings } = await runBuild({ data, out, chosen: unsupported });
    expect(warnings.map(({ level, rule }) => `${level} ${rule}`)).toEqual([
      'warning host-page-links',
      'warning host-precompress',
    ]);
    const names = await Promise.all(
      (['github-pages', 'firebase', 'nginx'] as const).map(async (host) => {
        const asJson = hosts[host].indexFile === 'index.json';
        const indexFile = asJson ? 'index.html' : 'index.json';
        const chosen: Partial<Chosen> = { host, pageLinks: 'path', indexFile };
        return (await runBuild({ data, out: join(folder, host), chosen })).warnings.map(({ rule }) => rule);
      }),
    );
    expect(names).toEqual([['host-index-file'], ['host-index-file'], []]);
    const firebase = {
      host: 'firebase',
      pageLinks: 'path',
      indexFile: 'index.html',
      baseUrl: 'https://example.org/catalog',
    } as const;
    const { warnings: ofPrefix } = await runBuild({ data, out, chosen: firebase });
    expect(ofPrefix.map(({ rule }) => rule)).toEqual(['host-prefix']);
  });
});

describe('public/', () => {
  const files = {
    'ends with a space ': 'x',
    CNAME: 'courses.example.org',
    'robots.txt': 'User-agent: *\n',
    '.well-known/security.txt': 'Contact: mailto:a@example.org',
    'deep/er/picture.bin': Uint8Array.from([0, 255, 10, 13]),
    'leeg/ñandú file.txt': '',
  };

  it('is published unchanged, dot files included, and counted', async () => {
    writeFiles(join(folder, 'public'), files);
    const { files: counted } = await runBuild({ data, out });
    for (const [path, content] of Object.entries(files)) {
      expect(readFileSync(join(out, path)), path).toEqual(Buffer.from(content));
    }
    expect(counted).toBe(filesIn(out).length);
  });

  it('is published again each time, whatever its files are named', async () => {
    writeFiles(join(folder, 'public'), files);
    await runBuild({ data, out });
    const before = snapshot(out);
    await runBuild({ data, out });
    expect(snapshot(out)).toEqual(before);
  });

  it('has its deleted files and folders removed from the output, and foreign files stay there', async () => {
    writeFiles(join(folder, 'public'), files);
    await runBuild({ data, out });
    writeFiles(out, { 'deep/foreign.txt': 'x' });
    removeFolder(join(folder, 'public'));
    await runBuild({ data, out });
    expect(published()).toEqual(['.nojekyll', '404.html', '404.json', '405.json', 'deep/foreign.txt']);
    expect(readdirSync(join(out, '.well-known'))).toEqual(['api-catalog']);
    expect(existsSync(join(out, 'deep/er'))).toBe(false);
    expect(beside(out, 'data')).toEqual([]);
  });

  it('may turn a file into a folder and back', async () => {
    const other = join(folder, 'other');
    for (const [path, gone] of [
      ['a', 'a/b'],
      ['a/b', 'a'],
      ['a', 'a/b'],
    ] as const) {
      removeFolder(other);
      writeFiles(other, { [path]: path });
      // Sequential, since each replaces the previous one.
      // oxlint-disable-next-line no-await-in-loop
      await runBuild({ data, out, chosen: { public: other } });
      expect(readFileSync(join(out, path), 'utf8')).toBe(path);
      expect(filesIn(out)).not.toContain(gone);
    }
  });

  it.each([
    ['404.json', 'http-server'],
    ['.nojekyll', 'http-server'],
    ['api/v1/x.json', 'http-server'],
    ['api', 'http-server'],
    ['404.html/x', 'http-server'],
    ['_redirects', 'netlify'],
    ['_hosts/nginx.conf', 'nginx'],
    ['_hosts', 'nginx'],
    ['line\nbreak', 'http-server'],
    ['404.HTML', 'http-server'],
    ['API/V1/x', 'http-server'],
    ['Api', 'http-server'],
    ['_Hosts/NGINX.conf', 'nginx'],
  ] as const)('may not hold %j on %s: an error, and nothing is written', async (path, host) => {
    writeFiles(join(folder, 'public'), { [path]: 'x', 'fine.txt': 'x' });
    expect(await rulesOf({ data, out, chosen: { host } })).toEqual(['public-file']);
    expect(existsSync(out)).toBe(false);
  });

  it.each(['_redirects', 'api/v2/x.json', 'api/v10', '_hosts/mine.conf'])('may hold %s', async (path) => {
    writeFiles(join(folder, 'public'), { [path]: 'x' });
    await runBuild({ data, out });
    expect(readFileSync(join(out, path), 'utf8')).toBe('x');
  });

  it('may not hold two files whose names are equal on some systems', async () => {
    writeFiles(join(folder, 'public'), { 'A.txt': 'x', 'a.txt': 'x', 'e\u0301': 'x', '\u00e9': 'x' });
    const problems = await problemsOf({ data, out });
    expect(problems.map(({ rule }) => rule)).toEqual(['public-file', 'public-file']);
  });

  it('must be readable, and its files get the same mode as the others', async () => {
    writeFiles(join(folder, 'public'), { 'secret.txt': 'x', 'deep/x': 'x' });
    fs.chmodSync(join(folder, 'public/secret.txt'), 0o600);
    await runBuild({ data, out });
    expect(statSync(join(out, 'secret.txt')).mode).toBe(statSync(join(out, '404.json')).mode);
    fs.chmodSync(folder, 0o777);
    expect(await asAnyone(() => rulesOf({ data, out: join(folder, 'other') }))).toEqual(['public-file']);
    fs.chmodSync(join(folder, 'public/deep'), 0o700);
    expect(await asAnyone(() => rulesOf({ data, out: join(folder, 'other') }))).toEqual(['public-folder']);
  });

  it('is not looked for inside the output unless it is named', async () => {
    out = join(folder, 'public');
    await runBuild({ data, out });
    await runBuild({ data, out });
    expect(published()).toEqual(['.nojekyll', '404.html', '404.json', '405.json']);
  });

  it('may hold links to files, but no dangling links or links to folders', async () => {
    writeFiles(folder, { 'elsewhere.txt': 'x', 'public/own.txt': 'y' });
    symlinkSync('../elsewhere.txt', join(folder, 'public/linked.txt'));
    await runBuild({ data, out });
    expect(readFileSync(join(out, 'linked.txt'), 'utf8')).toBe('x');
    symlinkSync('nowhere', join(folder, 'public/dangling'));
    symlinkSync('..', join(folder, 'public/up'));
    const problems = await problemsOf({ data, out });
    expect(problems.map(({ rule, file }) => [rule, file])).toEqual([
      ['public-file', join(folder, 'public/dangling')],
      ['public-file', join(folder, 'public/up')],
    ]);
  });

  it('may hold a front page, which replaces that of the build, but no other file of the build', async () => {
    const site = { site: true } as const;
    writeFiles(join(folder, 'public'), { 'index.html': 'my own' });
    await runBuild({ data, out, chosen: site });
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toBe('my own');
    writeFiles(join(folder, 'public'), {
      'feed.xml': 'x',
      'search/mine.json': 'x',
      'docs/index.html': 'x',
      'x.txt': '',
    });
    const refused = (await problemsOf({ data, out, chosen: site })).map(({ file }) => file);
    expect(refused.toSorted()).toEqual(
      ['docs/index.html', 'feed.xml', 'search/mine.json'].map((path) => join(folder, 'public', path)),
    );
    removeFolder(join(folder, 'public'));
    await runBuild({ data, out, chosen: site });
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('<title>Course catalog</title>');
  });

  it('may not hold a front page with another name or kind', async () => {
    for (const path of ['INDEX.HTML', 'index.html/x.txt']) {
      writeFiles(join(folder, 'public'), { [path]: 'x' });
      // Sequential, since they share the folder.
      // oxlint-disable-next-line no-await-in-loop
      expect(await rulesOf({ data, out, chosen: { site: true } }), path).toEqual(['public-file']);
      removeFolder(join(folder, 'public'));
    }
  });

  it('may hold a front page that violates our policy, and that feeds do not link to', async () => {
    const chosen = { site: true, host: 'netlify' } as const;
    await runBuild({ data, out, chosen });
    const policyOf = (page: string) =>
      readFileSync(join(out, '_headers'), 'utf8').includes(`\n/${page}\n  Content-Sec`);
    expect([policyOf('index.html'), policyOf('docs/index.html')]).toEqual([true, true]);
    expect(readFileSync(join(out, 'feed.xml'), 'utf8')).toContain('/#/courses/view/');
    writeFiles(join(folder, 'public'), { 'index.html': 'my own' });
    await runBuild({ data, out, chosen });
    expect([policyOf('index.html'), policyOf('docs/index.html')]).toEqual([false, true]);
    expect(readFileSync(join(out, 'feed.xml'), 'utf8')).not.toContain('/#/');
  });

  it('causes a warning if browsers would cache its files for a year', async () => {
    writeFiles(join(folder, 'public'), { 'assets/logo.png': 'x', 'images/logo.png': 'x' });
    const warned = async (host: Chosen['host'], site: boolean) =>
      (await runBuild({ data, out, chosen: { host, site, pageLinks: 'path' } })).warnings.map(({ file }) => file);
    expect(await warned('nginx', true)).toEqual([join(folder, 'public/assets/logo.png')]);
    expect(await warned('nginx', false)).toEqual([]);
    expect(await warned('http-server', true)).toEqual([]);
  });

  it('must exist if it is named, and be apart from source and output', async () => {
    for (const named of ['nowhere', 'data', 'dist', '.', 'data/deeper', 'data/deeper/x']) {
      writeFiles(join(folder, 'data/deeper'), { x: 'x' });
      // oxlint-disable-next-line no-await-in-loop
      expect(await rulesOf({ data, out, chosen: { public: join(folder, named) } }), named).toEqual(['public-folder']);
    }
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
    const problems = await problemsOf({ data, out, chosen: { site: true } });
    expect(problems.map(({ rule, file }) => [rule, file])).toContainEqual(['output-file', join(out, path)]);
    expect(snapshot(out)).toEqual(before);
  });
});

describe('the list of files that a build made', () => {
  it('has no effect elsewhere if somebody edits it', async () => {
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

  it('may be that of a build by version 0.1.0, which listed no files', async () => {
    await runBuild({ data, out });
    writeFileSync(join(out, '.nojekyll'), 'static-course-catalog\n');
    for (const path of ['openapi.json', 'dcat.jsonld', '.well-known', 'schemas']) removeFolder(join(out, path));
    await runBuild({ data, out });
    expect(published()).toEqual(['.nojekyll', '404.html', '404.json', '405.json']);
  });
});

describe('compressed files', () => {
  const twins: Pick<Chosen, 'precompress'> = { precompress: ['gzip', 'brotli'] };

  it('are beside every index file that is worth it, with the same content', async () => {
    await runBuild({ data, out, chosen: twins });
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

  it('are removed by the next build without them', async () => {
    await runBuild({ data, out, chosen: twins });
    await runBuild({ data, out });
    expect(filesIn(out).filter((path) => /\.(?:gz|br)$/u.test(path))).toEqual([]);
  });
});

describe('the budget of a host', () => {
  it('counts the actual files, folders and bytes', async () => {
    writeFiles(join(folder, 'public'), { 'a/b/c.txt': 'xyz' });
    const choices: Partial<Chosen>[] = [{}, { precompress: ['gzip'] }, { host: 'netlify', pageSize: 3 }];
    for (const chosen of choices) {
      // oxlint-disable-next-line no-await-in-loop
      const { files, folders, bytes } = await runBuild({ data, out, chosen });
      const entries = readdirSync(out, { recursive: true, withFileTypes: true });
      const sizes = entries.filter((one) => one.isFile()).map((one) => statSync(join(one.parentPath, one.name)).size);
      expect({ files, folders, bytes }).toEqual({
        files: sizes.length,
        folders: entries.length - sizes.length,
        bytes: sizes.reduce((sum, size) => sum + size, 0),
      });
    }
  });

  const small: Measured = {
    files: 10,
    folders: 10,
    bytes: 10,
    largest: { path: 'x', bytes: 10 },
    largestFolder: { path: 'x', entries: 10 },
    rules: 1,
  };
  const limits = hostNames.flatMap((name) => (hosts[name] satisfies Host).budget.map((limit) => ({ name, limit })));
  const reaching = (measure: string, amount: number): Measured => ({
    ...small,
    ...(measure === 'files' && { files: amount }),
    ...(measure === 'entries' && { folders: amount - small.files }),
    ...(measure === 'bytes' && { bytes: amount }),
    ...(measure === 'file' && { largest: { path: 'x', bytes: amount } }),
    ...(measure === 'folder' && { largestFolder: { path: 'x', entries: amount } }),
    ...(measure === 'rules' && { rules: amount }),
  });

  it.each(limits)('of $name: $limit.measure, $limit.most', ({ name, limit: { measure, most, plan } }) => {
    const levels = (amount: number) =>
      budgetProblems(name, reaching(measure, amount), out)
        .filter(({ finding }) => finding.includes(plan ?? `${hosts[name].title} allows `))
        .map(({ level }) => level);
    expect(levels(Math.floor(most * 0.8))).toEqual([]);
    expect(levels(most)).toContain('warning');
    expect(levels(most + 1)).toContain(plan === undefined ? 'error' : 'warning');
  });

  it('is enforced before deployment: an error that names hosts with larger budgets, and nothing is written', async () => {
    removeFolder(data);
    generateCatalog({ courses: 100, directory: data });
    const [limit] = hosts.netlify.budget;
    expect(limit).toMatchObject({ measure: 'folder', most: 54_000 });
    Reflect.set(hosts.netlify.budget, 0, { ...limit, most: 99 });
    onTestFinished(() => void Reflect.set(hosts.netlify.budget, 0, limit));
    const [problem, ...others] = await problemsOf({ data, out, chosen: { host: 'netlify' } });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ level: 'error', rule: 'host-budget' });
    expect(problem?.finding).toBe('100 entries in api/v1/courses/view/; Netlify allows 99 entries in one folder');
    expect(problem?.remedy).toContain('nginx');
    expect(problem?.remedy).not.toContain('netlify');
    expect(existsSync(out)).toBe(false);
    expect(beside(out, 'data')).toEqual([]);
  });
});
