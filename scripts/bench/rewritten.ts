// Owns which files of an output a build rewrote, as rsync or a reader would notice: by inode and time, and by bytes.
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Fingerprint, fingerprint } from './measure.ts';

/** An output at one time. */
export interface Output {
  stamps: ReadonlyMap<string, string>;
  content: Fingerprint;
}

/** What happened to the files of an output, as numbers of files. */
export interface Rewritten {
  added: number;
  changed: number;
  removed: number;
  /** Rewritten with the same bytes. */
  needless: number;
  /** The kinds of files that were added or changed. */
  kinds: ReadonlyMap<string, number>;
}

/** Every file of an output, with the properties that rewriting a file changes. */
export async function look(directory: string): Promise<Output> {
  const stamps = new Map<string, string>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { ino, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    stamps.set(relative(directory, path), `${ino} ${mtimeNs} ${ctimeNs}`);
  }
  return { stamps, content: await fingerprint(directory) };
}

/** The difference between two snapshots of one output. */
export function rewritten(before: Output, after: Output): Rewritten {
  const paths = [...after.stamps.keys()];
  const added = paths.filter((path) => !before.stamps.has(path));
  const touched = paths.filter((path) => before.stamps.has(path) && before.stamps.get(path) !== after.stamps.get(path));
  const changed = touched.filter((path) => before.content.get(path) !== after.content.get(path));
  const kinds = new Map<string, number>();
  for (const path of [...added, ...changed]) kinds.set(kindOf(path), (kinds.get(kindOf(path)) ?? 0) + 1);
  return {
    added: added.length,
    changed: changed.length,
    removed: [...before.stamps.keys()].filter((path) => !after.stamps.has(path)).length,
    needless: touched.length - changed.length,
    kinds,
  };
}

function kindOf(path: string): string {
  const [, second = '', resource = '', ...rest] = path.split('/');
  if (path.startsWith('api/v1/courses/view/')) return 'views';
  if (path === 'api/v1/courses/latest/index.json') return 'latest';
  if (path.startsWith('search/')) return `search: ${second}`;
  if (rest.length > 1) return `pages of ${resource}`;
  return path.startsWith('api/v1/') ? `list of ${resource}` : path;
}
