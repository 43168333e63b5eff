// Watching: notices whenever anything below some paths changes.
//
// The state of the files is compared at short intervals, which depends neither on the events of a system nor on its limits.
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { attempt } from '../text/errors.ts';

/** Milliseconds between two scans. After a slow scan it is longer, so that scans take at most a sixth of the time. */
const interval = 100;

/** Milliseconds without a change after which a burst of changes counts as over. */
const quietTime = 25;

/** A watch on files, or on folders with everything below them, whether they exist yet or not. Hidden files count only below `publicPaths`. */
export class Watch {
  private readonly roots: readonly string[];
  private readonly withHidden: ReadonlySet<string>;
  private state: string;

  constructor(paths: readonly string[], publicPaths: readonly string[] = []) {
    this.withHidden = new Set(publicPaths.map((path) => resolve(path)));
    this.roots = [...paths.map((path) => resolve(path)), ...this.withHidden];
    this.state = stateOf(this.roots, this.withHidden);
  }

  /** Whether anything has changed since the last time this was asked, or since the watch began. */
  isChanged(): boolean {
    const before = this.state;
    this.state = stateOf(this.roots, this.withHidden);
    return this.state !== before;
  }

  /** Waits for a change, and for the end of a burst of them; false if nothing changes in that time. */
  async changesWithin(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    const end = performance.now() + milliseconds;
    for (;;) {
      const started = performance.now();
      if (this.isChanged()) {
        do await pause(quietTime, undefined, { signal });
        while (this.isChanged());
        return true;
      }
      // Only after a last look: this process may have had no turn for longer than the whole time.
      if (started >= end) return false;
      const scanTime = performance.now() - started;
      await pause(Math.max(interval, 5 * scanTime), undefined, { signal });
    }
  }
}

/** Every file and folder below some paths, with the metadata that changes whenever it does. */
function stateOf(roots: readonly string[], withHidden: ReadonlySet<string>): string {
  const lines: string[] = [];
  const visit = (path: string, root: string, isLink: boolean) => {
    const entry = attempt(() => statSync(path, { bigint: true }));
    const identity = entry ? `${entry.dev} ${entry.ino}` : '';
    if (!entry?.isDirectory()) {
      lines.push(entry ? `${path} ${identity} ${entry.size} ${entry.mtimeNs} ${entry.ctimeNs}` : path);
      return;
    }
    // The build does not follow it either, and the output may be there.
    if (isLink) {
      lines.push(path);
      return;
    }
    // Undefined if this user may not read the folder, or it is gone.
    const entries = attempt(() => readdirSync(path, { withFileTypes: true }));
    const wanted = entries?.filter(({ name }) => withHidden.has(root) || !name.startsWith('.')) ?? [];
    // A file may come and go unseen, but the journal of each build would change the time of its folder, too.
    lines.push(`${path} ${identity} ${entries?.length === wanted.length ? entry.mtimeNs : ''}`);
    for (const child of wanted) visit(join(path, child.name), root, child.isSymbolicLink());
  };
  for (const root of roots) visit(root, root, false);
  return lines.join('\n');
}
