// `it` with what most tests need: an empty folder that is removed after the test.
import { it as base } from 'vitest';
import { makeFolder, removeFolder } from './folders.ts';

/** Vitest's `it`, which makes a folder if the test names it: `it('…', ({ folder }) => …)`, `it.for(rows)('…', (row, { folder }) => …)`. */
export const it = base.extend('folder', ({ onTestFinished }) => {
  const folder = makeFolder();
  // These run last in, first out: what a test starts in the folder has ended before.
  onTestFinished(() => removeFolder(folder));
  return folder;
});
