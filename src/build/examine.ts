// The examination: how much of what is known of the build before still holds for the output. Nothing is trusted that was not asked for.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { entryAt } from '../output/obstacles.ts';
import { DamagedFile } from '../output/sections.ts';
import type { IndexForm } from '../output/writer.ts';
import { auditViewsAndPages, isFileIntact, isFolderIntact, type Audit } from './audit.ts';
import type { Known, KnownBatch, Trust } from './known.ts';
import { firstPages, sharedFolders } from './layout.ts';
import { threadsFor } from './thread-count.ts';

/** What is known, and what of it no longer holds. */
export interface Examined {
  readonly known: Known;
  /** Batches of which some view is not what was written. */
  readonly spoiltBatches: ReadonlySet<KnownBatch>;
  /** Pages that are not, if those of all lists are numbered through. */
  readonly spoiltPages: ReadonlySet<number>;
  /** Whether the other files are what was written. */
  readonly isRestIntact: boolean;
  /** What of the output can be trusted then, as long as nothing is put there. */
  readonly trust: Trust;
}

/** Where the output and its state are, and how files lie in it. */
export interface Place {
  readonly target: string;
  /** The folder of the state. */
  readonly state: string;
  readonly form: IndexForm;
  readonly threads: number | undefined;
}

/** An examination under way: another thread may have begun to look at views and pages. */
export interface Examination {
  /** What is found if nothing is wrong. */
  readonly hoped: Examined;
  /** What is found; undefined where nothing that is known can be trusted. Asks for every file and folder of the output. */
  readonly finish: () => Promise<Examined | undefined>;
  /** Lets the other threads go. */
  readonly end: () => void;
}

/** The examination of what this process itself wrote a moment ago: no file need be asked for. */
export function believe(known: Known, target: string): Examination | undefined {
  const hoped = hopedOf(known, known);
  return hasTokens(known, target) ? { hoped, finish: async () => hoped, end: () => {} } : undefined;
}

/** Begins to look at the output, `now`. Undefined where what is known cannot be that of this output, or is that of an earlier state of it. */
export function beginExamination(known: Known, place: Place, now: number): Examination | undefined {
  if (!hasTokens(known, place.target)) return undefined;
  const hoped = hopedOf(known, { moment: now, later: [] });
  const audit = auditOf(known, place);
  if (!audit) return undefined;
  const helper = helperFor(audit, known, place.threads);
  return {
    hoped,
    async finish() {
      const { described } = audit.lists;
      const shared = [...sharedFolders(described, known.summary.courses)];
      if (!shared.every((folder) => isFolderIntact(folder, audit))) {
        helper?.end();
        return undefined;
      }
      const isRestIntact = known.rest.every(({ path }) => isFileIntact(path, audit));
      auditViewsAndPages(audit);
      await helper?.done;
      return {
        ...hoped,
        spoiltBatches: new Set(known.batches.filter((_, at) => audit.spoiltBatches[at] !== 0)),
        spoiltPages: new Set([...audit.spoiltPages.keys()].filter((number) => audit.spoiltPages[number] !== 0)),
        isRestIntact,
      };
    },
    end: () => helper?.end(),
  };
}

/** Whether all that is known still holds. */
export function isIntact({ spoiltBatches, spoiltPages, isRestIntact }: Examined): boolean {
  return spoiltBatches.size === 0 && spoiltPages.size === 0 && isRestIntact;
}

function hopedOf(known: Known, { moment, later }: Trust): Examined {
  const trust = { moment, later };
  return { known, trust, spoiltBatches: new Set(), spoiltPages: new Set(), isRestIntact: true };
}

/** Whether the output is the very folder that the build before left, and not an older one in its place. */
function hasTokens({ tokens, moment }: Known, target: string): boolean {
  // A clock that was set back tells nothing.
  if (moment > Date.now() + 1000) return false;
  return tokens.every(([path, ino, ctimeMs]) => {
    const entry = entryAt(join(target, path));
    return entry?.ino === ino && (ctimeMs === null || entry.ctimeMs === ctimeMs);
  });
}

/** What is known of an output, as it is audited; undefined where the lists that are known cannot be read. */
export function auditOf(known: Known, { target, state, form }: Place): Audit | undefined {
  const { batches, moment, later, pageSize } = known;
  try {
    const { described, pageNumbers } = known.lists();
    return {
      target,
      moment,
      later: new Map(later),
      form,
      files: batches.map(({ name }) => join(state, name)),
      lists: { described, pageNumbers },
      pageSize,
      next: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
      spoiltBatches: new Uint8Array(new SharedArrayBuffer(batches.length)),
      spoiltPages: new Uint8Array(new SharedArrayBuffer(firstPages(described, pageSize).at(-1) ?? 0)),
    };
  } catch (error) {
    if (error instanceof DamagedFile) return undefined;
    throw error;
  }
}

/** Courses below which another thread that nobody asked for costs more than it saves. */
const worthHelper = 20_000;

function helperFor(audit: Audit, { summary, batches }: Known, asked: number | undefined) {
  const threads = threadsFor(Number.POSITIVE_INFINITY, batches.length, asked);
  if (threads === 1 || (asked === undefined && summary.courses < worthHelper)) return undefined;
  const worker = new Worker(new URL('./audit-worker.js', import.meta.url), { workerData: audit });
  const done = new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
  done.catch(() => {
    // Whoever waits for it hears of it.
  });
  // A thread that is ended while it still loads modules takes the whole process with it: it ends by itself where nothing is left.
  return { done, end: () => void Atomics.store(audit.next, 0, audit.files.length + audit.lists.described.length) };
}
