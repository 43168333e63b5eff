// The lock on a journal: of builds that keep one journal, for several output folders, one works at a time, and no published line is lost.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { buildInProcess, env } from '../incremental/command.ts';
import { it } from '../helpers/fixture.ts';
import { snapshot } from '../helpers/folders.ts';
import { Kept, minute, publishedIn, viewsIn } from './kept.ts';

const titles = (...ids: number[]) => new Map(ids.map((id) => [id, `Course ${id}`]));
const options = ['--no-site', '--journal', '--at', minute(9), '--threads', '1'];
const command = join(process.cwd(), 'lib/bin.js');

/** What an output folder has published is in the journal, line by line, and is all that the journal has. */
function expectKept(kept: Kept, out: string): void {
  expect(publishedIn(out)).toEqual(kept.lines().toReversed());
  const present = kept.lines().filter(({ change }) => change !== 'deleted');
  expect(new Map(present.map(({ linkhash, sha256 }) => [linkhash, sha256]))).toEqual(viewsIn(out));
}

it('keeps out another process that builds into another folder, wherever a link leads to the journal', async ({
  folder,
}) => {
  const kept = new Kept(folder);
  kept.write(titles(1, 2, 3));
  const other = join(folder, 'other');
  symlinkSync(kept.data, join(folder, 'same'));
  const codes: unknown[] = [];
  const interfere = () => {
    if (codes.length > 0) return;
    for (const more of [[], ['--journal', join(folder, 'same/.journal.ndjson')]]) {
      const { code, stderr } = buildInProcess(folder, other, [...options, ...more]);
      codes.push(code);
      expect(stderr).toMatch(/\.journal\.ndjson: is being kept by process \d+ on host [^]* journal-busy: wait/u);
    }
    // A dry run keeps nothing.
    codes.push(buildInProcess(folder, other, [...options, '--dry-run']).code);
  };
  await kept.build(minute(1), {}, interfere);
  expect(codes).toEqual([1, 1, 0]);
  expect(existsSync(other)).toBe(false);
  expectKept(kept, kept.out);
  expect(buildInProcess(folder, other, options).code).toBe(0);
  expectKept(kept, other);
  expect(readdirSync(kept.data).filter((name) => name.startsWith('.'))).toEqual(['.journal.ndjson']);
});

it('lets one of several processes at once build a fresh catalog, and the others follow', async ({ folder }) => {
  const kept = new Kept(folder);
  kept.write(titles(1, 2, 3, 4));
  const outs = ['one', 'two', 'three'].map((name) => join(folder, name));
  const build = async (out: string) => {
    const args = [command, 'build', '--data', kept.data, '--out', out, '--quiet', ...options];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    return { code: Number(code), stderr };
  };
  for (let round = 0; round < 2; round += 1) {
    for (const path of [...outs, kept.journal]) rmSync(path, { recursive: true, force: true });
    const ended = await Promise.all(outs.map(build));
    expect(ended.some(({ code }) => code === 0)).toBe(true);
    for (const [at, { code, stderr }] of ended.entries()) {
      const [out = ''] = outs.slice(at);
      const isBuilt = existsSync(out);
      expect([code, stderr.includes('journal-busy')]).toEqual(isBuilt ? [0, false] : [1, true]);
      if (isBuilt) expectKept(kept, out);
    }
    for (const out of outs) {
      expect((await build(out)).code).toBe(0);
      expectKept(kept, out);
    }
  }
});

it('leaves nothing beside a build that fails, and says where a journal cannot be kept', async ({ folder }) => {
  const kept = new Kept(folder);
  kept.write(new Map([[1, 'A course']]));
  const before = snapshot(folder);
  const journal = join(folder, 'new/folders/journal.ndjson');
  kept.write(new Map([[1, '']]));
  await expect(kept.build(minute(1), { journal })).rejects.toThrow(/title/u);
  kept.write(new Map([[1, 'A course']]));
  expect(snapshot(folder)).toEqual(before);
  const error: unknown = await kept
    .build(minute(1), { journal: '/proc/journal.ndjson' })
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ problems: [{ rule: 'journal-file', file: '/proc/journal.ndjson' }] });
});
