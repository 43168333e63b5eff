// The pages of the hosts: their commands lead to a build for the host, and the server block for nginx serves it.
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { apiHeaders } from '../../src/api/http.ts';
import { planInit } from '../../src/cli/init/init.ts';
import { notesFor } from '../../src/hosts/host.ts';
import { hostNames, hosts, type HostName } from '../../src/hosts/hosts.ts';
import { optionTable } from '../../src/options/option-table.ts';
import { runBuild } from '../build/run.ts';
import { courseCatalog } from '../cli/command.ts';
import { inFolder, writeFiles } from '../helpers/folders.ts';
import { siteOn as hostedSiteOn } from '../hosts/build-for.ts';
import { ask } from '../hosts/servers/ask.ts';
import { caddyWith, apacheServing, nginxWith, start, type Site } from '../hosts/servers/server.ts';
import { freePort } from '../helpers/ports.ts';
import { isMissing, neededFor } from '../helpers/programs.ts';
import { commandLines } from '../init/screen.ts';
import { words } from '../helpers/words.ts';
import { blocksOf, sectionOf } from './markdown.ts';

const pageOf = (name: string) => readFileSync(`docs/hosting/${name}.md`, 'utf8');
const linesOf = (text: string) => blocksOf(text, '').flatMap(commandLines);

/** The address in the pages of a host. */
const siteOn = (host: HostName) => hosts[host].exampleAddress ?? 'https://courses.example.org';

/** What the pages promise: the page of a host, or a section of it. */
const parts: readonly Part[] = [
  { host: 'github-pages', files: ['.nojekyll', '404.html'] },
  { host: 'gitlab-pages', files: ['_redirects', '404.html'] },
  { host: 'netlify', files: ['_redirects', '_headers'] },
  { host: 'cloudflare', section: 'With a worker', files: ['_worker.js', '_routes.json'] },
  { host: 'vercel', files: ['vercel.json'] },
  {
    host: 's3-cloudfront',
    files: words`_hosts/cloudfront-function.js _hosts/response-headers-policy.json _hosts/custom-error-responses.json
      _hosts/publish.sh`,
  },
  { host: 'firebase', files: ['firebase.json'] },
  { host: 'azure', files: ['staticwebapp.config.json'] },
  { host: 'nginx', files: ['_hosts/nginx.conf', 'api/v1/courses/latest/index.json.gz'] },
  { host: 'apache', files: ['.htaccess', 'api/v1/courses/latest/index.json.br'] },
  { host: 'caddy', files: ['_hosts/Caddyfile', 'api/v1/courses/latest/index.json.br'] },
];
const textOf = ({ host, section }: Part) =>
  section === undefined ? pageOf(host) : sectionOf(`docs/hosting/${host}.md`, section);

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
    const hosted = hostNames.filter((name) => !hosts[name].isLocal && name !== 'cloudflare-static');
    expect(new Set(parts.map(({ host }) => host))).toEqual(new Set(hosted));
  });

  it.each(parts)('begins for $host with init, and ends with verify of the same address', (part) => {
    const { host } = part;
    const site = siteOn(host);
    const lines = linesOf(textOf(part));
    const [begun = []] = lines;
    expect(begun.slice(0, 3)).toEqual(['init', '--host', host]);
    expect(begun).toContain(site);
    expect(lines.filter(([name]) => name === 'verify').map((line) => line[1])).toEqual([site]);
  });

  it.each(parts)('leads to the promised build for $host by its commands, one after the other', async (part) => {
    const lines = linesOf(textOf(part));
    const [first = [], ...rest] = lines.filter(([name]) => name !== 'verify');
    await inFolder(async (folder) => {
      // As after "The command", which comes first.
      writeFiles(folder, { 'package.json': '{"dependencies":{"static-course-catalog":"file:command.tgz"}}' });
      const begun = await courseCatalog(first, { cwd: () => folder });
      // But for one: these catalogs are begun by a clone outside their folder.
      const stderr: unknown = expect.not.stringMatching(/warning (?!installs static-course-catalog from)/u);
      expect(begun).toMatchObject({ exitCode: 0, stderr });
      const builds = [...rest, ...builtByHost(folder)].filter(([name]) => name === 'build');
      expect(builds.length).toBeGreaterThan(0);
      for (const [at, build] of builds.entries()) await expectBuild(folder, `out-${at}`, build, part);
    });
  });

  it('says how many courses Cloudflare Pages takes, in thousands and with some room', async ({ folder }) => {
    const section = sectionOf('docs/hosting/cloudflare.md', 'How many courses fit');
    const rows = [...section.matchAll(/^\| (with|without) .*\| ([\d,]+) courses \| ([\d,]+) courses \|$/gmu)];
    const documented = rows.map(([, pages, ...cells]) => ({ pages, most: cells.map(numberIn) }));
    const limits = hosts.cloudflare.budget.flatMap(({ measure, most }) => (measure === 'files' ? [most] : []));
    expect([...section.matchAll(/([\d,]+) files(?= \|)/gu)].map(([, cell]) => numberIn(cell))).toEqual(limits);
    // Larger catalogs have somewhat fewer files for each course, so this is on the safe side.
    const [few, many] = [2000, 4000];
    for (const courses of [few, many]) generateCatalog({ courses, directory: join(folder, String(courses)) });
    const counted = [];
    for (const pages of ['with', 'without']) {
      const chosen = {
        host: 'cloudflare',
        pages: true,
        dumps: ['ndjson'],
        coursePages: pages === 'with',
        dryRun: true,
      } as const;
      const filesOf = async (courses: number) => {
        const [data, out] = [join(folder, String(courses)), join(folder, 'dist')];
        return (await runBuild({ data, out, chosen })).files;
      };
      const [least, most] = [await filesOf(few), await filesOf(many)];
      const each = (most - least) / (many - few);
      const rest = least - each * few;
      counted.push({ pages, most: limits.map((limit) => Math.floor((limit - rest) / each / 1000) * 1000) });
    }
    expect(documented).toEqual(counted);
  });

  it('serves a build by http-server as its notes say', () => {
    const [block = ''] = blocksOf(sectionOf('docs/hosting/README.md', 'http-server'), '');
    const site = hostedSiteOn('http-server', '', { baseUrl: optionTable.baseUrl.fallback ?? '' });
    const commands = notesFor(hosts['http-server'], site).map((note) => note.replace(/^\w+ it: /u, ''));
    expect(block.trimEnd().split('\n').slice(1)).toEqual(commands);
    expect(commandLines(block)[0]).toEqual(['build', '--host', 'http-server']);
  });

  it('gives all headers of the API to a bucket of R2', () => {
    const [, , headers = ''] = blocksOf(
      sectionOf('docs/hosting/cloudflare.md', 'More courses: R2 behind your domain'),
      '',
    ).slice(1);
    expect(headers.trimEnd().split('\n')).toEqual(
      Object.entries(apiHeaders).map(([name, value]) => `${name}: ${value}`),
    );
  });

  it('names the hosts that send compressed files', () => {
    const paragraph = /\*\*Compressed files\.\*\*.*/u.exec(pageOf('README'))?.[0] ?? '';
    const named = hostNames.filter((name) => paragraph.includes(hosts[name].title));
    const sending = hostNames.filter((name) => 'precompressedEncodings' in hosts[name]);
    expect(named).toEqual(sending);
  });

  describe.each(servers)('$host', ({ host, program, serverWith, listen }) => {
    it.skipIf(isMissing(program))(
      `has a block with which it serves the catalog written by init${neededFor(program)}`,
      async ({ folder }) => {
        const [block = ''] = blocksOf(pageOf(host), host);
        const moved = (site: Site) => [listen(block.replaceAll('/srv/catalog', site.root), site.port)];
        const [root, scratch, port] = [join(folder, 'srv'), join(folder, 'scratch'), await freePort()];
        chmodSync(folder, 0o755);
        mkdirSync(scratch);
        planInit({ folder, host, baseUrl: undefined, version: '1.0.0' })();
        const baseUrl = `http://127.0.0.1:${port}`;
        await runBuild({ data: join(folder, 'data'), out: root, chosen: { host, baseUrl, pageSize: 2 } });
        const running = await start(serverWith(moved), [{ root, prefix: '', port }], scratch);
        onTestFinished(() => running.stop());
        const get = async (path: string) => {
          const { status, headers, body } = await ask(baseUrl, { path });
          return { status, type: headers.get('content-type'), body: JSON.parse(body.toString()) };
        };
        const list = '/api/v1/categories/1/';
        const first = await get(list);
        const next = `${baseUrl}${list}?page=2`;
        expect(first).toMatchObject({ status: 200, body: { count: 4, next, previous: null } });
        expect(first.type).toMatch(/^application\/json/u);
        const body = { count: 4, next: null, previous: `${baseUrl}${list}` };
        expect(await get(`${list}?page=2`)).toMatchObject({ status: 200, body });
        for (const path of [`${list}?page=3`, `/_hosts/${host}.conf`, '/_hosts/', '/.nojekyll']) {
          expect(await get(path), path).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
        }
      },
    );
  });
});

function numberIn(text = ''): number {
  return Number(text.replaceAll(',', ''));
}

/** The build commands that the host's own service runs, from the files that `init` wrote for it. */
function builtByHost(folder: string): string[][] {
  return ['.github/workflows/publish.yml', '.gitlab-ci.yml', 'netlify.toml']
    .map((path) => join(folder, path))
    .filter((path) => existsSync(path))
    .flatMap((path) => commandLines(readFileSync(path, 'utf8')))
    .filter((line) => !line.includes('$DEPLOY_PRIME_URL'));
}

/** The first page of the first category. */
function listIn(out: string, host: HostName): Buffer {
  return readFileSync(join(out, 'api/v1/categories/1', hosts[host].indexFile));
}

interface Part {
  /** The section of the page; all of it if there is none. */
  readonly section?: string;
  readonly host: HostName;
  readonly files: readonly string[];
}

/** Runs a build command unchanged in the folder. */
async function expectBuild(folder: string, name: string, line: readonly string[], part: Part): Promise<void> {
  const out = join(folder, name);
  // The host's environment, and a folder for it: the test does not change its own.
  const args = line.map((word) => word.replace(/^\$(?:SITE_)?URL$/u, siteOn(part.host)));
  const folders = ['--data', join(folder, 'data'), '--out', out];
  const env = {
    COURSE_CATALOG_PAGE_SIZE: '2',
    // A journal needs a time, which a folder without Git does not know.
    SOURCE_DATE_EPOCH: '0',
    ...(line.includes('github-pages') && { COURSE_CATALOG_BASE_URL: siteOn(part.host) }),
  };
  const built = await courseCatalog([...args, ...folders], { cwd: () => folder, env });
  expect(built).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('warning') });
  const { next }: { next: string } = JSON.parse(listIn(out, part.host).toString());
  const page = hosts[part.host].pageLinks === 'query' ? '?page=2' : 'page/2/';
  expect(next).toBe(`${optionTable.baseUrl.read(siteOn(part.host))}/api/v1/categories/1/${page}`);
  expect(part.files.filter((path) => !existsSync(join(out, path)))).toEqual([]);
}
