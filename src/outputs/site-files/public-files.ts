// The public folder: the user's own files, published unchanged.
import { closeSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  fixedStart,
  publishedFile,
  publishedPaths,
  manifestFile,
  type PublishedPath,
} from '../../api/published-paths.ts';
import { apiRoot } from '../../api/routes.ts';
import { notFoundFile, type Host, type HostFile, type HostedSite } from '../../hosts/host.ts';
import { isInside, pathsAbove, realPath } from '../../paths.ts';
import { fileProblem, type Finding, type Problem } from '../../text/problems.ts';
import { reasonOf } from '../../catalog/source/file-errors.ts';
import { filesBelow } from '../../catalog/source/walk.ts';
import { quoteText } from '../../text/quote.ts';
import { publicFolderOf, type PublicOptions } from '../site-options.ts';

/** The largest file that Node reads at once. */
const maxBytes = 2 ** 31 - 1;

/** What programs leave in folders, and nobody publishes. */
const leftovers = ['.git', '.DS_Store', 'Thumbs.db'];

/** Whether the public folder has this file, which may take the place of one of ours. */
export function hasPublicFile(path: string, options: PublicOptions): boolean {
  const folder = publicFolderOf(options);
  return folderProblem(folder, options) === undefined && whyUnpublishable(path, folder) === undefined;
}

/** Whether the lines of a public file go into a file of the host. */
export function takesOwnLines({ path, before }: HostFile, options: PublicOptions): boolean {
  return before !== undefined && hasPublicFile(path, options);
}

/** Finds the files to publish, the source path by the path in the output, and their problems. `written` are the paths outside `api/v1` that the build writes itself. */
export function findPublic(options: PublicOptions, written: readonly string[], site: HostedSite, host: Host) {
  const folder = publicFolderOf(options);
  const unusable = folderProblem(folder, options);
  if (unusable !== undefined) {
    // The default folder is optional: it may be missing, or be used for something else, such as the output.
    const problems = options.public === undefined ? [] : [problem(folder, 'public-folder', unusable)];
    return { copies: new Map(), problems };
  }
  try {
    const hostFiles = host.files(site);
    const isOwn = (path: string) => hostFiles.some((file) => file.path === path && takesOwnLines(file, options));
    const paths = filesBelow(folder, ...leftovers).filter((path) => !isOwn(path));
    const remedyOf = (path: string) => remedyFor(path, site, host);
    const problems = [...findingsIn(paths, options, written, site, host)].map(([path, finding]) =>
      fileProblem(join(folder, path), { rule: 'public-file', finding, ...remedyOf(path) }),
    );
    return { copies: new Map(paths.map((path) => [path, join(folder, path)])), problems };
  } catch (error) {
    const path = error instanceof Error && 'path' in error ? String(error.path) : folder;
    return { copies: new Map(), problems: [problem(path, 'public-folder', reasonOf(error))] };
  }
}

/** Where settings or a page of the user belong that cannot be a public file. */
function remedyFor(path: string, site: HostedSite, host: Host): { readonly remedy?: string } {
  const isForHost = host.files(site).some((file) => file.path === path);
  if (isForHost && host.ownSettings !== undefined) return { remedy: host.ownSettings };
  const page = notFoundFile(host, site);
  if (path !== '404.html' || page === path) return {};
  const other = `name the page ${page}`;
  return { remedy: page.endsWith('.html') ? other : `remove it: ${host.title} sends it to programs as well, as JSON` };
}

function problem(path: string, rule: Finding['rule'], finding: string): Problem {
  return fileProblem(path, { rule, finding });
}

function folderProblem(folder: string, { data, out }: PublicOptions): string | undefined {
  try {
    const entry = statSync(folder, { throwIfNoEntry: false });
    if (!entry) return 'does not exist';
    if (!entry.isDirectory()) return 'is not a folder';
  } catch (error) {
    return reasonOf(error);
  }
  const other = [out, data].find((path) => doOverlap(folder, path));
  return other === undefined ? undefined : `overlaps with ${other}: neither may contain the other`;
}

/** Why files cannot be published, by path. Names are compared like on file systems that ignore case and Unicode normalization. */
function findingsIn(
  paths: readonly string[],
  options: PublicOptions,
  written: readonly string[],
  site: HostedSite,
  host: Host,
): Map<string, string> {
  const folder = publicFolderOf(options);
  const published = publishedPaths(site);
  const later = published.flatMap(({ path, madeFrom }) =>
    madeFrom === 'courses' && !path.includes('*') ? [path] : [],
  );
  const replaceable = new Set(site.paths.flatMap((path) => (path.isReplaceable ? [publishedFile(path)] : [])));
  const notFound = notFoundFile(host, site);
  if (notFound.endsWith('.html')) replaceable.add(notFound);
  const files = new Map([...written, ...later, manifestFile].map((path) => [foldPath(path), path]));
  const folders = new Map(
    [...written, `${apiRoot}/`].flatMap((path) => pathsAbove(path).map((above) => [foldPath(above), path])),
  );
  const pathsByName = new Map<string, string>();
  const publicFiles = new Map<string, string>();
  for (const path of paths) {
    const name = foldPath(path);
    const above = pathsAbove(name);
    const occupied =
      [name, ...above].map((foldedPath) => files.get(foldedPath)).find((file) => file !== undefined) ??
      folders.get(name);
    const duplicate = pathsByName.get(name);
    pathsByName.set(name, path);
    const reason = whyUnpublishable(path, folder);
    const owner = published.find((taken) => taken.owner !== undefined && `${name}/`.startsWith(fixedStart(taken)));
    if (occupied !== undefined && !replaceable.has(path))
      publicFiles.set(path, `conflicts with ${occupied}, which the build writes itself`);
    else if (`${name}/`.startsWith(`${apiRoot}/`)) publicFiles.set(path, `is in ${apiRoot}, which belongs to the API`);
    else if (owner) publicFiles.set(path, `${locationOf(owner)}, which belongs to the ${owner.owner}`);
    else if (/\p{Cc}/u.test(path)) publicFiles.set(path, `has a control character in its name, ${quoteText(path)}`);
    else if (duplicate !== undefined)
      publicFiles.set(path, `has the same name as ${duplicate} on systems that ignore case or Unicode normalization`);
    else if (reason !== undefined) publicFiles.set(path, reason);
  }
  return publicFiles;
}

/** Where the files of a path with a `*` are: in a folder, or beside others. */
function locationOf(published: PublishedPath): string {
  const start = fixedStart(published);
  return start.endsWith('/') ? `is in ${start.slice(0, -1)}` : `has a name that begins with ${start}`;
}

/** Why a path in the public folder cannot be published; undefined for a file that this user may read. */
function whyUnpublishable(path: string, folder: string): string | undefined {
  try {
    const file = join(folder, path);
    const entry = statSync(file, { throwIfNoEntry: false });
    if (entry?.isDirectory() === true) return 'is a link to a folder; only links to files are followed';
    if (entry?.isFile() !== true) return 'is neither a file nor a link to one';
    const target = realPath(file);
    if (!isInside(target, realPath(folder))) return `is a link to ${target}, outside of ${folder}`;
    closeSync(openSync(file, 'r'));
    return entry.size > maxBytes ? 'is larger than 2 GiB' : undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

function foldPath(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function doOverlap(folder: string, otherFolder: string): boolean {
  const [a, b] = [realPath(folder), realPath(otherFolder)];
  return a === b || isInside(a, b) || isInside(b, a);
}
