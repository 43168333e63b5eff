// The browser: opens an address; a preview continues without one.
import type { ChildProcess } from 'node:child_process';
import { messageOf } from '../text/errors.ts';

/**
 * Opens an address in the user's browser. `onFailure` may be called long after this returns: the platform's launcher reports
 * only by its exit code that it found no browser.
 */
export async function openBrowser(
  url: string,
  onFailure: (reason: string) => void,
  start: (url: string) => Promise<ChildProcess> = async (address) => (await import('open')).default(address),
): Promise<void> {
  try {
    const launcher = await start(url);
    const onExit = (code: number | null) => {
      if (code !== null && code !== 0) onFailure(`its launcher exited with ${code}`);
    };
    launcher.once('error', (error) => onFailure(error.message));
    if (launcher.exitCode === null) launcher.once('exit', onExit);
    else onExit(launcher.exitCode);
  } catch (error) {
    onFailure(messageOf(error));
  }
}
