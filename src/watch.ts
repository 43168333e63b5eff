// Watching: runs something again whenever anything in some places changes, one run at a time.
import { readdirSync, statSync, watch, type BigIntStats } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { leadsBack } from './source/walk.ts';

export interface Watch {
  /** No run begins after this; one that is going on is waited for. */
  close(): Promise<void>;
}

export interface Listeners {
  /** What a change runs. */
  readonly onChange: () => Promise<void>;
  /** Is told what a run fails with; the watch goes on. */
  readonly onFailure: (error: unknown) => void;
  /** Is told what the system's watching fails with; the watch goes on, and may miss changes. */
  readonly onBlindness: (error: unknown) => void;
}

/** Milliseconds without a change that make a burst of them over; a file that is written more slowly makes more runs. */
const quiet = 25;

/**
 * Watches folders and all below them, or files, those that are not there yet too, from when it returns on. Changes close
 * together make one run of `onChange`; those that come during a run make one more.
 */
export function watchPaths(paths: readonly string[], { onChange, onFailure, onBlindness }: Listeners): Watch {
  const places = paths.map((path) => resolve(path));
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let [isRunning, isClosed] = [false, false];
  /** What the system tells is a reason to look, not more: it tells of what changes nothing, and not of everything. */
  const stir = () => {
    if (isRunning || isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(() => (running = look()), quiet);
  };
  const look = async () => {
    const before = seen;
    seen = lookAt(places);
    const isMoved = seen.watched !== before.watched;
    if (isMoved) {
      closeAll();
      closeAll = openAll(seen.reached, places, stir, onBlindness);
    }
    if (seen.content !== before.content) {
      isRunning = true;
      try {
        await onChange();
      } catch (error) {
        onFailure(error);
      }
      isRunning = false;
      stir();
    } else if (isMoved) stir();
  };
  let seen = lookAt(places);
  let closeAll = openAll(seen.reached, places, stir, onBlindness);
  // What came between the look and the opening was told to nobody, here as after every other opening.
  stir();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      closeAll();
      await running;
    },
  };
}

/** What stood in the places at one time, as far as it can be told without reading it. */
interface Look {
  /** Every file and folder, and what tells each of its states from the next. */
  readonly content: string;
  /** What the system is to be asked about. */
  readonly reached: readonly string[];
  /** The same, and what tells each folder from others that take its path. */
  readonly watched: string;
}

function lookAt(places: readonly string[]): Look {
  const content: string[] = [];
  const watched = new Map<string, string>();
  const folders = new Set<string>();
  const visit = (path: string, place: string, isLink: boolean) => {
    const entry = statOf(path);
    if (!entry) {
      content.push(path);
      return;
    }
    const identity = identityOf(entry);
    if (!entry.isDirectory()) {
      content.push(`${path} ${entry.ino} ${entry.size} ${entry.mtimeNs} ${entry.ctimeNs}`);
      // Of a linked file the folder that the link is in hears nothing.
      if (isLink) watched.set(path, identity);
      return;
    }
    if (isLink && path !== place && (folders.has(identity) || isUpward(path, place))) {
      content.push(path);
      return;
    }
    folders.add(identity);
    const below = entriesOf(path);
    const own = below ? identity : `${identity} closed`;
    content.push(`${path} ${own}`);
    watched.set(path, own);
    for (const one of below ?? []) visit(join(path, one.name), place, one.isSymbolicLink());
  };
  for (const place of places) visit(place, place, true);
  // A folder that is watched itself is lost when it is removed, whether it comes again or not.
  for (const place of places) {
    const [above, entry] = nearestAbove(place);
    if (!watched.has(above)) watched.set(above, entry ? identityOf(entry) : '');
  }
  const identities = [...watched].map(([path, identity]) => `${path} ${identity}`);
  return { content: content.join('\n'), reached: [...watched.keys()], watched: identities.join('\n') };
}

/** The source is not searched there either, and the output may lie there. */
function isUpward(link: string, place: string): boolean {
  try {
    return leadsBack(link, place);
  } catch {
    return false;
  }
}

function nearestAbove(path: string): [string, BigIntStats | undefined] {
  const above = dirname(path);
  const entry = statOf(above);
  return entry || above === path ? [above, entry] : nearestAbove(above);
}

/** A new folder may have the number of one that was removed, but not its birth. */
function identityOf({ dev, ino, birthtimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${birthtimeNs}`;
}

/** Asks the system to tell of changes, and answers how to end that. */
function openAll(
  paths: readonly string[],
  places: readonly string[],
  stir: () => void,
  onBlindness: (error: unknown) => void,
): () => void {
  /** Others may write beside a place all the time. */
  const matters = (path: string) =>
    places.some((place) => path === place || path.startsWith(place + sep) || place.startsWith(path + sep));
  const watchers = paths.flatMap((path) => {
    const onError = (error: unknown) => {
      if (statOf(path)) onBlindness(error);
      stir();
    };
    try {
      const watcher = watch(path, (_, name) => {
        // Where it goes itself, it tells its own name.
        if (name === null || name === basename(path) || matters(join(path, name))) stir();
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

/** Undefined where nothing is there, or nothing that this user may know of. */
function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Undefined where this user may not read the folder, or it has gone. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
