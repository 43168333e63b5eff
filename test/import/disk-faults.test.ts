// An import that is killed, or fails, at any call that changes the disk: the next one produces the same bytes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { siteForEach } from '../build/each-site.ts';
import { courseCatalog } from '../cli/command.ts';
import { openFile } from '../../src/import/input/open-input.ts';
import { ProblemsError } from '../../src/text/problems.ts';
import { asAnyone, removeFolder, snapshot, writeFiles } from '../helpers/folders.ts';
import { withDiskFault, type DiskFault } from '../incremental/disk-faults.ts';
import { runImport, importText } from './imported.ts';
import { serving } from './served.ts';

let folder = '';
siteForEach((site) => void ({ folder } = site));

const dated = ['--default-date', '2020-01-01'];
const first = 'title,url,provider,language,subject\nA,https://a.example/a,P,en,X\nB,https://a.example/b,Q,en,Y > Z\n';
const second =
  'title,url,provider,language,subject\nC,https://a.example/c,R,fr,Y > W\nB2,https://a.example/b,Q,en,Y > Z\n';

const filesIn = (data: string) =>
  existsSync(data) ? new Map([...snapshot(data)].filter(([, text]) => text !== 'folder')) : new Map<string, string>();

const edit = (data: string) => {
  for (const path of ['courses/list.ndjson', 'providers/list.ndjson', 'categories/list.csv']) {
    const file = join(data, path);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"([AXP])"/u, '"$1, by hand"'));
  }
};

it.each<[string, DiskFault['mode'], boolean, ((data: string) => void)?]>([
  ['killed without an earlier import', 'killed', false],
  ['killed over an earlier import', 'killed', true],
  ['killed over one whose files somebody edited', 'killed', true, edit],
  ['with a disk error, without an earlier import', 'fails', false],
  ['with a disk error, over an earlier import', 'fails', true],
])('an import %s is completed by the next one', async (_, mode, isLater, prepare) => {
  writeFiles(folder, { 'list.csv': first });
  if (isLater) await runImport(join(folder, 'list.csv'), join(folder, 'data'));
  prepare?.(join(folder, 'data'));
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
    const before = filesIn(data);
    const { outcome, failed } = await withDiskFault(data, { mode, at: calls + 1 }, async () => importInto(data));
    isDone = failed === undefined;
    expect(outcome.status, failed).toBe(isDone ? 'fulfilled' : 'rejected');
    // A process that was killed says nothing.
    const error: unknown = mode === 'fails' && outcome.status === 'rejected' ? outcome.reason : undefined;
    const after = filesIn(data);
    const parts = [...after.keys()].filter((path) => path.endsWith('.part'));
    const refusal = error instanceof ProblemsError ? { mayHaveChanged: error.mayHaveChanged, parts } : error;
    const mayHaveChanged = !isDeepStrictEqual(after, before);
    expect(refusal, failed).toEqual(error === undefined ? undefined : { mayHaveChanged, parts: [] });
    // Without an earlier import, a kind may be missing still; what was edited may be in two files.
    const isValid = isLater && prepare === undefined;
    const { exitCode } = isValid ? await courseCatalog(['check', '--data', data]) : { exitCode: 0 };
    expect(exitCode, failed).toBe(0);
    await importInto(data);
    expect(snapshot(data), failed).toEqual(snapshot(right));
  }
  expect(calls).toBeGreaterThan(10);
});

it('an import that fails after its first file does not say that it changed nothing', async () => {
  writeFiles(folder, { 'list.csv': first });
  const importInto = async (data: string) =>
    courseCatalog(['import', join(folder, 'list.csv'), ...dated, '--data', data]);
  const [whole, half] = [join(folder, 'whole'), join(folder, 'half')];
  const { calls } = await withDiskFault(whole, undefined, async () => importInto(whole));
  const at = calls.findLastIndex((call) => call.startsWith('rename')) + 1;
  const { outcome } = await withDiskFault(half, { mode: 'fails', at }, async () => importInto(half));
  expect(outcome).toMatchObject({ status: 'fulfilled', value: { exitCode: 1 } });
  expect(outcome).toHaveProperty('value.stderr', expect.stringMatching(/completes what was begun[\s\S]*\n1 error\n$/u));
});

it('an import from an address ends with a problem, not as a bug, with a disk error at any call', async () => {
  writeFiles(folder, { 'site/list.csv': first });
  const importOnce = async (at: number) =>
    serving(join(folder, 'site'), ({ base }) => {
      const run = () => courseCatalog(['import', `${base}/list.csv`, ...dated, '--data', join(folder, `${at}/data`)]);
      return withDiskFault(join(folder, String(at)), { mode: 'fails', at }, run);
    });
  let at = 1;
  for (; ; at += 1) {
    const { outcome, failed } = await importOnce(at);
    if (failed === undefined) break;
    // Without a newer time the lock still holds; what cannot be removed the next import removes.
    const exitCode = /^utimes |^(?:unlink|rmdir|rm) \.data\.staged/u.test(failed) ? 0 : 1;
    expect(outcome, failed).toMatchObject({ status: 'fulfilled', value: { exitCode } });
  }
  expect(at).toBeGreaterThan(15);
});

it.each([
  ['a folder for temporary files that is not there', '/none', 'mkdtemp'],
  ['a disk that is read-only, in a dry run', '', 'mkdir'],
])('an import on %s ends with a problem, not as a bug', async (_, temporary, call) => {
  writeFiles(folder, { 'site/list.csv': first, file: '' });
  const data = join(folder, temporary ? 'data' : 'file/data');
  const { exitCode, stderr } = await serving(join(folder, 'site'), ({ base }) =>
    withTemporary(temporary, () =>
      courseCatalog(['import', `${base}/list.csv`, '--dry-run', ...dated, '--data', data]),
    ),
  );
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(new RegExp(`cannot be written: .*${call} `, 'u'))]);
});

/** With another folder for temporary files, if one is named. */
async function withTemporary<T>(temporary: string, use: () => Promise<T>): Promise<T> {
  const before = process.env['TMPDIR'];
  if (temporary !== '') process.env['TMPDIR'] = temporary;
  try {
    return await use();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

it('a dry run that was killed leaves files that the next import removes, and others of the name stay', async () => {
  const temporary = join(folder, 'tmp');
  writeFiles(folder, { 'list.csv': first, 'tmp/course-catalog-import-mine/notes.txt': '', 'tmp/file': '' });
  const script = fileURLToPath(new URL('kill-dry-run.ts', import.meta.url));
  const args = ['--import', 'tsx', script, join(folder, 'list.csv'), join(folder, 'data'), temporary];
  const [, signal] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
  expect([signal, readdirSync(temporary).length]).toEqual(['SIGKILL', 3]);
  await withTemporary(temporary, () => runImport(join(folder, 'list.csv'), join(folder, 'data'), { dryRun: true }));
  expect([...snapshot(temporary).keys()]).toEqual([
    'course-catalog-import-mine',
    'course-catalog-import-mine/notes.txt',
    'file',
  ]);
});

it('an import says of a list that may not be read that it is the list', async () => {
  writeFiles(folder, { 'list.csv': first });
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'list.csv'), 0o000);
  const open = asAnyone(async () => openFile(join(folder, 'list.csv')));
  await expect(open).rejects.toMatchObject({
    problems: [{ rule: 'import-source', finding: 'cannot be read: permission denied' }],
  });
});

it('an import writes courses that are on another file system', async () => {
  // Folders of tests are in memory, where there is such a disk.
  const elsewhere = mkdtempSync(join(tmpdir(), 'course-catalog-'));
  try {
    mkdirSync(join(folder, 'data'));
    symlinkSync(elsewhere, join(folder, 'data/courses'));
    writeFiles(folder, { 'list.csv': first });
    await runImport(join(folder, 'list.csv'), join(folder, 'data'));
    expect([...snapshot(elsewhere).keys()]).toEqual(['list.ndjson']);
  } finally {
    removeFolder(elsewhere);
  }
});

it('an import never removes a folder that has the name of what it writes first', async () => {
  writeFiles(folder, { 'list.csv': first });
  await runImport(join(folder, 'list.csv'), join(folder, 'data'));
  writeFiles(folder, { 'list.csv': second, 'data/courses/.list.ndjson.part/precious': '' });
  await expect(runImport(join(folder, 'list.csv'), join(folder, 'data'))).rejects.toThrow('cannot be written');
  expect(existsSync(join(folder, 'data/courses/.list.ndjson.part/precious'))).toBe(true);
});

const head = 'title,url,provider,language,subject';
const optics = 'Optics,https://a.example/1,Uni A,en,Science > Physics';
const files = ['providers/list.ndjson', 'categories/list.csv', 'courses/list.ndjson'];

const importRows = (rows: readonly string[]) => importText(folder, 'list.csv', [head, ...rows].join('\n'));
const loseLedger = () => rmSync(join(folder, 'data/.import'), { recursive: true });
describe('an import without its ledger', () => {
  it('stops: a file of its name may be of somebody else', async () => {
    await importRows([optics]);
    loseLedger();
    const before = snapshot(join(folder, 'data'));
    const ledger = `${folder}/data/.import/list.json`;
    await expect(importRows([optics])).rejects.toMatchObject({
      problems: files.map(() => ({
        rule: 'import-edited',
        finding: `exists, but the ledger of the import "list" (${ledger}) does not`,
      })),
    });
    expect(snapshot(join(folder, 'data'))).toEqual(before);
  });
});
