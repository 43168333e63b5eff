// The disk faults: every call that changes the disk can fail, in each of its forms, and no other call does.
import fs from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, removeFolder, snapshot, writeFiles } from '../folders.ts';
import { withDiskFault } from './disk-faults.ts';

let folder = '';
beforeEach(() => {
  folder = makeFolder();
  writeFiles(folder, { file: 'old', 'full/file': 'old' });
  fs.mkdirSync(join(folder, 'empty'));
});
afterEach(() => removeFolder(folder));

/** The arguments of each call; those that start with `./` are paths in the folder. */
const given: Readonly<Record<string, readonly unknown[]>> = {
  appendFile: ['./file', 'new'],
  chmod: ['./file', 0o600],
  copyFile: ['./file', './new'],
  link: ['./file', './new'],
  mkdir: ['./new/below', { recursive: true }],
  mkdtemp: ['./new-'],
  open: ['./new', 'w'],
  rename: ['./file', './new'],
  rm: ['./full', { recursive: true }],
  rmdir: ['./empty'],
  symlink: ['file', './new'],
  truncate: ['./file', 1],
  unlink: ['./file'],
  utimes: ['./file', 1, 1],
  writeFile: ['./file', 'new'],
};
const forms = ['Sync', 'promises', 'callback'] as const;
const cases = Object.keys(given).flatMap((name) => forms.map((form) => [name, form] as const));

describe('a call that changes the disk', () => {
  it.each(cases)('fails without effect, or is counted and works: %s, %s', async (name, form) => {
    const before = snapshot(folder);
    const failing = await withDiskFault(folder, { mode: 'fails', at: 1 }, () => call(name, form));
    expect(failing.outcome).toMatchObject({ status: 'rejected', reason: { code: expect.stringMatching(/^E/u) } });
    expect(snapshot(folder)).toEqual(before);
    const { outcome, calls, failed } = await withDiskFault(folder, undefined, () => call(name, form));
    expect([outcome.status, failed]).toEqual(['fulfilled', undefined]);
    expect(calls.length).toBeGreaterThan(0);
    const isSeen = !['chmod', 'utimes'].includes(name);
    expect(JSON.stringify([...snapshot(folder)]) !== JSON.stringify([...before])).toBe(isSeen);
  });

  it('fails through a file handle', async () => {
    const { outcome } = await withDiskFault(folder, { mode: 'fails', at: 2 }, async () => {
      const handle = await fs.promises.open(join(folder, 'new'), 'w');
      await handle.writeFile('new').finally(() => handle.close());
    });
    expect(outcome.status).toBe('rejected');
    expect(snapshot(folder).get('new')).toBe('');
  });

  it.each([1, 2])('that is interrupted has written half of its bytes, or none: call %i', async (first) => {
    const descriptor = fs.openSync(join(folder, 'other'), 'w');
    fs.closeSync(descriptor);
    const write = async () => {
      for (let earlier = 1; earlier < first; earlier += 1) fs.mkdirSync(join(folder, `new-${earlier}`));
      fs.writeFileSync(join(folder, 'new'), 'four');
    };
    await withDiskFault(folder, { mode: 'killed', at: first + 1 }, write);
    expect(snapshot(folder).get('new')).toBe(first === 1 ? 'fo' : '');
  });

  it('has no effect after a kill', async () => {
    const before = snapshot(folder);
    const { failed } = await withDiskFault(folder, { mode: 'killed', at: 2 }, async () => {
      fs.rmSync(join(folder, 'full/file'));
      for (const [name, form] of cases) await call(name, form).catch(() => {});
    });
    before.delete('full/file');
    expect([failed, snapshot(folder)]).toEqual(['appendFile file', before]);
  });

  it('elsewhere is left alone, and so is one that only reads', async () => {
    const elsewhere = makeFolder();
    const { outcome, calls } = await withDiskFault(folder, { mode: 'killed', at: 1 }, async () => {
      fs.writeFileSync(join(elsewhere, 'file'), 'new');
      fs.closeSync(fs.openSync(join(folder, 'file'), 'r'));
      return fs.readFileSync(join(folder, 'file'), 'utf8');
    });
    expect({ outcome, calls }).toEqual({ outcome: { status: 'fulfilled', value: 'old' }, calls: [] });
    removeFolder(elsewhere);
  });
});

/** Calls a function of node:fs in one of its forms. */
async function call(name: string, form: (typeof forms)[number]): Promise<unknown> {
  const args = (given[name] ?? []).map((one) => (typeof one === 'string' ? one.replace(/^\.\//u, `${folder}/`) : one));
  const functions: [string, unknown][] = Object.entries(form === 'promises' ? fs.promises : fs);
  const found = functions.find(([key]) => key === (form === 'Sync' ? `${name}Sync` : name))?.[1];
  if (typeof found !== 'function') throw new Error(`there is no ${name}`);
  const result: unknown = await (form === 'callback'
    ? promisify((done: (error: Error | null, result?: unknown) => void) => Reflect.apply(found, fs, [...args, done]))()
    : Reflect.apply(found, fs, args));
  if (typeof result === 'number') fs.closeSync(result);
  else if (typeof result === 'object' && result !== null && 'close' in result && typeof result.close === 'function')
    await Reflect.apply(result.close, result, []);
  return result;
}
