// The stages of a build: kept where they hold what could not be restored, removed otherwise.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockOutput } from '../../src/output/stage.ts';
import { makeFolder, removeFolder } from '../folders.ts';

let folder: string;
beforeEach(() => void (folder = makeFolder()));
afterEach(() => removeFolder(folder));

it('keeps a stage for good, beyond the next build', async () => {
  const first = lockOutput('dist', join(folder, 'dist'));
  const { aside } = first.stage();
  writeFileSync(join(aside, 'a'), 'old');
  first.keepStages();
  await first.close();
  await lockOutput('dist', join(folder, 'dist')).close();
  expect(existsSync(join(aside, 'a'))).toBe(true);
});

it('does not fail where a stage cannot be kept, which would hide why it should be', async () => {
  const output = lockOutput('dist', join(folder, 'dist'));
  rmSync(dirname(output.stage().aside), { recursive: true });
  expect(() => output.keepStages()).not.toThrow();
  expect(await output.close()).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});
