// Owns what is measured from outside: the time and peak memory of a process, the content of a folder.
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A command to run in a separate process; a `node` program, or any other if `node` is false. */
export interface Command {
  node: boolean;
  args: readonly string[];
}

export interface Measurement {
  seconds: number;
  /** Peak of the resident memory; only for `node` programs. */
  peakBytes: number | undefined;
  /** Processor time of all threads; only for `node` programs. */
  cpuSeconds?: number | undefined;
}

export interface Place {
  /** The empty working folder of the process, in which nothing is kept. */
  scratch: string;
  /** Kills the process when aborted. */
  signal: AbortSignal;
}

/** The content of a folder: SHA-256 of the bytes of each file by relative path, in order of the paths. */
export type Fingerprint = ReadonlyMap<string, string>;

const TMPFS = 0x0102_1994;
const PRELOAD = fileURLToPath(new URL('peak-memory.mjs', import.meta.url));

/** Why a folder is unsuitable for measuring, or undefined if it is on a RAM disk. */
export function notRamDisk(directory: string): string | undefined {
  if (statfsSync(directory).type === TMPFS) return undefined;
  return `${directory} is not on a RAM disk (tmpfs); name one that is in BENCH_DIR`;
}

/** A running command. */
export interface Running {
  /** Rejects with its error output if it fails. */
  ended: Promise<Measurement>;
  isOver: () => boolean;
  /** All of its error output so far. */
  errorOutput: () => string;
  /** Sends a signal, and resolves when the process has ended. */
  end: (signal: NodeJS.Signals) => Promise<Measurement>;
}

/** Runs a command from start to exit. Throws with its error output if it fails. */
export async function measure(command: Command, place: Place): Promise<Measurement> {
  return start(command, place).ended;
}

/** Starts a command. */
export function start({ node, args }: Command, { scratch, signal }: Place): Running {
  const peakFile = join(scratch, 'peak');
  const [program = '', ...rest] = node ? [process.execPath, '--import', PRELOAD, ...args] : args;
  // With NODE_EXTRA_CA_CERTS, Node parses all of its certificates at every start: 40 ms.
  const { NODE_OPTIONS: _, NODE_EXTRA_CA_CERTS: __, ...environment } = process.env;
  const begin = performance.now();
  const child = spawn(program, rest, {
    cwd: scratch,
    env: { ...environment, BENCH_PEAK_FILE: peakFile },
    signal,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errorOutput = '';
  let isOver = false;
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
  const ended = new Promise<Measurement>((resolve, reject) => {
    let seconds = 0;
    let failure: Error | undefined;
    child.once('error', (error) => (failure = error));
    child.once('exit', () => (seconds = (performance.now() - begin) / 1000));
    // Only after the process has ended: an aborted one would keep writing into folders that are being removed.
    child.once('close', (code) => {
      isOver = true;
      if (failure === undefined && code === 0)
        resolve({ seconds, peakBytes: undefined, ...(node && takePeak(peakFile)) });
      else reject(failure ?? new Error(`exit code ${code}: ${args.join(' ')}\n${errorOutput}`));
    });
  });
  // The caller may await it later.
  ended.catch(() => {});
  return {
    ended,
    isOver: () => isOver,
    errorOutput: () => errorOutput,
    end(name) {
      child.kill(name);
      return ended;
    },
  };
}

/** Removes a folder and its content, if it exists. */
export async function remove(directory: string): Promise<void> {
  await promisify(execFile)('rm', ['-rf', '--', directory]);
}

/** The fingerprint of a folder. */
export async function fingerprint(directory: string): Promise<Fingerprint> {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .toSorted();
  const content = new Map<string, string>();
  for (const path of paths) {
    content.set(path, sha256(readFileSync(join(directory, path))));
    // Synchronous calls are many times faster here; the pauses allow signals to be handled.
    if (content.size % 1000 === 0) await setImmediate();
  }
  return content;
}

/** One digest of a whole folder: over its paths, in order, and the digests of their bytes. */
export function digest(content: Fingerprint): string {
  return sha256([...content].map(([path, hash]) => `${hash}  ${path}\n`).join(''));
}

/** The paths that only one of two folders has, or whose bytes differ. */
export function differences(left: Fingerprint, right: Fingerprint): string[] {
  const paths = new Set([...left.keys(), ...right.keys()]);
  return [...paths].filter((path) => left.get(path) !== right.get(path)).toSorted();
}

function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function takePeak(file: string): Pick<Measurement, 'peakBytes' | 'cpuSeconds'> {
  const [peak, microseconds] = readFileSync(file, 'utf8').split(' ');
  rmSync(file);
  return { peakBytes: Number(peak), cpuSeconds: Number(microseconds) / 1e6 };
}
