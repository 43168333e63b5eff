// The list of the files that a build changed, as data and as a file.
import { lazy } from '../../memoize.ts';
import type { FileChanges } from '../build-options.ts';
import type { Problem } from '../../text/problems.ts';
import type { ChangedFiles } from '../../results.ts';
import { writeSideFile } from '../../storage/side-files.ts';
import { purgeAddresses, type AddressOptions, type Repeatable } from './purge-addresses.ts';

/** The list as `--json` prints it: paths below the output folder, and the addresses to purge. */
export function changedFilesData(changes: FileChanges, options: AddressOptions): ChangedFiles {
  const lists = listsOf(changes, options);
  const listed = (name: keyof ChangedFilesList) => lazy(() => [...lists[name]]);
  const [added, changed, removed, purge] = [listed('added'), listed('changed'), listed('removed'), listed('purge')];
  return {
    get added() {
      return added();
    },
    get changed() {
      return changed();
    },
    get removed() {
      return removed();
    },
    get purge() {
      return purge();
    },
  };
}

/** Writes the list as JSON, creating the folder of the file. If it cannot, an existing file stays, and it returns why. */
export function writeChangedFiles(changes: FileChanges, file: string, options: AddressOptions): Problem[] {
  return writeSideFile(file, json(listsOf(changes, options)));
}

type ChangedFilesList = Readonly<Record<'added' | 'changed' | 'removed' | 'purge', Iterable<string>>>;

/** Added paths are purged too: a cache may hold their earlier 404. */
function listsOf({ added, changed, removed }: FileChanges, options: AddressOptions): ChangedFilesList {
  return { added, changed, removed, purge: purgeAddresses(allOf(added, changed, removed), options) };
}

function allOf(...lists: readonly Iterable<string>[]): Repeatable {
  return {
    *[Symbol.iterator]() {
      for (const list of lists) yield* list;
    },
  };
}

/** One text per line, so that line-based tools can read it as well. */
function* json(lists: ChangedFilesList): Generator<string> {
  let opening = '{';
  for (const [name, list] of Object.entries(lists)) {
    yield `${opening}"${name}":[`;
    let gap = '\n';
    for (const text of list) {
      yield gap + JSON.stringify(text);
      gap = ',\n';
    }
    yield ']';
    opening = ',\n';
  }
  yield '}\n';
}
