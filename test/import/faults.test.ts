// An import that is killed, or has an error, at any call that changes the disk: the next one produces the same bytes.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder, removeFolder, snapshot, writeFiles } from '../folders.ts';
import { withDiskFault, type DiskFault } from '../incremental/disk-faults.ts';
import { runImport } from './imported.ts';

let folder = '';
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => removeFolder(folder));

const first = 'title,url,provider,language,subject\nA,https://a.example/a,P,en,X\nB,https://a.example/b,Q,en,Y > Z\n';
const second =
  'title,url,provider,language,subject\nC,https://a.example/c,R,fr,Y > W\nB2,https://a.example/b,Q,en,Y > Z\n';

it.each<[string, DiskFault['mode'], boolean]>([
  ['killed without an earlier import', 'killed', false],
  ['killed over an earlier import', 'killed', true],
  ['with a disk error, without an earlier import', 'fails', false],
  ['with a disk error, over an earlier import', 'fails', true],
])('an import %s is completed by the next one', async (_, mode, isLater) => {
  writeFiles(folder, { 'list.csv': first });
  if (isLater) await runImport(join(folder, 'list.csv'), join(folder, 'data'));
  writeFiles(folder, { 'list.csv': second });
  const importInto = async (data: string) => runImport(join(folder, 'list.csv'), data, { prune: isLater });
  const copy = (name: string) => {
    const data = join(folder, name);
    if (isLater) cpSync(join(folder, 'data'), data, { recursive: true });
    return data;
  };
  const right = copy('right');
  await importInto(right);
  let calls = 0;
  for (let isDone = false; !isDone; calls += 1) {
    const data = copy(`data-${calls}`);
    const { outcome, failed } = await withDiskFault(data, { mode, at: calls + 1 }, async () => importInto(data));
    isDone = failed === undefined;
    expect(outcome.status, failed).toBe(isDone ? 'fulfilled' : 'rejected');
    await importInto(data);
    expect(snapshot(data), failed).toEqual(snapshot(right));
  }
  expect(calls).toBeGreaterThan(10);
});
