// Servers: a program that serves a folder, run as a child process for as long as a test needs it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import fs from 'fs-extra';
import { ask } from './ask.ts';

/** What is to be served, and where. */
export interface Site {
  /** The root of the site; the build lies in it at `prefix`. */
  readonly root: string;
  /** The path of the base URL: empty, or `/catalog`. */
  readonly prefix: string;
  readonly port: number;
  /** An empty folder for what the server writes. */
  readonly scratch: string;
}

export interface Server {
  readonly program: string;
  /** How to get it on Debian. */
  readonly install: string;
  /** Writes the configuration that a person would and gives the arguments to start with; the program stays in the foreground. */
  readonly prepare: (site: Site) => readonly string[];
  readonly environment?: (site: Site) => Record<string, string>;
}

export interface Running {
  readonly stop: () => Promise<void>;
}

export const isRoot = process.getuid?.() === 0;
/** Administrators' programs lie beside the path of other users. */
const searched = [process.env['PATH'] ?? '', '/usr/sbin', '/usr/local/sbin'].join(delimiter);

export function isInstalled({ program }: Server): boolean {
  return spawnSync(program, ['-v'], { env: { ...process.env, PATH: searched } }).error === undefined;
}

/** Starts a server and waits until it answers; where it ends before that, its own words are the error. */
export async function start(server: Server, site: Site): Promise<Running> {
  const child = spawn(server.program, server.prepare(site), {
    cwd: site.scratch,
    env: { ...process.env, PATH: searched, ...server.environment?.(site) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = text(child.stderr);
  await once(child, 'spawn').catch((error: unknown) => {
    throw new Error(`${server.program} is missing: ${server.install}`, { cause: error });
  });
  const ended = once(child, 'exit');
  const running = { stop: async () => void (child.kill('SIGTERM'), await ended) };
  while (child.exitCode === null) {
    if (await answers(site.port)) return running;
    await Promise.race([pause(20), ended]);
  }
  throw new Error(`${server.program} did not start: ${await said}`);
}

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('the probe has no port');
  return address.port;
}

/** Writes a configuration into the scratch folder. */
export function configure({ scratch }: Site, name: string, lines: readonly string[]): string {
  const file = join(scratch, name);
  fs.writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

async function answers(port: number): Promise<boolean> {
  return ask(`http://127.0.0.1:${port}`, { path: '/' }).then(
    () => true,
    () => false,
  );
}
