// Owns what is measured of a process from outside: its processor time, the time by the clock, its memory.
import { execFile, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The arguments of Node. */
export type Command = readonly string[];

export interface Measurement {
  /** Processor time of all threads, user and system. */
  cpuSeconds: number;
  /** By the clock, from start to exit. */
  seconds: number;
  /** Peak of the resident memory. */
  peakBytes: number;
}

export interface Workspace {
  /** The empty working folder of the process, so that it finds no configuration. */
  scratch: string;
  /** Ends the process. */
  signal: AbortSignal;
}

const preload = fileURLToPath(new URL('peak-memory.mjs', import.meta.url));

/** Runs a command from start to exit. Throws with its error output if it fails. */
export async function measure(command: Command, { scratch, signal }: Workspace): Promise<Measurement> {
  const peakFile = join(scratch, 'peak');
  // With NODE_EXTRA_CA_CERTS, Node parses all of its certificates at every start: 40 ms.
  const { NODE_OPTIONS: _, NODE_EXTRA_CA_CERTS: __, ...environment } = process.env;
  const begin = performance.now();
  const child = spawn(process.execPath, ['--import', preload, ...command], {
    cwd: scratch,
    env: { ...environment, BENCH_PEAK_FILE: peakFile },
    signal,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let seconds = 0;
  let errors = '';
  let failure: Error | undefined;
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  child.once('error', (error) => (failure = error));
  child.once('exit', () => (seconds = (performance.now() - begin) / 1000));
  // Only after the process has ended: an aborted one would keep writing into folders that are being removed.
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (failure !== undefined || code !== 0)
    throw failure ?? new Error(`exit code ${code}: ${command.join(' ')}\n${errors}`);
  const [peak, microseconds] = readFileSync(peakFile, 'utf8').split(' ');
  rmSync(peakFile);
  return { cpuSeconds: Number(microseconds) / 1e6, seconds, peakBytes: Number(peak) };
}

/** Removes files and folders, where they exist. */
export async function remove(...paths: string[]): Promise<void> {
  await promisify(execFile)('rm', ['-rf', '--', ...paths]);
}

/** The middle one of some values; NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
