// Servers: a program that serves sites, run as a child process for as long as tests need it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import fs from 'fs-extra';
import { pathOf, type Program } from '../../programs.ts';

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
  /** Whether its processes have to be killed together. */
  readonly isGroup?: true;
}

export interface Running {
  readonly stop: () => Promise<void>;
}

export const isRoot = process.getuid?.() === 0;

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
    detached: server.isGroup ?? false,
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
    if (server.isGroup && child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGTERM');
    await ended;
  };
  return { stop };
}

/** Writes a configuration into the scratch folder. */
export function configure(scratch: string, name: string, lines: readonly string[]): string {
  const file = join(scratch, name);
  fs.writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}
