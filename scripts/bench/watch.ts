// Owns the measurements of `build --watch`: from the end of a save to the end of its publication, and the memory.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Live } from './commands.ts';
import { appendCourse, changeTitle } from './edits.ts';
import { type Measurement, type Place, start } from './measure.ts';

/** Milliseconds in which an edit must be published before the benchmark gives up. */
const PATIENCE = 120_000;
/** Milliseconds between two edits, as by a human. */
const BETWEEN = 2100;

/** Starts the watch over an output that is up to date with its catalog, and measures an edit of each kind. */
export async function measureWatch(
  { catalog, out, watch }: Live,
  round: number,
  place: Place,
): Promise<{ title: Measurement; append: Measurement }> {
  const running = start(watch, place);
  // An edit that is not measured shows that the first build is done and the watch is running.
  const publish = async (edit: () => () => boolean) => {
    const isPublished = edit();
    const saved = performance.now();
    while (!isPublished()) {
      if (running.isOver()) throw new Error(`build --watch ended: ${running.errorOutput()}`);
      if (performance.now() - saved > PATIENCE) throw new Error(`an edit was not published: ${running.errorOutput()}`);
      // Without a pause this would occupy one of the processors that the build needs.
      await pause(1, undefined, { signal: place.signal });
    }
    return (performance.now() - saved) / 1000;
  };
  const title = (text: string) => () => {
    const { view } = changeTitle(catalog, text);
    return () => textOf(join(out, view)).includes(text);
  };
  const append = (text: string) => () => {
    // The provider list is published after the view and all pages.
    const providers = join(out, 'api/v1/providers/index.json');
    const before = textOf(providers);
    const { view } = appendCourse(catalog, text);
    return () => textOf(join(out, view)).includes(text) && textOf(providers) !== before;
  };
  try {
    await publish(title(`Title of the beginning of round ${round}`));
    await pause(BETWEEN, undefined, { signal: place.signal });
    const titled = await publish(title(`Title of round ${round}, watched`));
    await pause(BETWEEN, undefined, { signal: place.signal });
    const appended = await publish(append(`Course of round ${round}, watched`));
    const { peakBytes } = await running.end('SIGINT');
    return { title: { seconds: titled, peakBytes }, append: { seconds: appended, peakBytes } };
  } catch (error) {
    await running.end('SIGKILL').catch(() => {});
    throw error;
  }
}

/** Empty if the file does not exist. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
