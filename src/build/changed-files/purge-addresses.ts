// Purge addresses: the URLs under which a cache may hold the files of a build.
import { manifestFile, pageFile } from '../../api/published-paths.ts';
import { pageNumberPattern } from '../../api/http.ts';
import type { PageLinks } from '../../api/paging.ts';
import { isInApi, indexFiles, pageSegment, type IndexFile } from '../../api/routes.ts';
import { configurationFolder } from '../../hosts/host.ts';
import { hostNames, hosts } from '../../hosts/hosts.ts';
import { allPublishedPaths } from '../../outputs/declarations.ts';
import { encodingEndings } from '../../storage/encodings.ts';

/** The properties of a site that the addresses of its files depend on. */
export interface AddressOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly pageLinks: PageLinks;
  readonly indexFile: IndexFile;
}

/** Texts that can be iterated more than once, like an array or `Paths`, but unlike a generator. */
export type Repeatable = Iterable<string> & { readonly next?: never };

/**
 * The addresses under which a cache may hold the current or earlier content of these paths: absolute, percent-encoded, without
 * duplicates. When in doubt, an address is included: a missing one leaves clients with a stale response, a superfluous one
 * costs one request.
 */
export function* purgeAddresses(paths: Repeatable, options: AddressOptions): Generator<string> {
  const rules = rulesOf(options);
  // Only addresses that several paths may share can occur twice; remembering those alone saves memory.
  const shared = new Set<string>();
  for (const path of paths) for (const address of rules.sharedBy(path)) shared.add(address);
  for (const path of paths) {
    for (const address of rules.ownOf(path)) {
      shared.delete(address);
      yield address;
    }
  }
  yield* shared;
}

const none: readonly string[] = [];

function rulesOf(options: AddressOptions) {
  const { baseUrl, pageLinks, indexFile } = options;
  const unserved = unservedFiles(options);
  const compressed = new Set(
    indexFiles.flatMap((name) => Object.values(encodingEndings).map((ending) => name + ending)),
  );
  const indexes = new Set<string>(indexFiles);
  const pagePattern = new RegExp(`^(.+/)${pageSegment}/(${pageNumberPattern})/$`, 'u');

  const absolute = (path: string) => `${baseUrl}/${encodeURIComponent(path).replaceAll('%2F', '/')}`;
  const folderAddresses = (folder: string) => {
    const address = absolute(folder);
    if (pageLinks === 'path') return [address];
    const [, list, page] = pagePattern.exec(address) ?? [];
    return list === undefined ? [address] : [address, `${list}?page=${page}`];
  };
  return {
    /** Addresses that no other path yields by this function. */
    ownOf: (path: string): readonly string[] => {
      const { folder, name } = partsOf(path);
      if (isInApi(path) && name === indexFile) return folderAddresses(folder);
      if (isInApi(path) && (indexes.has(name) || compressed.has(name))) return none;
      return isServed(path, unserved) ? [absolute(path)] : none;
    },
    /** Addresses that several paths may have: of a compressed copy, an index file of the other name, or a folder of `public`. */
    sharedBy: (path: string): readonly string[] => {
      const { folder, name } = partsOf(path);
      if (!isInApi(path)) return name === pageFile ? [absolute(folder)] : none;
      return name !== indexFile && (indexes.has(name) || compressed.has(name)) ? folderAddresses(folder) : none;
    },
  };
}

/** The folder has a trailing slash; it is empty for the root of the site. */
function partsOf(path: string): { folder: string; name: string } {
  const start = path.lastIndexOf('/') + 1;
  return { folder: path.slice(0, start), name: path.slice(start) };
}

function isServed(path: string, unserved: ReadonlySet<string>): boolean {
  return !unserved.has(path) && !path.startsWith(`${configurationFolder}/`);
}

/** Files that hosts read but never serve, of every preset: a build may remove those of an earlier build for another host. */
function unservedFiles({ baseUrl, pageLinks, indexFile }: AddressOptions): Set<string> {
  const features = {
    paths: allPublishedPaths,
    pages: true,
    frontPage: true,
    coursePages: true,
    dumps: true,
    journal: true,
  };
  const site = { baseUrl, prefix: '', pageLinks, indexFile, out: '', ...features };
  return new Set([manifestFile, ...hostNames.flatMap((name) => hosts[name].files(site).map(({ path }) => path))]);
}
