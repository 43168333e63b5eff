// Formats: what the changes of a build look like as text and as data.
import type { Changes, ChangesFormat } from '../output/changes.ts';
import { addressesOf, type AddressedSite, type Repeatable } from './addresses.ts';

/** The format: the one asked for, or json where the file's name ends so, lines otherwise. */
export function formatFor(file: string, asked: ChangesFormat | undefined): ChangesFormat {
  return asked ?? (/\.json$/iu.test(file) ? 'json' : 'lines');
}

/** As `--json` gives them: paths below the output folder, and the addresses to purge. */
export function changesData(
  changes: Changes,
  site: AddressedSite,
): { added: string[]; changed: string[]; removed: string[]; purge: string[] } {
  const { added, changed, removed, purge } = listsOf(changes, site);
  return { added: [...added], changed: [...changed], removed: [...removed], purge: [...purge] };
}

/** What follows the name of the file in the names of the files of a format. */
export const endingsOf = {
  json: [''],
  lines: [''],
  // The file itself comes last: where it is new, so are the others.
  rclone: ['.removed', '.purge', ''],
} as const satisfies Record<ChangesFormat, readonly string[]>;

/** The texts of a format's files, in the order of `endingsOf`: each in pieces, which are made as they are asked for. */
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

/** What was added is purged too: a cache may hold the 404 from before. */
function listsOf({ added, changed, removed }: Changes, site: AddressedSite): Lists {
  return { added, changed, removed, purge: addressesOf(allOf(added, changed, removed), site) };
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

function* labelled(lists: Lists): Generator<string> {
  for (const [name, list] of Object.entries(lists)) for (const text of list) yield `${name} ${text}\n`;
}

/** A text on each line, so that other programs of lines can read it as well. */
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
