// Servers: a program that serves sites, as a user sets it up by the notes of the preset, run as a child process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import fs from 'fs-extra';
import { hosts, type HostName } from '../../../src/hosts/hosts.ts';
import { pathOf, type Program } from '../../helpers/programs.ts';
import { siteOn } from '../build-for.ts';
import { encodePath } from './lists.ts';

const require = createRequire(import.meta.url);

/** A site to serve, and where. */
export interface Site {
  /** The root of the site; the build is in it at `prefix`. */
  readonly root: string;
  /** The path of the base URL, decoded: empty, or `/catalog`. */
  readonly prefix: string;
  readonly port: number;
}

export interface Server<Name extends Program | 'node' = Program> {
  readonly program: Name;
  /** What it prints once it listens. */
  readonly listening: RegExp;
  /**
   * Writes the configuration that a user would write into an empty folder.
   * Returns the arguments for starting; the program stays in the foreground.
   */
  readonly prepare: (sites: readonly Site[], scratch: string) => readonly string[];
  /** All of its environment; by default that of this process. */
  readonly environment?: (scratch: string) => NodeJS.ProcessEnv;
}

export interface Running {
  readonly stop: () => Promise<void>;
}

const isRoot = process.getuid?.() === 0;

/** Starts one process for all the sites and waits until it listens; if it ends before that, its output is the error. */
export async function start(
  server: Server<Program | 'node'>,
  sites: readonly Site[],
  scratch: string,
): Promise<Running> {
  const file = server.program === 'node' ? process.execPath : pathOf(server.program);
  const child = spawn(file, server.prepare(sites, scratch), {
    cwd: scratch,
    env: server.environment?.(scratch) ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close').then(() => false);
  let output = '';
  const listening = new Promise<boolean>((resolve) => {
    const listen = (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-10_000);
      if (server.listening.test(output)) resolve(true);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
  });
  if (!(await Promise.race([listening, ended]))) throw new Error(`${server.program} did not start: ${output}`);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { stop };
}

/** Writes a configuration into the scratch folder. */
function configure(scratch: string, name: string, lines: readonly string[]): string {
  const file = join(scratch, name);
  fs.writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

export const nginxServer = nginxWith((site) => [
  '  server {',
  `    listen 127.0.0.1:${site.port};`,
  ...directivesIn('nginx', /^Put into the server block: (.*)$/u, site).map((line) => `    ${line}`),
  '  }',
]);

/** nginx with these lines for each site. */
export function nginxWith(blockOf: (site: Site) => readonly string[]): Server {
  return {
    program: 'nginx',
    listening: /start worker process /u,
    prepare: (sites, scratch) => {
      const configuration = configure(scratch, 'nginx.conf', [
        ...(isRoot ? ['user root;'] : []),
        'daemon off;',
        'pid nginx.pid;',
        'error_log stderr notice;',
        'events { }',
        'http {',
        '  include /etc/nginx/mime.types;',
        '  access_log off;',
        ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${name};`),
        ...sites.flatMap(blockOf),
        '}',
      ]);
      return ['-p', scratch, '-c', configuration, '-e', 'stderr'];
    },
  };
}

const needed = ['mpm_event', 'authz_core', 'dir', 'mime', 'headers', 'rewrite'];
/** Features that may interfere: listings, content negotiation, dynamic compression. */
const usual = ['autoindex', 'negotiation', 'filter', 'deflate', 'alias', 'setenvif'];

export const apacheServer = apacheWith([...needed, ...usual]);

/** Apache without a module that the notes require. */
export function apacheWithout(missing: string): Server {
  return apacheWith(needed.filter((name) => name !== missing));
}

/** Apache with these lines for each site. */
export function apacheServing(blockOf: (site: Site) => readonly string[]): Server {
  return apacheWith([...needed, ...usual], blockOf);
}

function apacheWith(modules: readonly string[], blockOf = virtualHost): Server {
  return {
    program: 'apache2',
    listening: /resuming normal operations/u,
    prepare: (sites, scratch) => {
      const lines = [...configurationOf(modules, scratch), ...sites.flatMap(blockOf)];
      return ['-f', configure(scratch, 'apache.conf', lines), '-DFOREGROUND'];
    },
  };
}

function configurationOf(modules: readonly string[], scratch: string): string[] {
  return [
    ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    `ServerRoot ${scratch}`,
    `DefaultRuntimeDir ${scratch}`,
    'ServerName localhost',
    'PidFile apache.pid',
    // Apache opens its log files by name, and cannot open a pipe to this process.
    'ErrorLog "|/bin/cat"',
    ...(isRoot ? ['User #65534', 'Group #65534'] : []),
    'TypesConfig /etc/mime.types',
    'AddType application/x-gzip .gz .tgz',
    'DirectoryIndex index.html index.cgi index.pl index.php index.xhtml index.htm',
    ...(modules.includes('deflate') ? ['AddOutputFilterByType DEFLATE text/html text/plain application/json'] : []),
    'AccessFileName .htaccess',
    '<FilesMatch "^\\.ht">',
    '  Require all denied',
    '</FilesMatch>',
  ];
}

function virtualHost({ root, port }: Site): readonly string[] {
  return [
    `Listen 127.0.0.1:${port}`,
    `<VirtualHost 127.0.0.1:${port}>`,
    `  DocumentRoot ${root}`,
    `  <Directory ${root}>`,
    '    Options Indexes FollowSymLinks MultiViews',
    '    AllowOverride FileInfo',
    '    Require all granted',
    '  </Directory>',
    '</VirtualHost>',
  ];
}

export const caddyServer = caddyWith((site) => [
  `http://:${site.port} {`,
  '  bind 127.0.0.1',
  ...directivesIn('caddy', /, on separate lines: (root .*) and (import .*)$/u, site).map((line) => `  ${line}`),
  '}',
]);

/** Caddy with these lines for each site. */
export function caddyWith(blockOf: (site: Site) => readonly string[]): Server {
  return {
    program: 'caddy',
    listening: /serving initial configuration/u,
    prepare: (sites, scratch) => {
      const lines = ['{', '  admin off', '  auto_https off', '}', ...sites.flatMap(blockOf)];
      return ['run', '--config', configure(scratch, 'Caddyfile', lines), '--adapter', 'caddyfile'];
    },
    environment: (scratch) => ({ ...process.env, HOME: scratch, XDG_DATA_HOME: scratch, XDG_CONFIG_HOME: scratch }),
  };
}

/** Servers with one block for several catalogs, whose folders are below one root: a block with the directives of all notes. */
export const sharedBlock: Readonly<Record<'nginx' | 'apache' | 'caddy', (sites: readonly Site[]) => Server>> = {
  nginx: (sites) =>
    nginxWith(({ port }) => [
      '  server {',
      `    listen 127.0.0.1:${port};`,
      ...allDirectives('nginx', /^Put into the server block: (root .*;) (include .*;)$/u, sites),
      '  }',
    ]),
  apache: () => apacheServer,
  caddy: (sites) =>
    caddyWith(({ port }) => [
      `http://:${port} {`,
      '  bind 127.0.0.1',
      ...allDirectives('caddy', /, on separate lines: (root .*) and (import .*)$/u, sites),
      '}',
    ]),
};

function allDirectives(host: HostName, pattern: RegExp, sites: readonly Site[]): Set<string> {
  return new Set(sites.flatMap((site) => directivesIn(host, pattern, site)));
}

/** It serves one folder, so all sites must be in that of the first. */
export const httpServerCommand: Server<'node'> = {
  program: 'node',
  listening: /Available on/u,
  prepare: ([site]) => {
    if (site === undefined) throw new Error('there is no site to serve');
    const command = require.resolve('http-server/bin/http-server');
    const [flags = ''] = directivesIn('http-server', /^Serve it: npx http-server dist (.*)$/u, site);
    return [command, site.root, ...flags.split(' ')];
  },
};

/** What a pattern captures in the notes for a site, literally except for the folder. */
function directivesIn(host: HostName, pattern: RegExp, { root, prefix, port }: Site): string[] {
  const encoded = encodePath(prefix);
  const site = siteOn(host, encoded, { baseUrl: `http://127.0.0.1:${port}${encoded}` });
  const found = hosts[host].notes(site).flatMap((note) => pattern.exec(note)?.slice(1) ?? []);
  if (found.length === 0) throw new Error(`no note of ${host} is like ${pattern}`);
  return found.map((directive) => directive.replaceAll(/\/srv\/(?:www|catalog)(?=[/;"]|$)/gu, root));
}
