// Trees: everything below a folder, to the byte, the inode and the time, and what a build made of it.
import { hash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Entry {
  /** The digest of a file's bytes, or the kind of any other entry. */
  readonly content: string;
  readonly mode: bigint;
  readonly ino: bigint;
  readonly mtime: bigint;
  readonly ctime: bigint;
}

export type Tree = ReadonlyMap<string, Entry>;

/** The changes of a build, as its result lists them and as two trees show them. */
export interface Difference {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

const folderContent = 'folder';
const linkContent = 'link';

/**
 * Everything below a folder by path, without following links; empty if there is no folder.
 * A file that has not been written since `before` was taken of the same, idle folder is not read again.
 */
export function treeOf(folder: string, before?: Tree): Tree {
  const found = new Map<string, Entry>();
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) collect(folder, '', found, before);
  return found;
}

/** The name under which bytes are compared. */
function digestOf(bytes: Uint8Array): string {
  return hash('sha1', bytes, 'base64');
}

/** One line for each path at which two trees differ for a client. */
export function unlike(actual: Tree, expected: Tree): string[] {
  const faults: string[] = [];
  for (const [path, { content, mode }] of expected) {
    const found = actual.get(path);
    if (!found) faults.push(`missing: ${path}`);
    else if (found.content !== content) faults.push(`other bytes: ${path}`);
    else if (found.mode !== mode) faults.push(`other mode: ${path}`);
  }
  for (const path of actual.keys()) if (!expected.has(path)) faults.push(`left over: ${path}`);
  return faults.slice(0, 20);
}

/** One line for each file with unchanged bytes that was nevertheless written, renamed or touched; except for `except`. */
export function notKept(before: Tree, after: Tree, except: ReadonlySet<string> = new Set()): string[] {
  return [...before].flatMap(([path, entry]) => {
    const now = after.get(path);
    if (!isFile(entry) || now?.content !== entry.content || except.has(path)) return [];
    if (now.ino !== entry.ino) return [`another inode: ${path}`];
    if (now.mtime !== entry.mtime || now.ctime !== entry.ctime) return [`another time: ${path}`];
    return [];
  });
}

/** One line for each change of a tree: bytes, inodes, times, including those of folders. */
export function touched(before: Tree, after: Tree): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => isOther(before.get(path), after.get(path)));
}

/** The files that were added, changed and removed between two trees. */
export function differenceOf(before: Tree, after: Tree): Difference {
  const files = [...after].filter(([, entry]) => isFile(entry));
  const isThere = (tree: Tree, path: string) => isFile(tree.get(path));
  return {
    added: files.filter(([path]) => !isThere(before, path)).map(([path]) => path),
    changed: files
      .filter(([path, { content }]) => isThere(before, path) && before.get(path)?.content !== content)
      .map(([path]) => path),
    removed: [...before].filter(([path, entry]) => isFile(entry) && !isThere(after, path)).map(([path]) => path),
  };
}

/** The same lists in the order of their paths. */
export function sorted({
  added,
  changed,
  removed,
}: {
  readonly [Name in keyof Difference]: Iterable<string>;
}): Difference {
  return { added: [...added].toSorted(), changed: [...changed].toSorted(), removed: [...removed].toSorted() };
}

/** Whether it is a file, and neither a folder nor a link. */
export function isFile(entry: Entry | undefined): boolean {
  return entry !== undefined && entry.content !== folderContent && entry.content !== linkContent;
}

function isOther(one: Entry | undefined, other: Entry | undefined): boolean {
  if (!one || !other) return true;
  if (one.content !== other.content || one.ino !== other.ino) return true;
  return one.mtime !== other.mtime || one.ctime !== other.ctime;
}

function collect(folder: string, above: string, found: Map<string, Entry>, before?: Tree): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const whole = join(folder, entry.name);
    const path = above + entry.name;
    const { mode, ino, mtimeNs: mtime, ctimeNs: ctime } = lstatSync(whole, { bigint: true });
    const content = entry.isDirectory()
      ? folderContent
      : entry.isSymbolicLink()
        ? linkContent
        : (contentSince(before?.get(path), ino, ctime) ?? digestOf(readFileSync(whole)));
    found.set(path, { content, mode, ino, mtime, ctime });
    if (entry.isDirectory()) collect(whole, `${path}/`, found, before);
  }
}

/** The known digest of a file, if it is the same file and untouched: no program can set that time. */
function contentSince(known: Entry | undefined, ino: bigint, ctime: bigint): string | undefined {
  return known?.ino === ino && known.ctime === ctime && isFile(known) ? known.content : undefined;
}
