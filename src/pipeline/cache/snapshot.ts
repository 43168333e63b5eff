// The snapshot: identities and times that show which files of the target are unchanged since a build wrote them.
import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { apiRoot } from '../../api/routes.ts';
import { entryAt, pathsAbove } from '../../paths.ts';

/** A file or folder of the target. The ctime is null for a folder to which others may add files. */
interface FileIdentity {
  readonly path: string;
  readonly ino: number;
  readonly ctimeMs: number | null;
}

/** By the clock of the target's file system, in milliseconds since 1970. */
export interface TargetSnapshot {
  /** Distinguish this target from any other, including an older copy put in its place. */
  readonly identities: readonly FileIdentity[];
  /** Files with a ctime at or before this are unchanged since the last audit. */
  readonly takenAt: number;
  /** Files and folders that builds have written since, with their ctimes. */
  readonly writtenSince: readonly (readonly [path: string, ctimeMs: number])[];
}

/** The times of a snapshot, indexed by path. */
export interface IndexedTimes {
  readonly target: string;
  readonly takenAt: number;
  /** See `TargetSnapshot`. */
  readonly writtenSince: ReadonlyMap<string, number>;
}

/** Whether only builds have changed a file or folder. */
export function isUnchanged({ ctimeMs }: Stats, path: string, { takenAt, writtenSince }: IndexedTimes): boolean {
  return ctimeMs <= takenAt || writtenSince.get(path) === ctimeMs;
}

/** The identities of the target, and of paths in it that every build in its form writes. */
export function identitiesOf(target: string, paths: readonly string[]): FileIdentity[] {
  const identityOf = (path: string): FileIdentity => {
    const { ino, ctimeMs } = lstatSync(join(target, path));
    return { path, ino, ctimeMs };
  };
  // Users may put files beside the API.
  return [{ ...identityOf(''), ctimeMs: null }, ...[apiRoot, ...paths].map(identityOf)];
}

/** Whether the target is still the folder that the build left. */
export function isSameTarget({ identities, takenAt }: TargetSnapshot, target: string): boolean {
  // The clock was set back: times prove nothing.
  if (takenAt > Date.now() + 1000) return false;
  return identities.every(({ path, ino, ctimeMs }) => {
    const entry = entryAt(join(target, path));
    return entry?.ino === ino && (ctimeMs === null || entry.ctimeMs === ctimeMs);
  });
}

/** A snapshot without its identities. */
export type SnapshotTimes = Omit<TargetSnapshot, 'identities'>;

/** Above this number of paths, a new audit is cheaper than storing them. */
const maxWritten = 200_000;

/** To be called right after the target was changed: returns its times, or undefined if they cannot be trusted or are too many to store. */
export type ReadTimes = () => SnapshotTimes | undefined;

/** Call it before the paths of `touched` change in the target, and what it returns after that. A folder that was dirty before stays dirty. */
export function timesAfter(
  { takenAt, writtenSince }: SnapshotTimes,
  touched: readonly string[],
  target: string,
  shared: ReadonlySet<string>,
): ReadTimes {
  const times = new Map(writtenSince);
  const before = { target, takenAt, writtenSince: times };
  // Adding or removing an entry changes the ctime of its folder.
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
