// The changes that a killed build has made and not listed: the next list has them as they look by then.
import { join } from 'node:path';
import { expect } from 'vitest';
import { UnreportedChanges } from '../../src/build/published/unreported.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';

const nothing = { added: [], changed: [], removed: [] };

it('are added, changed or removed by what is there now; a file whose place a folder took is removed', ({ folder }) => {
  const target = join(folder, 'dist');
  writeFiles(target, { new: '', changed: '', 'foo/x': '' });
  const killed = { added: ['new', 'foo/x', 'never'], changed: ['changed'], removed: ['foo', 'old'] };
  new UnreportedChanges(target, true).add(killed);
  const next = new UnreportedChanges(target, true);
  expect(next.all(nothing)).toEqual({
    added: ['new', 'foo/x'],
    changed: ['changed'],
    removed: ['never', 'foo', 'old'],
  });
  next.forget();
  expect(new UnreportedChanges(target, true).all(nothing)).toEqual(nothing);
});
