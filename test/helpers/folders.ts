// Temporary folders: in memory if the system has a RAM disk, and removed after the tests.
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import fs from 'fs-extra';

const ramDisk = '/dev/shm';

/** Makes an empty folder; its path has no symbolic links. */
export function makeFolder(): string {
  return fs.mkdtempSync(join(fs.realpathSync(isWritable(ramDisk) ? ramDisk : tmpdir()), 'course-catalog-'));
}

/** Removes a folder and its content. In Node 20 `fs.rmSync` takes twice as long: it first tries to remove each folder as an empty one. */
export function removeFolder(folder: string): void {
  remove(Buffer.from(folder));
}

/** Removes a file or folder. Names may be invalid UTF-8, so only their bytes identify a file. */
function remove(path: Buffer): void {
  const entry = fs.lstatSync(path, { throwIfNoEntry: false });
  if (!entry) return;
  if (!entry.isDirectory()) return fs.unlinkSync(path);
  for (const name of fs.readdirSync(path, { encoding: 'buffer' })) remove(Buffer.concat([path, slash, name]));
  fs.rmdirSync(path);
}

const slash = Buffer.from('/');

/** Runs `use` in an empty folder, and removes it afterwards. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeFolder();
  try {
    return await use(folder);
  } finally {
    removeFolder(folder);
  }
}

/** Writes files below a folder, creating their parent folders. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) fs.outputFileSync(join(folder, path), content);
}

/** The paths of the files below a folder, in order. */
export function filesIn(folder: string): string[] {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).toSorted();
}

/** Everything below a folder by path: the bytes of files as Latin-1 text, `folder` for folders. */
export function snapshot(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const whole = join(folder, path);
    found.set(path, fs.statSync(whole).isDirectory() ? 'folder' : fs.readFileSync(whole, 'latin1'));
  }
  return found;
}

/** Runs `action` as a user with limited permissions, since root may do everything. */
export async function asAnyone<T>(action: () => Promise<T>): Promise<T> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.('nobody');
  try {
    return await action();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

function isWritable(folder: string): boolean {
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
