// PUBLISHING.md: its commands exist, and its server block serves the catalog.
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { init } from '../../src/init/init.ts';
import { PackedApi } from '../../src/output/packed.ts';
import { hostNames, hosts, type HostName } from '../../src/site/hosts/hosts.ts';
import { settings } from '../../src/settings.ts';
import { runBuild } from '../build/run.ts';
import { courseCatalog } from '../cli/command.ts';
import { inFolder } from '../folders.ts';
import { ask } from '../hosts/servers/ask.ts';
import { nginxWith } from '../hosts/servers/nginx.ts';
import { start, type Site } from '../hosts/servers/server.ts';
import { freePort } from '../ports.ts';
import { isMissing, neededFor } from '../programs.ts';
import { commandLines, faultsOfLine } from './command-lines.ts';

const text = readFileSync('PUBLISHING.md', 'utf8');
/** The sections by title. */
const sections = new Map(text.split(/^## /mu).map((section) => [section.split('\n', 1)[0] ?? '', section]));

/** Fenced code blocks, without the indent of lists; `language` is the info string of the fence. */
function blocks(section: string, language: string): string[] {
  return [...section.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gmu)]
    .filter(([, , found]) => found === language)
    .map(([, indent = '', , body = '']) => body.replaceAll(new RegExp(`^${indent}`, 'gmu'), ''));
}

describe('PUBLISHING.md', () => {
  it('uses only existing commands and options', () => {
    const lines = blocks(text, '').flatMap(commandLines);
    expect(lines.length).toBeGreaterThan(12);
    expect(lines.flatMap(faultsOfLine)).toEqual([]);
  });

  it.each([
    ['GitHub Pages', 'github-pages'],
    ['Netlify', 'netlify'],
    ['Cloudflare', 'cloudflare'],
    ['Your own nginx', 'nginx'],
  ])('takes a newcomer to %s in less than a page, and ends with a check', (title, host) => {
    const section = sections.get(title) ?? '';
    expect(section.split('\n').length).toBeLessThan(55);
    const lines = blocks(section, '').flatMap(commandLines);
    expect(lines.map((words) => words.join(' ')).join('\n')).toContain(`--host ${host}`);
    expect(lines.map(([command]) => command)).toContain('verify');
    expect(section).toContain('cannot do: ');
  });

  it.each([
    {
      title: 'GitHub Pages',
      host: 'github-pages',
      site: 'https://USER.github.io/REPO',
      files: ['.nojekyll', '404.html'],
    },
    { title: 'Netlify', host: 'netlify', site: 'https://NAME.netlify.app', files: ['_redirects', '_headers'] },
    { title: 'Cloudflare', host: 'cloudflare', site: 'https://NAME.pages.dev', files: ['_worker.js', '_routes.json'] },
    {
      title: "Many courses on Cloudflare's free plan",
      host: 'cloudflare',
      site: 'https://NAME.pages.dev',
      files: ['_worker.js', 'api/v1/packs/views.json', 'dumps/datapackage.json'],
    },
    {
      title: 'Your own nginx',
      host: 'nginx',
      site: 'https://courses.example.org',
      files: ['_hosts/nginx.conf', 'api/v1/courses/latest/index.json.gz'],
    },
  ] as const)('leads by its commands for $title, one after the other, to the promised build', async (part) => {
    const lines = blocks(sections.get(part.title) ?? '', '').flatMap(commandLines);
    const [first = [], ...rest] = lines.filter(([name]) => name !== 'verify');
    expect(first[0]).toBe('init');
    expect(rest.filter(([name]) => name === 'init')).toEqual([]);
    await inFolder(async (folder) => {
      const begun = await courseCatalog(first, { cwd: () => folder });
      expect(begun).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('warning') });
      const builds = [...rest, ...builtByHost(folder)].filter(([name]) => name === 'build');
      expect(builds.length).toBeGreaterThan(0);
      for (const [at, build] of builds.entries()) await expectBuild(folder, `out-${at}`, build, part);
    });
  });

  it('uses, in every check, the address that its first command names', () => {
    const titles = [
      'GitHub Pages',
      'Netlify',
      'Cloudflare',
      "Many courses on Cloudflare's free plan",
      'Your own nginx',
    ];
    for (const title of titles) {
      const lines = blocks(sections.get(title) ?? '', '').flatMap(commandLines);
      const begun = lines.find(([name]) => name === 'init') ?? [];
      const address = begun[begun.indexOf('--base-url') + 1];
      const proofs = lines.filter(([name]) => name === 'verify');
      expect(proofs.map((words) => words[1])).toEqual([address]);
    }
  });

  it('names the hosts that send compressed files', () => {
    const paragraph = /\*\*Compressed files\.\*\*.*/u.exec(text)?.[0] ?? '';
    const named = hostNames.filter((name) => name !== 'http-server' && paragraph.includes(hosts[name].title));
    const sending = hostNames.filter((name) => name !== 'http-server' && 'sends' in hosts[name]);
    expect(named).toEqual(sending);
  });

  it.skipIf(isMissing('nginx'))(
    `has a server block with which nginx serves the catalog written by init${neededFor('nginx')}`,
    async () => {
      await inFolder(async (folder) => {
        const [block = ''] = blocks(sections.get('Your own nginx') ?? '', 'nginx');
        const moved = (site: Site) => [
          block.replaceAll('/srv/catalog', site.root).replace('listen 80;', `listen 127.0.0.1:${site.port};`),
        ];
        const [root, scratch, port] = [join(folder, 'srv'), join(folder, 'scratch'), await freePort()];
        chmodSync(folder, 0o755);
        mkdirSync(scratch);
        init({ folder, host: 'nginx', baseUrl: undefined, version: '1.0.0' });
        const baseUrl = `http://127.0.0.1:${port}`;
        await runBuild({ data: join(folder, 'data'), out: root, chosen: { host: 'nginx', baseUrl, pageSize: 2 } });
        const running = await start(nginxWith(moved), [{ root, prefix: '', port }], scratch);
        try {
          const get = async (path: string) => {
            const { status, headers, body } = await ask(baseUrl, { path });
            return { status, type: headers.get('content-type'), body: JSON.parse(body.toString()) };
          };
          const list = '/api/v1/categories/1/';
          const first = await get(list);
          expect(first).toMatchObject({
            status: 200,
            body: { count: 4, next: `${baseUrl}${list}?page=2`, previous: null },
          });
          expect(first.type).toMatch(/^application\/json/u);
          const second = await get(`${list}?page=2`);
          expect(second).toMatchObject({ status: 200, body: { count: 4, next: null, previous: `${baseUrl}${list}` } });
          for (const path of [`${list}?page=3`, '/_hosts/nginx.conf', '/_hosts/', '/.nojekyll']) {
            expect(await get(path), path).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
          }
        } finally {
          await running.stop();
        }
      });
    },
  );
});

/** The build commands that the host's own service runs, from the files that `init` wrote for it. */
function builtByHost(folder: string): string[][] {
  return ['.github/workflows/publish.yml', 'netlify.toml']
    .map((path) => join(folder, path))
    .filter((path) => existsSync(path))
    .flatMap((path) => commandLines(readFileSync(path, 'utf8')))
    .filter((words) => !words.includes('$DEPLOY_PRIME_URL'));
}

/** The first page of the first category, in a pack or a file. */
function listIn(out: string): Buffer {
  const list = 'api/v1/categories/1';
  return new PackedApi(out).read(list) ?? readFileSync(join(out, list, 'index.json'));
}

interface Part {
  readonly host: HostName;
  readonly site: string;
  readonly files: readonly string[];
}

/** Runs a build command unchanged in the folder; an option of its own for another host makes a build for that host. */
async function expectBuild(folder: string, name: string, words: readonly string[], part: Part): Promise<void> {
  const out = join(folder, name);
  const host = hostNames.find((one) => one === words[words.indexOf('--host') + 1]) ?? part.host;
  // The host's environment, and a folder for it: the test does not change its own.
  const args = words.map((word) => word.replace('$URL', part.site));
  const places = ['--data', join(folder, 'data'), '--out', out];
  const env = {
    COURSE_CATALOG_PAGE_SIZE: '2',
    ...(words.includes('github-pages') && { COURSE_CATALOG_BASE_URL: part.site }),
  };
  const built = await courseCatalog([...args, ...places], { cwd: () => folder, env });
  expect(built).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('warning') });
  const { next }: { next: string } = JSON.parse(listIn(out).toString());
  const page = hosts[host].pageLinks === 'query' ? '?page=2' : 'page/2/';
  expect(next).toBe(`${settings.baseUrl.read(part.site)}/api/v1/categories/1/${page}`);
  const wanted = host === part.host ? part.files : ['_redirects', '_headers'];
  expect(wanted.filter((path) => !existsSync(join(out, path)))).toEqual([]);
}
