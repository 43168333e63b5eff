// The snapshot: what tells files of the output that nobody has changed since a build wrote them.
import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { apiRoot, type IndexFile } from '../../api/routes.ts';
import type { Step } from '../../output/publication.ts';
import { entryAt, pathsAbove } from '../../paths.ts';

/** A file or folder of the output. The time of change of a folder that others may add to is null. */
export interface FileIdentity {
  readonly path: string;
  readonly ino: number;
  readonly ctimeMs: number | null;
}

/** By the clock of the output's file system, in milliseconds since 1970. */
export interface OutputSnapshot {
  /** What tells this output from any other, and from an older one that was put in its place. */
  readonly identities: readonly FileIdentity[];
  /** Files with a time of change at or before this are unchanged since the last audit. */
  readonly takenAt: number;
  /** Files and folders that builds have written since, with their times of change. */
  readonly writtenSince: readonly (readonly [path: string, ctimeMs: number])[];
}

/** What is unchanged in an output, whoever asks. */
export interface Unchanged {
  readonly target: string;
  readonly takenAt: number;
  /** See `OutputSnapshot`. */
  readonly writtenSince: ReadonlyMap<string, number>;
}

/** Whether nobody but a build has changed a file or folder. */
export function isUnchanged({ ctimeMs }: Stats, path: string, { takenAt, writtenSince }: Unchanged): boolean {
  return ctimeMs <= takenAt || writtenSince.get(path) === ctimeMs;
}

export function identitiesOf(target: string, indexFile: IndexFile): FileIdentity[] {
  const identityOf = (path: string): FileIdentity => {
    const { ino, ctimeMs } = lstatSync(join(target, path));
    return { path, ino, ctimeMs };
  };
  // Others may put files beside the API.
  return [{ ...identityOf(''), ctimeMs: null }, ...[apiRoot, `${apiRoot}/${indexFile}`].map(identityOf)];
}

/** Whether the output is the very folder that a build left. */
export function isSameOutput({ identities, takenAt }: OutputSnapshot, target: string): boolean {
  // A clock that was set back proves nothing.
  if (takenAt > Date.now() + 1000) return false;
  return identities.every(({ path, ino, ctimeMs }) => {
    const entry = entryAt(join(target, path));
    return entry?.ino === ino && (ctimeMs === null || entry.ctimeMs === ctimeMs);
  });
}

/** A snapshot, its identities apart. */
export type Times = Omit<OutputSnapshot, 'identities'>;

/** Above this number of paths a new audit costs less than keeping them. */
const maxWritten = 200_000;

/**
 * Prepares the times of an output that some steps are about to change: the returned function is called after them, and returns
 * undefined where so much was written that it is not worth keeping. A folder that others have changed before stays changed.
 */
export function timesAfter(
  { takenAt, writtenSince }: Times,
  steps: readonly Step[],
  target: string,
  shared: ReadonlySet<string>,
): () => Times | undefined {
  const times = new Map(writtenSince);
  const before = { target, takenAt, writtenSince: times };
  const touched = steps.map((step) => ('put' in step ? step.put : step.remove));
  // Putting or removing something changes the time of the folder above it.
  const above = [...new Set(touched.flatMap(pathsAbove))].filter((path) => shared.has(path));
  const folders = above.filter((path) => {
    const entry = entryAt(join(target, path));
    return !entry || (entry.isDirectory() && isUnchanged(entry, path, before));
  });
  return () => {
    for (const path of [...touched, ...folders]) {
      const entry = entryAt(join(target, path));
      if (entry) times.set(path, entry.ctimeMs);
      else times.delete(path);
    }
    return times.size > maxWritten ? undefined : { takenAt, writtenSince: [...times] };
  };
}
