// Stepwise: calls that change the disk in several steps, split into real ones, so that each step can be the last.
import fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Called before each step; throws if it is to fail, after doing everything before that. */
export type OnStep = (call: string, path: unknown, beforeFailure?: (number: number) => void) => void;

type Options = Readonly<Record<string, unknown>>;

// Everything else here goes through `fs`, where each call is counted.
const { closeSync, copyFileSync, mkdirSync, openSync, rmSync, writeSync } = { ...fs };

/** The implementations, by the name of the call without `Sync`. */
export const stepwise: Readonly<Record<string, (onStep: OnStep, args: readonly unknown[]) => unknown>> = {
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
