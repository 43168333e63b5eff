// Watching: runs something again whenever anything in some places changes, one run at a time.
import { readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { watch } from 'chokidar';

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

/** Milliseconds without a change that make a burst of them over: an editor writes a file in several steps. */
const quiet = 200;

/**
 * Watches folders and all below them, or files, those that are not there yet too, from when it is done on. Changes close
 * together make one run of `onChange`; those that come during a run make one more.
 */
export async function watchPaths(
  paths: readonly string[],
  { onChange, onFailure, onBlindness }: Listeners,
): Promise<Watch> {
  const places = paths.map((path) => resolve(path));
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let [isRunning, isClosed, hasChanged, hasStirred] = [false, false, false, false];
  const run = async () => {
    timer = undefined;
    isRunning = true;
    hasStirred = false;
    try {
      if (await refresh()) hasChanged = true;
      if (hasChanged && !isClosed) {
        hasChanged = false;
        await onChange();
      }
    } catch (error) {
      onFailure(error);
    }
    isRunning = false;
    if (hasChanged) change();
    else if (hasStirred) stir();
  };
  const later = () => setTimeout(() => (running = run()), quiet);
  /** Something in a place changed. */
  const change = () => {
    hasChanged = true;
    if (isRunning || isClosed) return;
    clearTimeout(timer);
    timer = later();
  };
  /** Something in or beside a place did; others may write beside it all the time, which must not put a look off. */
  const stir = () => {
    hasStirred = true;
    if (!isRunning && !isClosed) timer ??= later();
  };
  const open = () => openWatcher(places, { change, stir, onBlindness });
  let watcher: Watcher | undefined;
  /** The watcher goes on with the folders it knows: where others take their places, it is opened anew. */
  const refresh = async () => {
    if (!watcher || isClosed || watcher.identity === identityOf(places)) return false;
    await watcher.close();
    watcher = await open();
    return true;
  };
  watcher = await open();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
      await watcher?.close();
    },
  };
}

interface Watcher extends Watch {
  /** Of the places before they were watched. */
  readonly identity: string;
}

interface Signs {
  readonly change: () => void;
  readonly stir: () => void;
  readonly onBlindness: (error: unknown) => void;
}

/** Watches from the folders above, since one that is watched itself is lost when it is removed, whether it comes again or not. */
async function openWatcher(places: readonly string[], { change, stir, onBlindness }: Signs): Promise<Watcher> {
  const above = new Set(places.map((path) => dirname(path)));
  const isInside = (path: string) => places.some((one) => path === one || path.startsWith(one + sep));
  const ignored = (path: string) => !above.has(path) && !isInside(path);
  const identity = identityOf(places);
  const watcher = watch([...above], { ignoreInitial: true, ignored });
  watcher.on('all', (_event, path) => {
    if (isInside(path)) change();
  });
  watcher.on('raw', stir);
  watcher.on('error', onBlindness);
  const ready = new Promise<true>((done) => {
    watcher.once('ready', () => done(true));
  });
  // It never is where a folder goes while it is looked at: then it is opened anew.
  while (!(await Promise.race([ready, pause(quiet, false)]))) {
    if (identityOf(places) !== identity) break;
  }
  // What came while it was opened may have been missed.
  if (identityOf(places) !== identity) stir();
  return { identity, close: () => watcher.close() };
}

/** What tells the folders in these places from others that take their paths. */
function identityOf(places: readonly string[]): string {
  return places.flatMap(foldersIn).join('\n');
}

/** A place and the folders below it; a new one may have the number of one that was removed, but not its birth. */
function foldersIn(path: string): string[] {
  try {
    const { ino, birthtimeNs } = statSync(path, { bigint: true });
    const own = `${path} ${ino} ${birthtimeNs}`;
    const below = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return [own, ...below.flatMap(({ name }) => foldersIn(join(path, name)))];
  } catch {
    // It is not there, is a file, or may not be read.
    return [path];
  }
}
