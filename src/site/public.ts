// The public folder: files of the person's own that are published as they are.
import { closeSync, openSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { apiRoot } from '../api/routes.ts';
import { isInside, pathsAbove, realPath } from '../paths.ts';
import { problemAt, quoteText, type Finding, type Problem } from '../problems.ts';
import { whyUnreadable } from '../source/errors.ts';
import { manifestFile } from './files.ts';
import { pageFile } from './published.ts';
import { searchFolder, searchIndexPath } from './search/format.ts';

export interface PublicOptions {
  /** The source folder. */
  readonly data: string;
  /** The output folder. */
  readonly out: string;
  /** Files to be published as they are; undefined for `public` beside the source folder, where there is one. */
  readonly public: string | undefined;
}

/** What Node reads at once. */
const mostBytes = 2 ** 31 - 1;

export interface PublicFiles {
  /** Files to copy: their path in the output, and where they are. */
  readonly copies: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

/** The folder that is looked for: the one that is named, or `public` beside the source folder. */
export function publicFolderOf({ data, public: named }: Pick<PublicOptions, 'data' | 'public'>): string {
  return named ?? join(data, '..', 'public');
}

/** Whether the person has a front page of their own, which takes the place of ours. */
export function hasFrontPage(options: PublicOptions): boolean {
  const folder = publicFolderOf(options);
  return folderProblem(folder, options) === undefined && whyUnfit(join(folder, pageFile)) === undefined;
}

/** Finds the files to publish, and what is wrong with them; `written` are the paths that the build writes itself outside the API. */
export function findPublic(options: PublicOptions, written: readonly string[]): PublicFiles {
  const folder = publicFolderOf(options);
  const refused = folderProblem(folder, options);
  if (refused !== undefined) {
    // Nobody asked for the folder that is looked for unasked: it may be missing, or be what is written.
    const problems = options.public === undefined ? [] : [problem(folder, 'public-folder', refused)];
    return { copies: new Map(), problems };
  }
  try {
    const paths = filesIn(folder);
    const problems = [...refusals(folder, paths, written)].map(([path, finding]) =>
      problem(join(folder, path), 'public-file', finding),
    );
    return { copies: new Map(paths.map((path) => [path, join(folder, path)])), problems };
  } catch (error) {
    const finding = whyUnreadable(error);
    if (finding === undefined) throw error;
    const path = error instanceof Error && 'path' in error ? String(error.path) : folder;
    return { copies: new Map(), problems: [problem(path, 'public-folder', finding)] };
  }
}

function problem(path: string, rule: Finding['rule'], finding: string): Problem {
  return problemAt(path, undefined, '', { rule, finding });
}

function folderProblem(folder: string, { data, out }: PublicOptions): string | undefined {
  try {
    const entry = statSync(folder, { throwIfNoEntry: false });
    if (!entry) return 'is not there';
    if (!entry.isDirectory()) return 'is not a folder';
  } catch (error) {
    const finding = whyUnreadable(error);
    if (finding === undefined) throw error;
    return finding;
  }
  const mixed = [out, data].find((other) => areMixed(folder, other));
  return mixed === undefined ? undefined : `is not apart from ${mixed}`;
}

/** The path of everything below a folder that is no folder itself, whatever it is called. */
function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
    .toSorted();
}

/** Why files may not be published, by their paths. Names are compared as systems do that care for neither case nor Unicode form. */
function refusals(folder: string, paths: readonly string[], written: readonly string[]): Map<string, string> {
  const files = new Map([...written, manifestFile].map((path) => [folded(path), path]));
  const folders = new Map(
    [...written, `${apiRoot}/`].flatMap((path) => pathsAbove(path).map((one) => [folded(one), path])),
  );
  const isSearched = written.includes(searchIndexPath);
  const seen = new Map<string, string>();
  const found = new Map<string, string>();
  for (const path of paths) {
    const name = folded(path);
    const above = pathsAbove(name);
    const own = [name, ...above].map((one) => files.get(one)).find((one) => one !== undefined) ?? folders.get(name);
    const twin = seen.get(name);
    seen.set(name, path);
    const reason = whyUnfit(join(folder, path));
    // A person's own front page takes the place of ours.
    if (own !== undefined && path !== pageFile) found.set(path, `stands where the build writes ${own} itself`);
    else if (`${name}/`.startsWith(`${apiRoot}/`)) found.set(path, `stands where the API is written, ${apiRoot}`);
    else if (isSearched && `${name}/`.startsWith(`${searchFolder}/`))
      found.set(path, `stands where the search index is written`);
    else if (/\p{Cc}/u.test(path)) found.set(path, `has a control character in its name, ${quoteText(path)}`);
    else if (twin !== undefined) found.set(path, `has a name that some systems cannot tell from that of ${twin}`);
    else if (reason !== undefined) found.set(path, reason);
  }
  return found;
}

/** Why what is at a path cannot be published; undefined for a file that this user may read. */
function whyUnfit(path: string): string | undefined {
  try {
    const entry = statSync(path, { throwIfNoEntry: false });
    if (entry?.isFile() !== true) return 'is neither a file nor a link to one';
    closeSync(openSync(path, 'r'));
    return entry.size > mostBytes ? 'is larger than 2 GiB' : undefined;
  } catch (error) {
    const finding = whyUnreadable(error);
    if (finding === undefined) throw error;
    return finding;
  }
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function areMixed(one: string, other: string): boolean {
  const [a, b] = [realPath(one), realPath(other)];
  return a === b || isInside(a, b) || isInside(b, a);
}
