// Disk faults: makes real calls that change the disk fail, a single one, or all from one on as after a kill.
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { resolve, sep, dirname, join } from 'node:path';

/** The copy of node:fs that fs-extra calls. */
const fsOfPackages: typeof fs = createRequire(createRequire(import.meta.url).resolve('fs-extra'))('graceful-fs');

/** `killed`: from call number `at` on the disk is cut off. `fails`: only that call fails, or `count` calls from it on. */
export interface DiskFault {
  readonly mode: 'killed' | 'fails';
  readonly at: number;
  readonly count?: number;
  /** Calls are counted from the first one on that matches; by default, all are. */
  readonly from?: RegExp;
}

export interface FaultyRun<T> {
  readonly outcome: PromiseSettledResult<T>;
  /** Name and path of every counted call, including the failed one. */
  readonly calls: readonly string[];
  /** The failed call; undefined if the action ended before it. */
  readonly failed: string | undefined;
}

/** A function of node:fs, with any arguments. */
type DiskCall = (...args: unknown[]) => unknown;

/** Runs an action while calls that change anything below `folder` are counted, and fail according to the fault. */
export async function withDiskFault<T>(
  folder: string,
  fault: DiskFault | undefined,
  action: () => Promise<T>,
): Promise<FaultyRun<T>> {
  const disk = new FaultyDisk(folder, fault);
  const undo = [fs, fsOfPackages].flatMap((functions) => disk.replaceAll(functions, 'calledBack'));
  undo.push(...disk.replaceAll(fs.promises, 'promised'));
  syncBuiltinESMExports();
  try {
    const [outcome] = await Promise.allSettled([action()]);
    return { outcome, calls: disk.calls, failed: disk.failed };
  } finally {
    for (const restore of undo) restore();
    syncBuiltinESMExports();
  }
}

/** The numbers of the calls that are to fail in turn: of those that are alike, the last. */
export function oneOfEachKind(calls: readonly string[], wanted = /^/u): number[] {
  const last = new Map(calls.flatMap((call, index) => (wanted.test(call) ? [[kindOf(call), index + 1] as const] : [])));
  return [...last.values()].toSorted((one, other) => one - other);
}

/**
 * A call without numbers, digests and names, and of a file in a folder of the stage only how its name ends. Of what is
 * moved to the site around the API, and removed from it, files are alike and folders are.
 */
function kindOf(call: string): string {
  const inStage = /^(?!rename)(.*building-[^/]*\/\w+\/).*?(\.\w+)?$/u;
  return call
    .replace(inStage, '$1$2')
    .replace(/^(rename .*building-[^/]*\/site\/)(?!api\b)\w.*?(\.?)\w*$/u, '$1#$2')
    .replace(/^((?:rmdir|unlink) dist\/)(?!api\b)\w.*/u, '$1#')
    .replace(/(?:categories|languages|providers)\/[^/]+\/(?:courses\/)?/u, '#/')
    .replace(/((?:assets|schemas)\/)[^/]+(\.\w+)$/u, '$1#$2')
    .replaceAll(/\d[\da-f-]*|[a-f][\da-f-]{7,}/gu, '#');
}

/** Functions of node:fs that change nothing, including their synchronous forms. All others are calls that can fail. */
const readers = new Set(
  'access createReadStream exists fstat glob lstat openAsBlob opendir read readdir readFile readlink readv realpath stat statfs unwatchFile watch watchFile'.split(
    ' ',
  ),
);

class FaultyDisk {
  readonly calls: string[] = [];
  failed: string | undefined;
  private counted = 0;
  /** The paths of files below the folder that are open for writing, by descriptor. */
  private readonly open = new Map<unknown, unknown>();

  constructor(
    private readonly folder: string,
    private readonly fault: DiskFault | undefined,
  ) {}

  /** Replaces every function that changes the disk, and returns how to restore each. A name without `Sync` has the given form. */
  replaceAll(functions: object, form: 'calledBack' | 'promised'): (() => void)[] {
    const entries: [string, unknown][] = Object.entries(functions);
    return entries.flatMap(([name, original]) => {
      const plain = name.replace(/Sync$/u, '');
      if (typeof original !== 'function' || readers.has(plain) || !/^[a-z]/u.test(name)) return [];
      const call: DiskCall = (...args) => Reflect.apply(original, functions, args);
      Reflect.set(functions, name, name.endsWith('Sync') ? this.synchronous(plain, call) : this[form](plain, call));
      return [() => void Reflect.set(functions, name, original)];
    });
  }

  /** Counts a call, and throws if it is to fail. */
  readonly step: OnStep = (name, path, beforeFailure) => {
    const call = `${name} ${String(this.open.get(path) ?? path).replace(`${this.folder}${sep}`, '')}`;
    const { mode, at, count = 1, from = /^/u }: DiskFault = this.fault ?? { mode: 'fails', at: Infinity };
    if (this.failed !== undefined && mode === 'killed') throw new Error('the disk is cut off');
    this.calls.push(call);
    if (this.counted > 0 || from.test(call)) this.counted += 1;
    if (this.counted < at || this.counted >= at + count) return;
    this.failed ??= call;
    beforeFailure?.(at);
    throw mode === 'killed' ? new Error(`killed at ${call}`) : failureOf(call);
  };

  private synchronous(name: string, call: DiskCall): DiskCall {
    return (...args) => {
      if (!this.concerns(name, args)) return call(...args);
      const result = this.perform(name, call, args);
      if (name === 'open') this.open.set(result, args[0]);
      return result;
    };
  }

  private promised(name: string, call: DiskCall): DiskCall {
    return async (...args) => {
      if (!this.concerns(name, args)) return call(...args);
      return name === 'open' ? unknownForm('open for a handle') : this.perform(name, call, args);
    };
  }

  /** Nothing that is tested changes the disk in this form. */
  private calledBack(name: string, call: DiskCall): DiskCall {
    return (...args) => (this.concerns(name, args) ? unknownForm(`${name} with a callback`) : call(...args));
  }

  private perform(name: string, call: DiskCall, args: unknown[]): unknown {
    const inSteps = stepwise[name];
    if (inSteps) return inSteps(this.step, args);
    // The number may be reused for another file; closing changes nothing.
    if (name === 'close') this.open.delete(args[0]);
    else this.step(name, args[0]);
    return call(...args);
  }

  /** Whether a call changes anything below the folder. */
  private concerns(name: string, args: readonly unknown[]): boolean {
    const isHere = args.slice(0, 2).some((one) => this.open.has(one) || this.isInside(one));
    return isHere && (name !== 'open' || isForWriting(args[1]));
  }

  private isInside(path: unknown): boolean {
    return typeof path === 'string' && resolve(path).startsWith(`${this.folder}${sep}`);
  }
}

function isForWriting(flags: unknown): boolean {
  if (typeof flags === 'number') return (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) !== 0;
  return typeof flags === 'string' && /[wa+]/u.test(flags);
}

/** As the system reports it. */
function failureOf(call: string): Error {
  const isRemoval = /^(?:rm|rmdir|unlink) /u.test(call);
  const [code, description] = isRemoval ? ['EIO', 'i/o error'] : ['ENOSPC', 'no space left on device'];
  const [syscall = ''] = call.split(' ');
  return Object.assign(new Error(`${code}: ${description}, ${call}`), { code, syscall });
}

/** Called before each step; throws if it is to fail, after doing everything before that. */
type OnStep = (call: string, path: unknown, beforeFailure?: (number: number) => void) => void;

type Options = Readonly<Record<string, unknown>>;

// Everything else here goes through `fs`, where each call is counted.
const { closeSync, copyFileSync, mkdirSync, openSync, rmSync, writeSync } = { ...fs };

/** The implementations, by the name of the call without `Sync`. */
const stepwise: Readonly<Record<string, (onStep: OnStep, args: readonly unknown[]) => unknown>> = {
  mkdir(onStep, [path, options]) {
    if (!isObject(options) || options['recursive'] !== true || typeof path !== 'string') {
      onStep('mkdir', path);
      return typeof path === 'string' ? mkdirSync(path) : unknownForm('mkdir');
    }
    const missing: string[] = [];
    for (let folder = resolve(path); !fs.existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
    for (const folder of missing) fs.mkdirSync(folder);
    // Throws the right error if there is a file.
    mkdirSync(path, { recursive: true });
    return missing[0];
  },

  rm(_onStep, [path, options]) {
    if (typeof path !== 'string') return unknownForm('rm');
    const { recursive, force }: Options = isObject(options) ? options : {};
    const entry = fs.lstatSync(path, { throwIfNoEntry: false });
    if (!entry && force === true) return undefined;
    if (entry?.isDirectory() !== true) return fs.unlinkSync(path);
    // Throws that it does not remove folders.
    if (recursive !== true) return rmSync(path);
    for (const name of fs.readdirSync(path)) fs.rmSync(join(path, name), { recursive: true });
    return fs.rmdirSync(path);
  },

  writeFile(_onStep, [file, content, options]) {
    const { encoding = 'utf8', flag = 'w' }: Options = isObject(options) ? options : { encoding: options };
    if (encoding !== 'utf8' || typeof flag !== 'string') return unknownForm('writeFile');
    const bytes = bytesOf(content);
    if (typeof file === 'number') return void fs.writeSync(file, bytes);
    if (typeof file !== 'string') return unknownForm('writeFile');
    const descriptor = fs.openSync(file, flag);
    try {
      fs.writeSync(descriptor, bytes);
    } finally {
      fs.closeSync(descriptor);
    }
    return undefined;
  },

  /** If it fails, half of the bytes are copied, or nothing is done. */
  copyFile(onStep, [from, to, mode]) {
    if (typeof from !== 'string' || typeof to !== 'string') return unknownForm('copyFile');
    onStep('copyFile', to, (number) => {
      if (number % 2 > 0) return;
      const [bytes, descriptor] = [fs.readFileSync(from), openSync(to, 'w')];
      writeWhole(descriptor, bytes.subarray(0, bytes.length / 2));
      closeSync(descriptor);
    });
    return copyFileSync(from, to, typeof mode === 'number' ? mode : 0);
  },

  /** If it fails, half of the bytes are written, or none. */
  write(onStep, [descriptor, content, start = 0, ...more]) {
    if (typeof descriptor !== 'number' || typeof start !== 'number' || more.length > 0) return unknownForm('write');
    const bytes = bytesOf(content).subarray(start);
    onStep('write', descriptor, (number) => {
      if (number % 2 === 0) writeWhole(descriptor, bytes.subarray(0, bytes.length / 2));
    });
    writeWhole(descriptor, bytes);
    return bytes.length;
  },
};

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
}

function bytesOf(content: unknown): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof Uint8Array ? content : unknownForm('write');
}

function isObject(value: unknown): value is Options {
  return typeof value === 'object' && value !== null;
}

/** A call in another form must be added here first. */
function unknownForm(call: string): never {
  throw new TypeError(`${call} is called in a form that is not split yet`);
}
