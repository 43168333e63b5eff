// Paths: what lies below a folder, wherever links lead.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { filesBelow } from '../src/paths.ts';
import { it } from './fixture.ts';
import { writeFiles } from './folders.ts';

it('files below a folder are listed once each, without following links, also where links make loops', async ({
  folder,
}) => {
  writeFiles(folder, { 'beside/x': '', 'top/b/c': '', 'top/b-': '', 'top/a/.d': '' });
  mkdirSync(join(folder, 'top/empty'));
  for (const target of ['..', '.', '../beside', 'b', 'b/c', 'nowhere']) {
    symlinkSync(target, join(folder, 'top', `to ${target.replaceAll('/', '_')}`));
  }
  const links = ['to .', 'to ..', 'to .._beside', 'to b', 'to b_c', 'to nowhere'];
  expect(filesBelow(join(folder, 'top'))).toEqual(['a/.d', 'b-', 'b/c', ...links]);
});
