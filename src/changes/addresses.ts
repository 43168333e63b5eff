// Addresses: under which ones a cache may hold what stands at the paths of a build.
import { pageNumberPattern } from '../api/http.ts';
import type { PageLinks } from '../api/paging.ts';
import { apiRoot, indexFiles, pagesFolder, type IndexFile } from '../api/routes.ts';
import { encodingEndings } from '../output/encodings.ts';
import { manifestFile } from '../site/files.ts';
import { configurationFolder } from '../site/hosts/host.ts';
import { hostNames, hosts } from '../site/hosts/hosts.ts';

/** The site that paths belong to, as far as their addresses depend on it. */
export interface AddressedSite {
  /** Without a last slash. */
  readonly baseUrl: string;
  readonly pageLinks: PageLinks;
  readonly indexFile: IndexFile;
}

/** Texts that can be gone through more than once, as an array and `Paths` can and a generator cannot. */
export type Repeatable = Iterable<string> & { readonly next?: never };

/**
 * The addresses under which a cache may hold what stands at these paths, or held what stood there: percent-encoded,
 * absolute, each once. A missing one leaves a reader with an old answer, one too many costs a request: in doubt it is there.
 */
export function* addressesOf(paths: Repeatable, site: AddressedSite): Generator<string> {
  const ways = waysOf(site);
  // Few paths share an address with another: to remember those alone spares the memory that all would take.
  const shared = new Set<string>();
  for (const path of paths) for (const address of ways.sharedBy(path)) shared.add(address);
  for (const path of paths) {
    for (const address of ways.ownOf(path)) {
      shared.delete(address);
      yield address;
    }
  }
  yield* shared;
}

interface Ways {
  /** Addresses that no other path leads to by this way. */
  readonly ownOf: (path: string) => readonly string[];
  /** Addresses that another path may have too: of a compressed twin, of an index file of the other name, of a folder of the person's own. */
  readonly sharedBy: (path: string) => readonly string[];
}

const none: readonly string[] = [];

function waysOf(site: AddressedSite): Ways {
  const { baseUrl, pageLinks, indexFile } = site;
  const unserved = unservedFiles(site);
  const twins = new Set(indexFiles.flatMap((name) => Object.values(encodingEndings).map((ending) => name + ending)));
  const indexes = new Set<string>(indexFiles);
  const pagePattern = new RegExp(`^(.+/)${pagesFolder}/(${pageNumberPattern})/$`, 'u');

  const absolute = (path: string) => `${baseUrl}/${encodeURIComponent(path).replaceAll('%2F', '/')}`;
  const ofFolder = (folder: string) => {
    const address = absolute(folder);
    if (pageLinks === 'path') return [address];
    const [, list, page] = pagePattern.exec(address) ?? [];
    return list === undefined ? [address] : [address, `${list}?page=${page}`];
  };
  return {
    ownOf: (path) => {
      const { folder, name } = partsOf(path);
      if (isInApi(path) && name === indexFile) return ofFolder(folder);
      if (isInApi(path) && (indexes.has(name) || twins.has(name))) return none;
      return isServed(path, unserved) ? [absolute(path)] : none;
    },
    sharedBy: (path) => {
      const { folder, name } = partsOf(path);
      if (!isInApi(path)) return indexes.has(name) ? [absolute(folder)] : none;
      return name !== indexFile && (indexes.has(name) || twins.has(name)) ? ofFolder(folder) : none;
    },
  };
}

/** The folder with its last slash; empty for the root of the site. */
function partsOf(path: string): { folder: string; name: string } {
  const start = path.lastIndexOf('/') + 1;
  return { folder: path.slice(0, start), name: path.slice(start) };
}

function isInApi(path: string): boolean {
  return path.startsWith(`${apiRoot}/`);
}

function isServed(path: string, unserved: ReadonlySet<string>): boolean {
  return !unserved.has(path) && !path.startsWith(`${configurationFolder}/`);
}

/** Files that hosts read and never serve: those of every preset, for a build may remove those of the one before it. */
function unservedFiles({ baseUrl, pageLinks, indexFile }: AddressedSite): Set<string> {
  const site = { baseUrl, prefix: '', pageLinks, indexFile, out: '', site: true, frontPage: true };
  return new Set([manifestFile, ...hostNames.flatMap((name) => hosts[name].files(site).map(({ path }) => path))]);
}
