// The browser: started where there is one; a preview goes on without.
import type { ChildProcess } from 'node:child_process';

/**
 * Opens an address in the browser of the person. `onFailure` is told where none could be started, by which time the browser
 * may have been waited for: a starter that runs says only by its exit code that it found none.
 */
export async function openBrowser(
  url: string,
  onFailure: (reason: string) => void,
  start: (url: string) => Promise<ChildProcess> = startBrowser,
): Promise<void> {
  try {
    const starter = await start(url);
    const onExit = (code: number | null) => {
      if (code !== null && code !== 0) onFailure(`its starter ended with ${code}`);
    };
    starter.once('error', (error) => onFailure(error.message));
    if (starter.exitCode === null) starter.once('exit', onExit);
    else onExit(starter.exitCode);
  } catch (error) {
    onFailure(error instanceof Error ? error.message : String(error));
  }
}

async function startBrowser(url: string): Promise<ChildProcess> {
  const { default: open } = await import('open');
  return open(url);
}
