// Watching: runs something again whenever anything in some folders changes, one run at a time.
import { statSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { watch } from 'chokidar';

export interface Watch {
  /** No run begins after this; one that is going on is left alone. */
  close(): Promise<void>;
}

/** Milliseconds without a change that make a burst of them over: an editor writes a file in several steps. */
const quiet = 200;

/**
 * Watches folders and all below them, those that are not there yet too, from when it is done on. Changes close together make
 * one run of `onChange`; those that come during a run make one more. What a run or the system's watching fails with goes to
 * `onError`, and the watch goes on.
 */
export async function watchFolders(
  folders: readonly string[],
  onChange: () => Promise<void>,
  onError: (error: unknown) => void,
): Promise<Watch> {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let hasChanged = false;
  let isClosed = false;
  const run = async () => {
    isRunning = true;
    hasChanged = false;
    try {
      await onChange();
    } catch (error) {
      onError(error);
    }
    isRunning = false;
    if (hasChanged) schedule();
  };
  const schedule = () => {
    hasChanged = true;
    if (isRunning || isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void run(), quiet);
  };
  const watcher = await openWatcher(
    folders.map((folder) => resolve(folder)),
    schedule,
    onError,
  );
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await watcher.close();
    },
  };
}

/**
 * Watches from the folders above, since one that is watched itself is lost when it is removed, whether it comes again or not.
 * Where another folder takes the place of one at a stroke, the watcher goes on with the one it knows: it is opened anew.
 */
async function openWatcher(
  folders: readonly string[],
  onEvent: () => void,
  onError: (error: unknown) => void,
): Promise<Watch> {
  const above = new Set(folders.map((folder) => dirname(folder)));
  const isInside = (path: string) => folders.some((folder) => path === folder || path.startsWith(folder + sep));
  const ignored = (path: string) => !above.has(path) && !isInside(path);
  const known = identityOf(folders);
  const watcher = watch([...above], { ignoreInitial: true, ignored });
  let successor: Promise<Watch> | undefined;
  const reopen = async () => {
    await watcher.close();
    const opened = await openWatcher(folders, onEvent, onError);
    onEvent();
    return opened;
  };
  const check = () => {
    if (!successor && identityOf(folders) !== known) successor = reopen();
  };
  watcher.on('all', (_event, path) => {
    if (isInside(path)) onEvent();
  });
  watcher.on('error', onError);
  await new Promise<void>((done) => {
    watcher.once('ready', () => done());
  });
  watcher.on('raw', check);
  check();
  return {
    async close() {
      await watcher.close();
      await (await successor)?.close();
    },
  };
}

function identityOf(folders: readonly string[]): string {
  return folders.map((folder) => statSync(folder, { throwIfNoEntry: false })?.ino ?? 0).join(' ');
}
