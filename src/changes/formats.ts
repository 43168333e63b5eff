// Formats: the changes of a build as text and as data.
import type { Changes, ChangesFormat } from '../pipeline/publish/changes.ts';
import { addressesOf, type AddressedSite, type Repeatable } from './addresses.ts';

/** The requested format; by default json if the file's name ends in `.json`, otherwise lines. */
export function formatFor(file: string, requested: ChangesFormat | undefined): ChangesFormat {
  return requested ?? (/\.json$/iu.test(file) ? 'json' : 'lines');
}

/** The changes as `--json` prints them: paths below the output folder, and the addresses to purge. */
export function changesData(
  changes: Changes,
  site: AddressedSite,
): { added: string[]; changed: string[]; removed: string[]; purge: string[] } {
  const { added, changed, removed, purge } = listsOf(changes, site);
  return { added: [...added], changed: [...changed], removed: [...removed], purge: [...purge] };
}

/** The files of each format, as suffixes to the name of the file. */
export const endingsOf = {
  json: [''],
  lines: [''],
  // The file itself is last: once it is new, so are the others.
  rclone: ['.removed', '.purge', ''],
} as const satisfies Record<ChangesFormat, readonly string[]>;

/** The texts of the files of a format, in the order of `endingsOf`, as chunks that are generated on demand. */
export function textsOf(changes: Changes, format: ChangesFormat, site: AddressedSite): readonly Iterable<string>[] {
  return texts[format](listsOf(changes, site));
}

const texts: { readonly [Format in ChangesFormat]: (lists: Lists) => readonly Iterable<string>[] } = {
  json: (lists) => [json(lists)],
  lines: (lists) => [labelled(lists)],
  rclone: ({ added, changed, removed, purge }) => [lines(removed), lines(purge), lines(allOf(added, changed))],
};

interface Lists {
  readonly added: Iterable<string>;
  readonly changed: Iterable<string>;
  readonly removed: Iterable<string>;
  readonly purge: Iterable<string>;
}

/** Added paths are purged too: a cache may hold their earlier 404. */
function listsOf({ added, changed, removed, packed = [] }: Changes, site: AddressedSite): Lists {
  // The file of a response that is in a pack now is one of those removed.
  const inPacks = without(packed, new Set(removed));
  return { added, changed, removed, purge: addressesOf(allOf(added, changed, removed, inPacks), site) };
}

function allOf(...lists: readonly Iterable<string>[]): Repeatable {
  return {
    *[Symbol.iterator]() {
      for (const list of lists) yield* list;
    },
  };
}

function without(paths: Iterable<string>, others: ReadonlySet<string>): Repeatable {
  return {
    *[Symbol.iterator]() {
      for (const path of paths) if (!others.has(path)) yield path;
    },
  };
}

function* lines(list: Iterable<string>): Generator<string> {
  for (const text of list) yield `${text}\n`;
}

function* labelled(lists: Lists): Generator<string> {
  for (const [name, list] of Object.entries(lists)) for (const text of list) yield `${name} ${text}\n`;
}

/** One text per line, so that line-based tools can read it as well. */
function* json(lists: Lists): Generator<string> {
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
