// The baseline: a saved state, and which parts of it still match the output. Nothing is trusted that was not audited.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { IndexForm } from '../../output/writer.ts';
import { pageOffsets, sharedFolders } from '../lists/layout.ts';
import type { ChunkResult } from '../read/result.ts';
import { auditViewsAndPages, isFileIntact, isFolderIntact, type Audit } from './audit.ts';
import { isSameOutput, type Times } from './snapshot.ts';
import type { BuildState } from './state.ts';
import { chunkFileOf } from './store.ts';

export interface Baseline {
  readonly state: BuildState;
  /** Chunks of which some view is not what was written. */
  readonly dirtyChunks: ReadonlySet<ChunkResult>;
  /** Pages that are not what was written, by number where the pages of all lists are numbered through. */
  readonly dirtyPages: ReadonlySet<number>;
  /** Whether the other files are what was written. */
  readonly areOthersIntact: boolean;
  /** Whether all of the output is. */
  readonly isClean: boolean;
  /** When that is known to be so, as long as nothing is published. */
  readonly times: Times;
}

/** An audit that another thread may have begun. */
export interface RunningAudit extends Disposable {
  /** Finishes it: looks at every file and folder of the output, once. Undefined where nothing of the state can be trusted. */
  readonly finish: () => Promise<Baseline | undefined>;
}

/** Where the output and its state are, and how files lie in it. */
export interface AuditPlace {
  readonly target: string;
  readonly stateFolder: string;
  readonly form: IndexForm;
  /** Threads that share the work. */
  readonly threads: number;
  /** The present, by the clock of the output's file system. */
  readonly now: number;
}

/** The baseline of an output that this process itself wrote a moment ago: no file need be looked at. */
export function trustLastBuild(state: BuildState, target: string): RunningAudit {
  const finish = async () => (isSameOutput(state.snapshot, target) ? baselineOf(state, state.snapshot) : undefined);
  return { finish, [Symbol.dispose]: () => {} };
}

/** Begins to audit the output. Throws a DamagedStateError where the state cannot be read. */
export function startAudit(state: BuildState, place: AuditPlace): RunningAudit {
  const { target, now } = place;
  if (!isSameOutput(state.snapshot, target)) return { finish: async () => undefined, [Symbol.dispose]: () => {} };
  const audit = auditOf(state, place);
  const helper = place.threads > 1 ? startHelper(audit) : undefined;
  const finish = async () => {
    const shared = sharedFolders(audit.lists.layout, state.summary.courses);
    if (![...shared].every((folder) => isFolderIntact(folder, audit))) return undefined;
    const areOthersIntact = state.otherFiles.every(({ path }) => isFileIntact(path, audit));
    auditViewsAndPages(audit);
    await helper?.done;
    const dirty = state.chunks.filter((_, at) => audit.dirtyChunks[at] !== 0);
    const dirtyChunks = new Set(dirty.map(({ result }) => result));
    const dirtyPages = new Set([...audit.dirtyPages.keys()].filter((number) => audit.dirtyPages[number] !== 0));
    return baselineOf(state, { takenAt: now, writtenSince: [] }, { dirtyChunks, dirtyPages, areOthersIntact });
  };
  let finished: Promise<Baseline | undefined> | undefined;
  return { finish: () => (finished ??= finish()), [Symbol.dispose]: () => helper?.end() };
}

function baselineOf(
  state: BuildState,
  { takenAt, writtenSince }: Times,
  found: Pick<Baseline, 'dirtyChunks' | 'dirtyPages' | 'areOthersIntact'> = {
    dirtyChunks: new Set(),
    dirtyPages: new Set(),
    areOthersIntact: true,
  },
): Baseline {
  const isClean = found.dirtyChunks.size === 0 && found.dirtyPages.size === 0 && found.areOthersIntact;
  return { state, times: { takenAt, writtenSince }, ...found, isClean };
}

function auditOf(state: BuildState, { target, stateFolder, form }: AuditPlace): Audit {
  const { chunks, snapshot, pageSize } = state;
  const { layout, pageNumbers } = state.lists();
  return {
    target,
    takenAt: snapshot.takenAt,
    writtenSince: new Map(snapshot.writtenSince),
    form,
    chunkFiles: chunks.map(({ key }) => join(stateFolder, chunkFileOf(key))),
    lists: { layout, pageNumbers },
    pageSize,
    next: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
    // Whatever a thread did not come to is dirty.
    dirtyChunks: new Uint8Array(new SharedArrayBuffer(chunks.length)).fill(1),
    dirtyPages: new Uint8Array(new SharedArrayBuffer(pageOffsets(layout, pageSize).at(-1) ?? 0)).fill(1),
  };
}

function startHelper(audit: Audit) {
  const worker = new Worker(new URL('./audit-worker.js', import.meta.url), { workerData: audit });
  // What a thread that fails did not come to stays dirty.
  const done = new Promise<void>((resolve) => {
    worker.once('error', () => resolve());
    worker.once('exit', () => resolve());
  });
  // Ending a thread while it still loads modules ends the whole process: it ends by itself where nothing is left to do.
  const end = () => void Atomics.store(audit.next, 0, audit.chunkFiles.length + audit.lists.layout.length);
  return { done, end };
}
