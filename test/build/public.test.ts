// The files of `public/`: published unchanged beside the API, and removed with their source.
import fs, { existsSync, readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { hosts } from '../../src/hosts/hosts.ts';
import { asAnyone, filesIn, removeFolder, writeFiles } from '../helpers/folders.ts';
import { siteForEach } from './each-site.ts';
import { publishedIn } from './layout.ts';
import { beside, problemsOf, rulesOf, runBuild, type Chosen } from './run.ts';
import { words } from '../helpers/words.ts';

let [folder, data, out] = ['', '', ''];
siteForEach((site) => {
  ({ folder, data, out } = site);
  generateCatalog({ courses: 40, directory: data });
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

  it('is published without what programs leave in folders', async () => {
    const left = words`.git/config sub/.git .DS_Store sub/.DS_Store Thumbs.db sub/thumbs.db`;
    writeFiles(
      join(folder, 'public'),
      Object.fromEntries([...left, '.gitignore', 'sub/x.git'].map((path) => [path, 'x'])),
    );
    await runBuild({ data, out });
    const own = filesIn(out).filter((path) => readFileSync(join(out, path), 'utf8') === 'x');
    expect(own).toEqual(['.gitignore', 'sub/x.git']);
  });

  it('has its deleted files and folders removed from the output, and foreign files stay there', async () => {
    writeFiles(join(folder, 'public'), files);
    await runBuild({ data, out });
    writeFiles(out, { 'deep/foreign.txt': 'x' });
    removeFolder(join(folder, 'public'));
    await runBuild({ data, out });
    expect(publishedIn(out)).toEqual(words`.nojekyll 404.html 404.json 405.json build.json deep/foreign.txt`);
    expect(readdirSync(join(out, '.well-known'))).toEqual(['api-catalog']);
    expect(existsSync(join(out, 'deep/er'))).toBe(false);
    expect(beside(out, 'data')).toEqual([]);
  });

  it.each([
    ['404.json', 'preview'],
    ['.nojekyll', 'preview'],
    ['api/v1/x.json', 'preview'],
    ['api', 'preview'],
    ['404.html/x', 'preview'],
    ['vercel.json', 'vercel'],
    ['404.html', 's3-cloudfront'],
    ['_hosts/nginx.conf', 'nginx'],
    ['_hosts', 'nginx'],
    ['line\nbreak', 'preview'],
    ['API/V1/x', 'preview'],
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
    expect(publishedIn(out)).toEqual(['.nojekyll', '404.html', '404.json', '405.json', 'build.json']);
  });

  it('may hold links to its own files, but none to nothing, to folders or to themselves', async () => {
    writeFiles(folder, { 'public/deep/own.txt': 'y' });
    const link = (target: string, name: string) => symlinkSync(target, join(folder, 'public', name));
    link('deep/own.txt', 'linked.txt');
    await runBuild({ data, out });
    expect(readFileSync(join(out, 'linked.txt'), 'utf8')).toBe('y');
    link('nowhere', 'dangling');
    link('deep', 'folder');
    link('loop', 'loop');
    link('..', 'up');
    link('.', 'deep/here');
    const isFolder = 'is a link to a folder; only links to files are followed';
    const problems = await problemsOf({ data, out });
    expect(problems.map(({ rule, file, finding }) => [rule, relative(folder, file), finding])).toEqual([
      ['public-file', 'public/dangling', 'is neither a file nor a link to one'],
      ['public-file', 'public/deep/here', isFolder],
      ['public-file', 'public/folder', isFolder],
      ['public-file', 'public/loop', 'is a link that leads back to itself'],
      ['public-file', 'public/up', isFolder],
    ]);
  });

  it('may not hold links that lead out of it, also by way of another link', async () => {
    writeFiles(folder, { 'secret/password': 'x', 'public/own.txt': 'y' });
    symlinkSync('../secret/password', join(folder, 'public/out'));
    symlinkSync('out', join(folder, 'public/robots.txt'));
    const problems = await problemsOf({ data, out });
    expect(problems.map(({ rule, file, finding }) => [rule, relative(folder, file), finding])).toEqual(
      ['out', 'robots.txt'].map((name) => [
        'public-file',
        `public/${name}`,
        `is a link to ${join(folder, 'secret/password')}, outside of ${join(folder, 'public')}`,
      ]),
    );
  });

  it.each([
    ['netlify', '_redirects', /\n\/own \/elsewhere 301\n\/api\/\* \/404\.json 404\n\/\* \S+ 404\n$/u],
    ['gitlab-pages', '_redirects', /200\n\/own \/elsewhere 301\n$/u],
    ['cloudflare-static', '_redirects', /301\n\/own \/elsewhere 301\n$/u],
    ['cloudflare', '_redirects', /^\/own \/elsewhere 301\n$/u],
    ['netlify', '_headers', /\n\/own \/elsewhere 301\n$/u],
    ['cloudflare', '_headers', /\n\/own \/elsewhere 301\n$/u],
    ['apache', '.htaccess', /^\/own \/elsewhere 301\n# Apache 2\.4: /u],
  ] as const)('may hold lines for %s in %s, which it reads with ours', async (host, path, expected) => {
    writeFiles(join(folder, 'public'), { [path]: '/own /elsewhere 301\n' });
    await runBuild({ data, out, chosen: { host, pageLinks: 'path' } });
    expect(readFileSync(join(out, path), 'utf8')).toMatch(expected);
  });

  it('may hold such lines with a byte order mark and the line ends of Windows', async () => {
    writeFiles(join(folder, 'public'), { _redirects: '\uFEFF/own /elsewhere 301\r\n/two /three\r\n' });
    await runBuild({ data, out, chosen: { host: 'gitlab-pages', pageLinks: 'path' } });
    expect(readFileSync(join(out, '_redirects'), 'utf8')).toMatch(/200\n\/own \/elsewhere 301\n\/two \/three\n$/u);
  });

  it.each([
    ['nginx', '_redirects', 'put your own directives into the server block, beside the include'],
    ['netlify', '.htaccess', 'write such rules into _redirects or _headers, in the public folder'],
    ['cloudflare', '.htaccess', 'write such rules into _headers or _redirects, in the public folder'],
    ['github-pages', '_headers', 'remove it'],
  ] as const)('causes a warning for %s with %s, which it does not read', async (host, path, remedy) => {
    writeFiles(join(folder, 'public'), { [path]: '# settings' });
    const { warnings } = await runBuild({ data, out, chosen: { host, pageLinks: 'path' } });
    const finding = `has no effect: ${hosts[host].title} reads no settings from it`;
    expect(warnings).toMatchObject([{ file: join(folder, 'public', path), rule: 'public-file', finding, remedy }]);
  });

  it.each([
    ['cloudflare', '_redirects'],
    ['preview', '_redirects'],
    ['apache', '.htaccess'],
  ] as const)('causes no warning for %s with %s', async (host, path) => {
    writeFiles(join(folder, 'public'), { [path]: '# settings' });
    expect((await runBuild({ data, out, chosen: { host } })).warnings).toEqual([]);
  });

  it.each([
    ['vercel', 'vercel.json', 'add your own settings to vercel.json in the output folder, after each build'],
    ['nginx', '_hosts/nginx.conf', 'put your own directives into the server block, beside the include'],
    ['netlify', '404.html', 'name the page not-found.html'],
    ['firebase', '404.html', 'remove it: Firebase Hosting sends it to programs as well, as JSON'],
  ] as const)(
    'may not hold a file that only the build may write for %s: it says where such settings go',
    async (...row) => {
      const [host, path, remedy] = row;
      writeFiles(join(folder, 'public'), { [path]: 'x' });
      const { indexFile } = hosts[host];
      const problems = await problemsOf({
        data,
        out,
        chosen: { host, pageLinks: 'path', indexFile, pages: true },
      });
      expect(problems).toMatchObject([{ rule: 'public-file', remedy }]);
    },
  );

  it.each([
    ['nginx', '404.html'],
    ['github-pages', '404.html'],
    ['netlify', 'not-found.html'],
  ] as const)('may hold the page for missing addresses of %s, as %s', async (host, path) => {
    writeFiles(join(folder, 'public'), { [path]: '<h1>Gone</h1>' });
    await runBuild({ data, out, chosen: { host, pageLinks: 'path', pages: true } });
    expect(readFileSync(join(out, path), 'utf8')).toBe('<h1>Gone</h1>');
  });

  it('may not hold a file that looks like a part of the sitemap', async () => {
    writeFiles(join(folder, 'public'), { 'sitemap-images.xml': '<urlset/>' });
    expect(await problemsOf({ data, out, chosen: { pages: true } })).toMatchObject([
      { rule: 'public-file', finding: 'has a name that begins with sitemap-, which belongs to the sitemap' },
    ]);
  });

  it('may hold a front page, which replaces that of the build, but no other file of the build', async () => {
    const chosen = { pages: true } as const;
    writeFiles(join(folder, 'public'), { 'index.html': 'my own' });
    await runBuild({ data, out, chosen });
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toBe('my own');
    const wrong = ['docs/index.html', 'feed.xml', 'search/mine.json'];
    for (const path of [...wrong, 'x.txt']) writeFiles(join(folder, 'public'), { [path]: 'x' });
    const refused = (await problemsOf({ data, out, chosen })).map(({ file }) => file);
    expect(refused.toSorted()).toEqual(wrong.map((path) => join(folder, 'public', path)));
    removeFolder(join(folder, 'public'));
    await runBuild({ data, out, chosen });
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('<title>Course catalog');
  });

  it('may not hold a front page with another name or kind', async () => {
    for (const path of ['INDEX.HTML', 'index.html/x.txt']) {
      writeFiles(join(folder, 'public'), { [path]: 'x' });
      // Sequential, since they share the folder.
      expect(await rulesOf({ data, out, chosen: { pages: true } }), path).toEqual(['public-file']);
      removeFolder(join(folder, 'public'));
    }
  });

  it('may hold a front page that violates our policy', async () => {
    const chosen = { pages: true, host: 'netlify' } as const;
    await runBuild({ data, out, chosen });
    const policyOf = (page: string) =>
      readFileSync(join(out, '_headers'), 'utf8').includes(`\n/${page}\n  Content-Sec`);
    expect([policyOf('index.html'), policyOf('docs/index.html')]).toEqual([true, true]);
    writeFiles(join(folder, 'public'), { 'index.html': 'my own' });
    await runBuild({ data, out, chosen });
    expect([policyOf('index.html'), policyOf('docs/index.html')]).toEqual([false, true]);
  });

  it('causes a warning if browsers would cache its files for a year', async () => {
    writeFiles(join(folder, 'public'), { 'docs/assets/logo.png': 'x', 'images/logo.png': 'x' });
    const warned = async (host: Chosen['host'], pages: boolean) =>
      (await runBuild({ data, out, chosen: { host, pages, pageLinks: 'path' } })).warnings.map(({ file }) => file);
    expect(await warned('nginx', true)).toEqual([join(folder, 'public/docs/assets/logo.png')]);
    expect(await warned('nginx', false)).toEqual([]);
    expect(await warned('preview', true)).toEqual([]);
  });

  it('must exist if it is named, and be apart from source and output', async () => {
    for (const named of ['nowhere', 'data', 'dist', '.', 'data/deeper', 'data/deeper/x']) {
      writeFiles(join(folder, 'data/deeper'), { x: 'x' });
      expect(await rulesOf({ data, out, chosen: { public: join(folder, named) } }), named).toEqual(['public-folder']);
    }
  });
});
