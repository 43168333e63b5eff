// The public folder: the user's own files, published unchanged.
import { closeSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileOf, formatsOf, manifestFile, type FormattedSite, type PublishedFormat } from '../../api/formats.ts';
import { apiRoot } from '../../api/routes.ts';
import { filesBelow, isInside, pathsAbove, realPath } from '../../paths.ts';
import { fileProblem, quoteText, type Finding, type Problem } from '../../problems.ts';
import { reasonOf } from '../../source/errors.ts';
import type { PublicOptions } from '../build-options.ts';

/** The largest file that Node reads at once. */
const maxBytes = 2 ** 31 - 1;

/** The path of the public folder, which may not exist. */
export function publicFolderOf({ data, public: named }: Pick<PublicOptions, 'data' | 'public'>): string {
  return named ?? join(data, '..', 'public');
}

/** Whether the public folder has this file, which may take the place of one of ours. */
export function hasPublicFile(path: string, options: PublicOptions): boolean {
  const folder = publicFolderOf(options);
  return folderProblem(folder, options) === undefined && whyUnpublishable(path, folder, options) === undefined;
}

/** Finds the files to publish, the source path by the path in the output, and their problems. `written` are the paths outside `api/v1` that the build writes itself. */
export function findPublic(options: PublicOptions, written: readonly string[], site: FormattedSite) {
  const folder = publicFolderOf(options);
  const unusable = folderProblem(folder, options);
  if (unusable !== undefined) {
    // The default folder is optional: it may be missing, or be used for something else, such as the output.
    const problems = options.public === undefined ? [] : [problem(folder, 'public-folder', unusable)];
    return { copies: new Map(), problems };
  }
  try {
    const paths = filesBelow(folder);
    const problems = [...findingsIn(paths, options, written, site)].map(([path, finding]) =>
      problem(join(folder, path), 'public-file', finding),
    );
    return { copies: new Map(paths.map((path) => [path, join(folder, path)])), problems };
  } catch (error) {
    const path = error instanceof Error && 'path' in error ? String(error.path) : folder;
    return { copies: new Map(), problems: [problem(path, 'public-folder', reasonOf(error))] };
  }
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
  site: FormattedSite,
): Map<string, string> {
  const folder = publicFolderOf(options);
  const formats = formatsOf(site);
  const later = formats.flatMap(({ path, madeFrom }) => (madeFrom === 'courses' && !path.includes('*') ? [path] : []));
  const replaceable = new Set(site.formats.flatMap((one) => (one.isReplaceable ? [fileOf(one)] : [])));
  const files = new Map([...written, ...later, manifestFile].map((path) => [foldName(path), path]));
  const folders = new Map(
    [...written, `${apiRoot}/`].flatMap((path) => pathsAbove(path).map((one) => [foldName(one), path])),
  );
  const seen = new Map<string, string>();
  const found = new Map<string, string>();
  for (const path of paths) {
    const name = foldName(path);
    const above = pathsAbove(name);
    const own = [name, ...above].map((one) => files.get(one)).find((one) => one !== undefined) ?? folders.get(name);
    const duplicate = seen.get(name);
    seen.set(name, path);
    const reason = whyUnpublishable(path, folder, options);
    const taken = formats.find(
      (one) => one.owner !== undefined && `${name}/`.startsWith(one.path.replace(/\*.*$/u, '')),
    );
    if (own !== undefined && !replaceable.has(path))
      found.set(path, `conflicts with ${own}, which the build writes itself`);
    else if (`${name}/`.startsWith(`${apiRoot}/`)) found.set(path, `is in ${apiRoot}, which belongs to the API`);
    else if (taken) found.set(path, `${placeOf(taken)}, which belongs to the ${taken.owner}`);
    else if (/\p{Cc}/u.test(path)) found.set(path, `has a control character in its name, ${quoteText(path)}`);
    else if (duplicate !== undefined)
      found.set(path, `has the same name as ${duplicate} on systems that ignore case or Unicode normalization`);
    else if (reason !== undefined) found.set(path, reason);
  }
  return found;
}

/** Where the files of a path with a `*` are: in a folder, or beside others. */
function placeOf({ path }: PublishedFormat): string {
  const start = path.replace(/\*.*$/u, '');
  return start.endsWith('/') ? `is in ${start.slice(0, -1)}` : `has a name that begins with ${start}`;
}

/** Why a path in the public folder cannot be published; undefined for a file that this user may read. */
function whyUnpublishable(path: string, folder: string, { publicLinks }: PublicOptions): string | undefined {
  try {
    const file = join(folder, path);
    const entry = statSync(file, { throwIfNoEntry: false });
    if (entry?.isDirectory() === true) return 'is a link to a folder; only links to files are followed';
    if (entry?.isFile() !== true) return 'is neither a file nor a link to one';
    const target = realPath(file);
    if (!publicLinks && !isInside(target, realPath(folder)))
      return `is a link to ${target}, outside of ${folder}: --public-links allows it`;
    closeSync(openSync(file, 'r'));
    return entry.size > maxBytes ? 'is larger than 2 GiB' : undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

function foldName(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function doOverlap(one: string, other: string): boolean {
  const [a, b] = [realPath(one), realPath(other)];
  return a === b || isInside(a, b) || isInside(b, a);
}
