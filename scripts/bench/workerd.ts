// Owns the runtime of Cloudflare, workerd, as it runs the worker of a build: the files come from the disk, without other code.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export interface Workerd {
  /** Processor time so far in seconds. */
  readonly seconds: () => number;
  readonly stop: () => Promise<void>;
}

/** Ticks of `/proc` in a second. */
const ticks = 100;

/** Starts workerd with the worker of a build for Cloudflare Pages; keeps its configuration in `scratch`. */
export async function startWorkerd(dist: string, port: number, scratch: string): Promise<Workerd> {
  mkdirSync(scratch, { recursive: true });
  copyFileSync(join(dist, '_worker.js'), join(scratch, 'worker.js'));
  const configuration = join(scratch, 'workerd.capnp');
  writeFileSync(configuration, configurationFor(dist, port));
  const child = spawn(program(), ['serve', configuration], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`workerd ended before it was ready: ${errors}`);
    await setTimeout(20);
  }
  return {
    seconds: () => processorSeconds(child),
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function configurationFor(dist: string, port: number): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "2025-06-01",
      bindings = [(name = "ASSETS", service = "files")],
    )),
    (name = "files", disk = (path = ${JSON.stringify(dist)})),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
}

/** The program that wrangler brings. */
function program(): string {
  const wrangler = createRequire(createRequire(import.meta.url).resolve('wrangler/package.json'));
  const { default: path }: { default: string } = wrangler('workerd');
  return path;
}

async function isListening(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/`, { method: 'OPTIONS' });
    return true;
  } catch {
    return false;
  }
}

/** User and system time of a process, as Linux counts it. */
function processorSeconds({ pid }: ChildProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}
