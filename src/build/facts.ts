// Facts: what a build's catalog and files come to, for budgets and reports; all of it follows from what is known of the build.
import { dirname } from 'node:path';
import { pagesOf, type List } from '../api/paging.ts';
import { addressOf, apiRoot, folderOf, pagesFolder, routes, type RouteName } from '../api/routes.ts';
import { sumOf, type Tally } from '../output/writer.ts';
import type { Known, KnownOutput } from './known.ts';
import { countFolders, firstPages, numbersOfPage, pageFolders } from './layout.ts';

/** What the files of a build come to. */
export interface Total extends Tally {
  readonly folders: number;
  /** The folder that holds the most. */
  readonly largestFolder: { readonly path: string; readonly entries: number };
}

export interface Named {
  readonly name: string;
  readonly courses: number;
}

export interface Facts {
  /** Top-level categories, in source order; all providers; all languages. */
  readonly byCategory: readonly Named[];
  readonly byProvider: readonly Named[];
  readonly byLanguage: readonly Named[];
  /** Ascending. */
  readonly byYear: readonly { readonly year: number; readonly courses: number }[];
  /** The biggest first. */
  readonly biggestLists: readonly {
    readonly name: string;
    readonly kind: List['route'];
    readonly courses: number;
    readonly pages: number;
    readonly address: string;
  }[];
  /** In the order of the route table; the last is what lies around the API. */
  readonly endpoints: readonly { readonly path: string; readonly files: number; readonly bytes: number }[];
}

/** What the lists of all pages need to be summed up. */
type Sized = Pick<Known, 'batches' | 'lists' | 'pageSize' | 'summary' | 'rest'>;

export function totalOf(known: Sized): Total {
  const { described } = known.lists();
  const { courses, providers, categories, languages, pages } = known.summary;
  const folders = [
    { path: folderOf('course'), entries: courses },
    { path: folderOf('providers'), entries: providers },
    { path: folderOf('categories'), entries: categories },
    { path: folderOf('languages'), entries: languages },
    ...described.map(({ route, parameter, count }) => ({
      path: `${folderOf(route, parameter)}/${pagesFolder}`,
      entries: pagesOf(count, known.pageSize),
    })),
  ];
  return {
    ...sumOf([...known.batches.map(({ tally }) => tally), ...pageTallies(known).values(), ...known.rest.map(tallyOf)]),
    folders: countFolders(
      described,
      pages,
      courses,
      known.rest.map(({ path }) => path),
    ),
    largestFolder: folders.reduce((most, folder) => (folder.entries > most.entries ? folder : most)),
  };
}

/** Lists that a report names. */
const shownLists = 20;

export function factsOf(known: Sized, baseUrl: string): Facts {
  const { described, references } = known.lists();
  const years = new Map<number, number>();
  for (const batch of known.batches) {
    for (const [year, courses] of batch.years) years.set(year, (years.get(year) ?? 0) + courses);
  }
  const named = (route: List['route']) =>
    described.filter((list) => list.route === route).map(({ label, count }) => ({ name: label, courses: count }));
  const biggest = described.toSorted((a, b) => b.count - a.count).slice(0, shownLists);
  return {
    byCategory: named('category').filter((_, index) => references.categories[index]?.parent === -1),
    byProvider: named('provider'),
    byLanguage: named('language'),
    byYear: [...years].map(([year, courses]) => ({ year, courses })).toSorted((a, b) => a.year - b.year),
    biggestLists: biggest.map(({ route, parameter, label, count }) => ({
      name: label,
      kind: route,
      courses: count,
      pages: pagesOf(count, known.pageSize),
      address: addressOf(baseUrl, route, parameter),
    })),
    endpoints: endpointsOf(known),
  };
}

function endpointsOf({ batches, rest, ...known }: Sized): Facts['endpoints'] {
  const lists = pageTallies({ batches, rest, ...known });
  const names = Object.keys(routes).filter((name): name is RouteName => name in routes);
  const rows = names.map((name) => {
    // The files of a resource lie in its own folder.
    const own = rest.filter(({ path }) => dirname(path) === folderOf(name));
    const tally =
      name === 'course' ? sumOf(batches.map((batch) => batch.tally)) : (lists.get(name) ?? sumOf(own.map(tallyOf)));
    return {
      path: `/${folderOf(name, routes[name].path.match(/\{\w+\}/u)?.[0])}/`,
      files: tally.files,
      bytes: tally.bytes,
    };
  });
  const around = sumOf(rest.filter(({ path }) => !path.startsWith(`${apiRoot}/`)).map(tallyOf));
  return [...rows, { path: '/', files: around.files, bytes: around.bytes }];
}

/** What the pages of each kind of list come to. */
function pageTallies({ lists, pageSize }: Sized): Map<string, Tally> {
  const { described, pageNumbers } = lists();
  const firsts = firstPages(described, pageSize);
  const tallies = new Map<string, Tally>();
  for (const [index, list] of described.entries()) {
    let { files, bytes, largest } = tallies.get(list.route) ?? { files: 0, bytes: 0, largest: { path: '', bytes: 0 } };
    const first = firsts[index] ?? 0;
    for (let page = 1; page <= (firsts[index + 1] ?? 0) - first; page += 1) {
      const at = numbersOfPage * (first + page - 1);
      const [plain, all, twins] = [pageNumbers[at] ?? 0, pageNumbers[at + 1] ?? 0, pageNumbers[at + 2] ?? 0];
      // Page 1 is also the answer of the list's own address.
      const copies = page === 1 ? 2 : 1;
      files += copies * (1 + bitsOf(twins));
      bytes += copies * all;
      if (plain > largest.bytes) largest = { path: pageFolders(list, page)[0] ?? '', bytes: plain };
    }
    tallies.set(list.route, { files, bytes, largest });
  }
  return tallies;
}

function tallyOf({ path, bytes }: KnownOutput): Tally {
  return { files: 1, bytes, largest: { path, bytes } };
}

function bitsOf(number: number): number {
  let [bits, left] = [0, number];
  for (; left > 0; left >>= 1) bits += left & 1;
  return bits;
}
