// The files of the hosts' presets, and the notes printed after a build: commands that can be pasted, whatever the folder is named.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { lookup } from 'mrmime';
import { parseAllHeaders } from 'netlify-headers-parser';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { addressPatterns, isParameter } from '../../src/api/address-patterns.ts';
import type { Host } from '../../src/hosts/host.ts';
import { hostNames, hosts, type HostName } from '../../src/hosts/hosts.ts';
import { notesFor } from '../../src/hosts/host.ts';
import { allPublishedPaths } from '../../src/outputs/declarations.ts';
import { shellWord } from '../../src/text/shell.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { buildFor, filesOn, siteOn } from './build-for.ts';

const patterns = addressPatterns().map(({ segments }) =>
  segments.map((segment) => (isParameter(segment) ? '*' : segment)).join('/'),
);

/** The addresses in a host's file, with a star for every dialect's placeholder; without an index file and without a final star. */
function addressesIn(text: string): string[] {
  const plain = text.replaceAll(/:[a-z]+|\$\w+|\(\[\^\/\]\+\)|\[\^\/\]\+/gu, '*');
  const found = [...plain.matchAll(/api\/v1(?:\/(?:\w+(?!\w*\.)|\*))*/gu)].map(([address]) => address);
  return found.map((address) => (patterns.includes(address) ? address : address.replace(/\/\*$/u, '')));
}

/** The files of the presets, below a path and without one. */
const presets = hostNames.map((name) => ({ name, written: ['', '/catalog'].map((prefix) => filesOn(name, prefix)) }));

describe('the files of the preset', () => {
  // Servers have patterns of their own; Azure maps no addresses; GitHub, http-server and the preview read no file of ours.
  const others = new Set<HostName>(['nginx', 'apache', 'caddy', 'azure', 'github-pages', 'http-server', 'preview']);
  const naming = presets.filter(({ name }) => !others.has(name));

  it.each(naming)('$name list addresses, all of them in the route table', ({ written }) => {
    const named = written.flat().flatMap(({ text }) => addressesIn(text));
    const known = (address: string) => patterns.some((pattern) => `${pattern}/`.startsWith(`${address}/`));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((address) => !known(address))).toEqual([]);
  });

  it.each(['netlify', 'vercel', 'gitlab-pages'] as const)('%s name every address of the route table', (name) => {
    const named = new Set(filesOn(name).flatMap(({ text }) => addressesIn(text)));
    expect(patterns.filter((pattern) => !named.has(pattern))).toEqual([]);
  });

  it('leave room for rules of users where the host limits them, and are counted then', () => {
    const limited = presets.flatMap(({ name, written }) => {
      const { budget }: Host = hosts[name];
      const most = budget.find(({ measure }) => measure === 'rules')?.most;
      const counts = written.map((files) => files.reduce((sum, file) => sum + (file.rules ?? 0), 0));
      for (const count of most === undefined ? [] : counts) {
        expect(count, name).toBeGreaterThan(0);
        expect(count, name).toBeLessThanOrEqual(0.75 * (most ?? 0));
      }
      return most === undefined ? [] : [name];
    });
    expect(limited).toEqual(['netlify', 'cloudflare', 'cloudflare-static', 'vercel', 'gitlab-pages']);
  });

  it('are valid JSON if they are named so, as on five hosts', () => {
    const inJson = presets.flatMap(({ name, written }) => {
      const files = written.flat().filter(({ path }) => path.endsWith('.json'));
      for (const { path, text } of files) expect(JSON.parse(text), `${name} ${path}`).toBeInstanceOf(Object);
      return files.length > 0 ? [name] : [];
    });
    expect(inJson).toEqual(['cloudflare', 'vercel', 's3-cloudfront', 'firebase', 'azure']);
  });

  /** Hosts that send headers, and read a file of ours for it. */
  const instructed = hostNames.filter((name) => hosts[name].capabilities.headers !== 'no' && name !== 'preview');

  it.each(instructed)('%s set headers for HTML pages, and do not mention them in a build without pages', (name) => {
    const textOf = (site: boolean) =>
      filesOn(name, '', { pages: site, frontPage: site })
        .map(({ text }) => text)
        .join('\n');
    for (const header of ["frame-ancestors 'none'", 'no-referrer', 'immutable']) {
      expect(textOf(true)).toContain(header);
      expect(textOf(false)).not.toContain(header);
    }
  });

  it('netlify set no header twice for one address, since Netlify would send either of them', async ({ folder }) => {
    writeFiles(folder, Object.fromEntries(filesOn('netlify').map(({ path, text }) => [path, text])));
    const { headers } = await parseAllHeaders({ headersFiles: [join(folder, '_headers')], minimal: false });
    const ofApi = ['', 'providers/', 'languages/Espa%C3%B1ol/courses/', 'courses/view/0/', 'categories/1/page/2/'];
    const around = [
      '',
      'docs/',
      'docs/index.html',
      'docs/assets/a.js',
      'courses/',
      'charts/',
      'feed.xml',
      'openapi.json',
    ];
    for (const path of [...ofApi.map((one) => `/api/v1/${one}`), ...around.map((one) => `/${one}`)]) {
      const fitting = headers.filter(({ forRegExp }) => forRegExp.test(path));
      const names = fitting.flatMap(({ values }) => Object.keys(values));
      expect(names.toSorted(), path).toEqual([...new Set(names)].toSorted());
      expect(names, path).toContain('Cache-Control');
    }
  });
});

describe.each(['', '/catalog'])('the preset azure below "%s"', (prefix) => {
  const configuration = z.strictObject({
    trailingSlash: z.literal('always'),
    mimeTypes: z.record(z.string(), z.literal('application/json')),
    globalHeaders: z.record(z.string(), z.string()),
    routes: z.array(z.strictObject({ route: z.string(), headers: z.record(z.string(), z.string()) })),
    responseOverrides: z.object({ 404: z.object({ rewrite: z.string() }) }),
  });

  it('answers a missing resource with a file of the build', async ({ folder }) => {
    const dist = join(folder, prefix);
    await buildFor({ host: 'azure', out: dist, baseUrl: `https://example.org${prefix}` });
    const text = readFileSync(join(dist, 'staticwebapp.config.json'), 'utf8');
    const { responseOverrides, mimeTypes } = configuration.parse(JSON.parse(text));
    expect(readFileSync(join(folder, responseOverrides[404].rewrite), 'utf8')).toBe('{"detail":"Not found."}\n');
    expect(Object.keys(mimeTypes)).toContain(extname(hosts.azure.indexFile));
    expect(text.length).toBeLessThan(20_000);
  });

  it('has rules for the site around the API', () => {
    const routesOf = (site: boolean) =>
      filesOn('azure', prefix, { pages: site, frontPage: site }).flatMap(
        ({ text }) => configuration.parse(JSON.parse(text)).routes,
      );
    const headersFor = (path: string) => {
      const fits = (route: string) => route === path || (route.endsWith('*') && path.startsWith(route.slice(0, -1)));
      return routesOf(true).find(({ route }) => fits(route))?.headers;
    };
    for (const page of ['/', '/index.html', '/docs/', '/docs/index.html']) {
      expect(headersFor(`${prefix}${page}`)).toMatchObject({
        'Content-Type': expect.stringMatching(/^text\/html/u),
        'Content-Security-Policy': expect.stringMatching(/; frame-ancestors 'none'$/u),
      });
    }
    expect(headersFor(`${prefix}/docs/assets/a.js`)).toEqual({ 'Cache-Control': expect.stringContaining('immutable') });
    expect(headersFor(`${prefix}/feed.xml`)).toMatchObject({ 'Content-Type': 'application/atom+xml' });
    expect(headersFor(`${prefix}/api/v1/providers/`)).toBeUndefined();
    expect(routesOf(false).map(({ route }) => route)).toEqual(
      ['openapi.json', 'dcat.jsonld', '.well-known/api-catalog', 'build.json', 'schemas/*'].map(
        (path) => `${prefix}/${path}`,
      ),
    );
  });
});

describe('the file for nginx', () => {
  it('compresses every published file with an ending that is not compressed itself, each type once', () => {
    const [file] = filesOn('nginx');
    const types = /gzip_types (.*);/u.exec(file?.text ?? '')?.[1]?.split(' ') ?? [];
    expect(types).toEqual([...new Set(types)]);
    const ending = /\.\w+$/u;
    const named = allPublishedPaths.filter(({ path, type }) => type !== undefined || ending.test(path));
    for (const { path, type = lookup(path) ?? 'none', isCompressed } of named) {
      expect(types.includes(type.replace(/;.*$/u, '')), path).toBe(!isCompressed);
    }
  });
});

describe('the requests that run the worker of Cloudflare', () => {
  const rulesBelow = (prefix: string, chosen = {}) => {
    const file = filesOn('cloudflare', prefix, chosen).find(({ path }) => path === '_routes.json');
    return z.object({ include: z.array(z.string()) }).parse(JSON.parse(file?.text ?? '')).include;
  };

  it('are those of the API and of the files that its clients read, or all below a path', () => {
    expect(rulesBelow('')).toEqual(['/api/*', '/build.json*']);
    expect(rulesBelow('', { journal: true, dumps: true })).toEqual(
      ['/api/', '/build.json', '/changes.ndjson', '/changes/since.json', '/dumps/', '/changes-'].map(
        (start) => `${start}*`,
      ),
    );
    expect(rulesBelow('/open-data/v1.0')).toEqual(['/open-data/v1.0/*']);
  });

  it('are given by the start of a path that is long or has a meaning in a rule', () => {
    expect(rulesBelow('/open%20data')).toEqual(['/open*']);
    expect(rulesBelow('/a+b(c)')).toEqual(['/a*']);
    expect(rulesBelow(`/${'long'.repeat(40)}`).map((rule) => rule.length)).toEqual([100]);
  });
});

const odd = ['open data', String.raw`a\b`, ' ', 'two\nlines'].concat(
  `it's ' -rf --x $HOME $(id) \`id\` a"b a;b ~ ~root * ? [x] {a,b} a=b =ls !x #x && | <x (x) café 中文 %s`.split(' '),
);

/** The output of a shell command. */
function shell(script: string): string {
  const { stdout, stderr, status } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${script} ended with ${status}: ${stderr}`);
  return stdout;
}

/** The arguments that each command gets from a shell. NUL ends each one, since a name may have two lines. */
function argumentsOf(commands: readonly string[], name: string): string[][] {
  const print = `${name}() { printf '%s\\0' "$@"; printf '\\0'; }; sh() { ${name} "$@"; }`;
  const calls = shell([print, ...commands].join('\n'))
    .split('\0\0')
    .slice(0, -1);
  return calls.map((call) => call.split('\0'));
}

/** A folder as it stands in a command: never like an option. */
const asArgument = (text: string) => (text.startsWith('-') ? `./${text}` : text);

describe('an argument of a command line', () => {
  it('stands for any text in a shell, and not for an option', () => {
    const [found] = argumentsOf([`show ${odd.map(shellWord).join(' ')}`], 'show');
    expect(found).toEqual(odd.map(asArgument));
  });

  it.each(['dist', '../site/dist', 'https://user.example.org/caf%C3%A9', '/srv/www'])('is %s unquoted', (text) => {
    expect(shellWord(text)).toBe(text);
  });
});

describe.each(hostNames.filter((name) => !hosts[name].isLocal))('the notes for %s', (name) => {
  it('are two to four lines, the last of which verifies the API', () => {
    for (const prefix of ['', '/catalog', "/it's"]) {
      const notes = notesFor(hosts[name], siteOn(name, prefix));
      expect(notes.length).toBeGreaterThanOrEqual(2);
      expect(notes.length).toBeLessThanOrEqual(4);
      expect(notes.filter((note) => note.includes('verify'))).toEqual([notes.at(-1)]);
      const [, address = ''] =
        /^Verify it: npx --no static-course-catalog verify (.*)$/u.exec(notes.at(-1) ?? '') ?? [];
      expect(shell(`printf %s ${address}`)).toBe(`https://example.org${prefix}`);
    }
  });
});

it('the notes for a preview name its command and no address to verify, since nothing is published', () => {
  const notes = notesFor(hosts.preview, siteOn('preview', '', { out: "it's" }));
  expect(notes[0]).toBe(String.raw`Preview it: npx --no static-course-catalog preview --out 'it'\''s'`);
  expect(notes.join('\n')).not.toContain('verify');
});

describe.each(['netlify', 'cloudflare', 'cloudflare-static', 'vercel', 's3-cloudfront', 'firebase', 'azure'] as const)(
  'the command that publishes on %s',
  (name) => {
    it('is passed the folder, whatever its name', () => {
      const commands = odd.flatMap((out) =>
        hosts[name].notes(siteOn(name, '', { out })).flatMap((note) => note.split(/^Publish it: /u).slice(1)),
      );
      const folders = argumentsOf(commands, 'npx').map((args, at) => {
        const folder = asArgument(odd[at] ?? '');
        return args.filter((word) => word === folder || word.startsWith(`${folder}/`)).length;
      });
      expect(folders).toEqual(odd.map(() => 1));
    });
  },
);

describe.each([
  ['nginx', /^Put into the server block: (.*;) (include .*;)$/u],
  ['caddy', /, on separate lines: (.*) and (import .*)$/u],
] as const)('the file for %s', (name, pattern) => {
  it.each(['', '/catalog', '/open%20data', "/it's"])('below "%s" opens with the text of its notes', (prefix) => {
    const host: Host = hosts[name];
    const directives = host.notes(siteOn(name, prefix)).flatMap((note) => pattern.exec(note)?.slice(1) ?? []);
    expect(directives).toHaveLength(2);
    const opening = filesOn(name, prefix).map(({ text }) => text.split('\n').slice(1, 3));
    expect(opening).toEqual([directives.map((directive) => `#   ${directive}`)]);
  });
});
