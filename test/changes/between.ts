// The changes between two builds, found by comparing all of both.
import type { Changes } from '../../src/pipeline/publish/changes.ts';

/** The changes from the files of one build, by path, to those of another. */
export function changesBetween(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Changes {
  const paths = [...after.keys()];
  return {
    added: paths.filter((path) => !before.has(path)),
    changed: paths.filter((path) => before.has(path) && before.get(path) !== after.get(path)),
    removed: [...before.keys()].filter((path) => !after.has(path)),
  };
}
