// Formats: the list of the files that a build changed, as data, and as the files of each format.
import { lazy } from '../memoize.ts';
import type { FileChanges } from '../pipeline/build-options.ts';
import type { Problem } from '../problems.ts';
import type { ChangedFiles } from '../results.ts';
import { purgeAddresses, type AddressOptions, type Repeatable } from './purge-addresses.ts';
import type { ChangesFormat } from './format-names.ts';
import { writeSideFiles } from '../storage/side-files.ts';

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

/** The requested format; by default json if the file's name ends in `.json`, otherwise lines. */
export function formatFor(file: string, requested: ChangesFormat | undefined): ChangesFormat {
  return requested ?? (/\.json$/iu.test(file) ? 'json' : 'lines');
}

/** The paths of the files that the list is written to. */
export function listPaths(file: string, format: ChangesFormat): string[] {
  // The file itself is last: once it is new, so are the others.
  return (format === 'rclone' ? ['.removed', '.purge', ''] : ['']).map((ending) => file + ending);
}

/** Writes the list, creating the folder of the file. If it cannot, existing files stay, and it returns why. */
export function writeChangedFiles(
  changes: FileChanges,
  file: string,
  format: ChangesFormat,
  options: AddressOptions,
): Problem[] {
  const texts = textsOf[format](listsOf(changes, options));
  return writeSideFiles(listPaths(file, format).map((path, index) => [path, texts[index] ?? []]));
}

/** The texts of the files of each format, in the order of `listPaths`, as pieces that are generated on demand. */
const textsOf: { readonly [Format in ChangesFormat]: (lists: ChangedFilesList) => readonly Iterable<string>[] } = {
  json: (lists) => [json(lists)],
  lines: (lists) => [labeled(lists)],
  rclone: ({ added, changed, removed, purge }) => [lines(removed), lines(purge), lines(allOf(added, changed))],
};

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

function* lines(list: Iterable<string>): Generator<string> {
  for (const text of list) yield `${text}\n`;
}

function* labeled(lists: ChangedFilesList): Generator<string> {
  for (const [name, list] of Object.entries(lists)) for (const text of list) yield `${name} ${text}\n`;
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
