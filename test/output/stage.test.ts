// The stages of a build: kept if they hold what could not be restored, removed otherwise.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockOutput } from '../../src/pipeline/publish/stage.ts';
import { makeFolder, removeFolder } from '../folders.ts';

let folder: string;
beforeEach(() => void (folder = makeFolder()));
afterEach(() => removeFolder(folder));

it('keeps a stage permanently, past the next build', async () => {
  const first = lockOutput('dist', join(folder, 'dist'));
  const { aside } = first.stage();
  writeFileSync(join(aside, 'a'), 'old');
  first.keepStages();
  await first.close();
  await lockOutput('dist', join(folder, 'dist')).close();
  expect(existsSync(join(aside, 'a'))).toBe(true);
});

it('does not fail if a stage cannot be kept, since that would hide the original error', async () => {
  const output = lockOutput('dist', join(folder, 'dist'));
  rmSync(dirname(output.stage().aside), { recursive: true });
  expect(() => output.keepStages()).not.toThrow();
  expect(await output.close()).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});
