// Watching: runs a callback whenever anything below some paths changes, one run at a time.
import { readdirSync, statSync, watch, type BigIntStats } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { attempt } from '../errors.ts';
import { leadsBack } from '../source/walk.ts';

export interface Listeners {
  readonly onChange: () => Promise<void>;
  /** Called when a run throws; the watch continues. */
  readonly onFailure: (error: unknown) => void;
  /** Called when the system's file watching fails; the watch continues, but may miss changes. */
  readonly onWatchError: (error: unknown) => void;
}

/** Milliseconds without an event after which a burst of changes counts as over. */
const debounceTime = 25;

/**
 * Watches files, or folders with everything below them, whether they exist yet or not; changes count from the moment it
 * returns. Hidden files count only below `publicPaths`. A burst of changes causes one run of `onChange`; changes during a run cause one more.
 */
export function watchPaths(
  paths: readonly string[],
  { onChange, onFailure, onWatchError }: Listeners,
  publicPaths: readonly string[] = [],
) {
  const withHidden = new Set(publicPaths.map((path) => resolve(path)));
  const roots = [...paths.map((path) => resolve(path)), ...withHidden];
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let [isRunning, isClosed] = [false, false];
  /** An event only triggers a scan: some events mean no change, and some changes cause no event. */
  const scheduleScan = () => {
    if (isRunning || isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(() => (running = scan()), debounceTime);
  };
  const scan = async () => {
    const before = snapshot;
    snapshot = takeSnapshot(roots, withHidden);
    const hasNewWatched = snapshot.watchedState !== before.watchedState;
    if (hasNewWatched) {
      closeWatchers();
      closeWatchers = openWatchers(snapshot.watched, roots, scheduleScan, onWatchError);
    }
    if (snapshot.content !== before.content) {
      isRunning = true;
      try {
        await onChange();
      } catch (error) {
        onFailure(error);
      }
      isRunning = false;
      scheduleScan();
    } else if (hasNewWatched) scheduleScan();
  };
  let snapshot = takeSnapshot(roots, withHidden);
  let closeWatchers = openWatchers(snapshot.watched, roots, scheduleScan, onWatchError);
  // No watcher saw the changes between the snapshot and their opening, here as after every other opening.
  scheduleScan();
  return {
    /** Starts no further run, and waits for a current one. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      closeWatchers();
      await running;
    },
  };
}

/**
 * The state of the watched paths at one time, as far as file metadata shows it; `watchedState` differs when another folder takes the
 * same path.
 */
function takeSnapshot(roots: readonly string[], withHidden: ReadonlySet<string>) {
  /** Every file and folder with the metadata that changes whenever it does. */
  const content: string[] = [];
  const watched = new Map<string, string>();
  const folders = new Set<string>();
  const visit = (path: string, root: string, isLink: boolean) => {
    const entry = statOf(path);
    if (!entry) {
      content.push(path);
      return;
    }
    const identity = identityOf(entry);
    if (!entry.isDirectory()) {
      content.push(`${path} ${entry.ino} ${entry.size} ${entry.mtimeNs} ${entry.ctimeNs}`);
      // A change of a linked file causes no event in the folder of the link.
      if (isLink) watched.set(path, identity);
      return;
    }
    // The build does not read the source in a parent folder either, and the output may be there.
    if (isLink && path !== root && (folders.has(identity) || attempt(() => leadsBack(path, root)) === true)) {
      content.push(path);
      return;
    }
    folders.add(identity);
    // Undefined if this user may not read the folder, or it is gone.
    const entries = attempt(() => readdirSync(path, { withFileTypes: true }));
    const wanted = entries?.filter(({ name }) => withHidden.has(root) || !name.startsWith('.'));
    const state = entries ? identity : `${identity} unreadable`;
    // The journal of each build would change the time of its folder.
    content.push(`${path} ${state} ${entries?.length === wanted?.length ? entry.mtimeNs : ''}`);
    watched.set(path, state);
    for (const child of wanted ?? []) visit(join(path, child.name), root, child.isSymbolicLink());
  };
  for (const root of roots) visit(root, root, true);
  // A watcher on the root itself ends when the root is removed, so its parent is watched too.
  for (const root of roots) {
    const [parent, entry] = nearestParent(root);
    if (!watched.has(parent)) watched.set(parent, entry ? identityOf(entry) : '');
  }
  const identities = [...watched].map(([path, identity]) => `${path} ${identity}`);
  return { content: content.join('\n'), watched: [...watched.keys()], watchedState: identities.join('\n') };
}

function nearestParent(path: string): [string, BigIntStats | undefined] {
  const parent = dirname(path);
  const entry = statOf(parent);
  return entry || parent === path ? [parent, entry] : nearestParent(parent);
}

/** A new folder may reuse the inode of a removed one, but not its birth time. */
function identityOf({ dev, ino, birthtimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${birthtimeNs}`;
}

/** Opens a watcher on each path; returns a function that closes them. */
function openWatchers(
  paths: readonly string[],
  roots: readonly string[],
  onEvent: () => void,
  onWatchError: (error: unknown) => void,
): () => void {
  /** Other programs may write beside a root all the time. */
  const isRelevant = (path: string) =>
    roots.some((root) => path === root || path.startsWith(root + sep) || root.startsWith(path + sep));
  const watchers = paths.flatMap((path) => {
    const onError = (error: unknown) => {
      if (statOf(path)) onWatchError(error);
      onEvent();
    };
    try {
      const watcher = watch(path, (_, name) => {
        // When the watched folder itself is moved or removed, the event carries its own name.
        if (name === null || name === basename(path) || isRelevant(join(path, name))) onEvent();
      });
      return [watcher.on('error', onError)];
    } catch (error) {
      onError(error);
      return [];
    }
  });
  return () => {
    for (const watcher of watchers) watcher.close();
  };
}

/** Undefined if the path does not exist or this user has no access to it. */
function statOf(path: string): BigIntStats | undefined {
  return attempt(() => statSync(path, { bigint: true, throwIfNoEntry: false }));
}
