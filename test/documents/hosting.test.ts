// The pages of the hosts: their commands lead to a build for the host, and the server block for nginx serves it.
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planInit } from '../../src/init/init.ts';
import { PackedApi } from '../../src/storage/packs/packed.ts';
import { hostNames, hosts, type HostName } from '../../src/hosts/hosts.ts';
import { settings } from '../../src/options/settings.ts';
import { runBuild } from '../build/run.ts';
import { courseCatalog } from '../cli/command.ts';
import { inFolder } from '../folders.ts';
import { ask } from '../hosts/servers/ask.ts';
import { apacheServing } from '../hosts/servers/apache.ts';
import { caddyWith } from '../hosts/servers/caddy.ts';
import { nginxWith } from '../hosts/servers/nginx.ts';
import { start, type Site } from '../hosts/servers/server.ts';
import { freePort } from '../ports.ts';
import { isMissing, neededFor } from '../programs.ts';
import { commandLines } from '../init/command-lines.ts';
import { blocksOf, sectionOf } from './markdown.ts';

const pageOf = (name: string) => readFileSync(`docs/hosting/${name}.md`, 'utf8');
const linesOf = (text: string) => blocksOf(text, '').flatMap(commandLines);

/** What the pages promise: a page, or a section of one. */
const parts: readonly Part[] = [
  {
    page: 'github-pages',
    host: 'github-pages',
    site: 'https://USER.github.io/REPO',
    files: ['.nojekyll', '404.html'],
  },
  {
    page: 'gitlab-pages',
    host: 'gitlab-pages',
    site: 'https://NAMESPACE.gitlab.io/PROJECT',
    files: ['_redirects', '404.html'],
  },
  { page: 'netlify', host: 'netlify', site: 'https://NAME.netlify.app', files: ['_redirects', '_headers'] },
  {
    page: 'cloudflare',
    section: 'With a worker',
    host: 'cloudflare',
    site: 'https://NAME.pages.dev',
    files: ['_worker.js', '_routes.json'],
  },
  {
    page: 'cloudflare',
    section: 'Many courses on the free plan',
    host: 'cloudflare',
    site: 'https://NAME.pages.dev',
    files: ['_worker.js', 'api/v1/packs/views.json', 'dumps/datapackage.json'],
  },
  { page: 'vercel', host: 'vercel', site: 'https://NAME.vercel.app', files: ['vercel.json'] },
  {
    page: 's3-cloudfront',
    host: 's3-cloudfront',
    site: 'https://courses.example.org',
    files: ['cloudfront-function.js', 'response-headers-policy.json', 'custom-error-responses.json', 'publish.sh'].map(
      (name) => `_hosts/${name}`,
    ),
  },
  { page: 'firebase', host: 'firebase', site: 'https://PROJECT.web.app', files: ['firebase.json'] },
  { page: 'azure', host: 'azure', site: 'https://NAME.azurestaticapps.net', files: ['staticwebapp.config.json'] },
  {
    page: 'nginx',
    host: 'nginx',
    site: 'https://courses.example.org',
    files: ['_hosts/nginx.conf', 'api/v1/courses/latest/index.json.gz'],
  },
  {
    page: 'apache',
    host: 'apache',
    site: 'https://courses.example.org',
    files: ['.htaccess', 'api/v1/courses/latest/index.json.br'],
  },
  {
    page: 'caddy',
    host: 'caddy',
    site: 'https://courses.example.org',
    files: ['_hosts/Caddyfile', 'api/v1/courses/latest/index.json.br'],
  },
];
const textOf = ({ page, section }: Part) =>
  section === undefined ? pageOf(page) : sectionOf(`docs/hosting/${page}.md`, section);

/** The servers whose blocks the pages give, and how a block listens to a port of this machine. */
const servers = [
  {
    host: 'nginx',
    program: 'nginx',
    serverWith: nginxWith,
    listen: (block: string, port: number) => block.replace('listen 80;', `listen 127.0.0.1:${port};`),
  },
  {
    host: 'apache',
    program: 'apache2',
    serverWith: apacheServing,
    listen: (block: string, port: number) => `Listen 127.0.0.1:${port}\n${block.replace('*:80', `127.0.0.1:${port}`)}`,
  },
  {
    host: 'caddy',
    program: 'caddy',
    serverWith: caddyWith,
    listen: (block: string, port: number) =>
      block.replace('courses.example.org {', `http://:${port} {\n  bind 127.0.0.1`),
  },
] as const;

describe('docs/hosting', () => {
  it('has a page for every host', () => {
    const hosted = hostNames.filter((name) => name !== 'http-server' && name !== 'cloudflare-static');
    expect(new Set(parts.map(({ host }) => host))).toEqual(new Set(hosted));
  });

  it.each(parts)('takes a newcomer to $host in less than a page, and ends with a check', (part) => {
    const { page, host, site } = part;
    const text = textOf(part);
    expect(text.split('\n').length).toBeLessThan(60);
    const lines = linesOf(text);
    const [begun = []] = lines;
    expect(begun.slice(0, 3)).toEqual(['init', '--host', host]);
    expect(begun).toContain(site);
    expect(lines.filter(([name]) => name === 'verify').map((words) => words[1])).toEqual([site]);
    expect(pageOf(page)).toContain('cannot do: ');
    expect(pageOf(page)).toContain('](README.md#the-command)');
  });

  it.each(parts)('leads to the promised build for $host by its commands, one after the other', async (part) => {
    const lines = linesOf(textOf(part));
    const [first = [], ...rest] = lines.filter(([name]) => name !== 'verify');
    await inFolder(async (folder) => {
      const begun = await courseCatalog(first, { cwd: () => folder });
      expect(begun).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('warning') });
      const builds = [...rest, ...builtByHost(folder)].filter(([name]) => name === 'build');
      expect(builds.length).toBeGreaterThan(0);
      for (const [at, build] of builds.entries()) await expectBuild(folder, `out-${at}`, build, part);
    });
  });

  it('names the hosts that send compressed files', () => {
    const paragraph = /\*\*Compressed files\.\*\*.*/u.exec(pageOf('README'))?.[0] ?? '';
    const named = hostNames.filter((name) => name !== 'http-server' && paragraph.includes(hosts[name].title));
    const sending = hostNames.filter((name) => name !== 'http-server' && 'sends' in hosts[name]);
    expect(named).toEqual(sending);
  });

  describe.each(servers)('$host', ({ host, program, serverWith, listen }) => {
    it.skipIf(isMissing(program))(
      `has a block with which it serves the catalog written by init${neededFor(program)}`,
      async () => {
        await inFolder(async (folder) => {
          const [block = ''] = blocksOf(pageOf(host), host);
          const moved = (site: Site) => [listen(block.replaceAll('/srv/catalog', site.root), site.port)];
          const [root, scratch, port] = [join(folder, 'srv'), join(folder, 'scratch'), await freePort()];
          chmodSync(folder, 0o755);
          mkdirSync(scratch);
          planInit({ folder, host, baseUrl: undefined, version: '1.0.0' })();
          const baseUrl = `http://127.0.0.1:${port}`;
          await runBuild({ data: join(folder, 'data'), out: root, chosen: { host, baseUrl, pageSize: 2 } });
          const running = await start(serverWith(moved), [{ root, prefix: '', port }], scratch);
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
            expect(second).toMatchObject({
              status: 200,
              body: { count: 4, next: null, previous: `${baseUrl}${list}` },
            });
            for (const path of [`${list}?page=3`, `/_hosts/${host}.conf`, '/_hosts/', '/.nojekyll']) {
              expect(await get(path), path).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
            }
          } finally {
            await running.stop();
          }
        });
      },
    );
  });
});

/** The build commands that the host's own service runs, from the files that `init` wrote for it. */
function builtByHost(folder: string): string[][] {
  return ['.github/workflows/publish.yml', '.gitlab-ci.yml', 'netlify.toml']
    .map((path) => join(folder, path))
    .filter((path) => existsSync(path))
    .flatMap((path) => commandLines(readFileSync(path, 'utf8')))
    .filter((words) => !words.includes('$DEPLOY_PRIME_URL'));
}

/** The first page of the first category, in a pack or a file. */
function listIn(out: string, host: HostName): Buffer {
  const list = 'api/v1/categories/1';
  return new PackedApi(out).read(list) ?? readFileSync(join(out, list, hosts[host].indexFile));
}

interface Part {
  /** The name of the page. */
  readonly page: string;
  /** The section of the page; all of it if there is none. */
  readonly section?: string;
  readonly host: HostName;
  readonly site: string;
  readonly files: readonly string[];
}

/** Runs a build command unchanged in the folder. */
async function expectBuild(folder: string, name: string, words: readonly string[], part: Part): Promise<void> {
  const out = join(folder, name);
  // The host's environment, and a folder for it: the test does not change its own.
  const args = words.map((word) => word.replace(/^\$(?:SITE_)?URL$/u, part.site));
  const places = ['--data', join(folder, 'data'), '--out', out];
  const env = {
    COURSE_CATALOG_PAGE_SIZE: '2',
    ...(words.includes('github-pages') && { COURSE_CATALOG_BASE_URL: part.site }),
  };
  const built = await courseCatalog([...args, ...places], { cwd: () => folder, env });
  expect(built).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('warning') });
  const { next }: { next: string } = JSON.parse(listIn(out, part.host).toString());
  const page = hosts[part.host].pageLinks === 'query' ? '?page=2' : 'page/2/';
  expect(next).toBe(`${settings.baseUrl.read(part.site)}/api/v1/categories/1/${page}`);
  expect(part.files.filter((path) => !existsSync(join(out, path)))).toEqual([]);
}
