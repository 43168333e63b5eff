// The baseline: a saved state, and which parts of it still match the output. Whatever was not audited counts as dirty.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { References } from '../../catalog/references.ts';
import type { IndexForm } from '../../storage/writer.ts';
import type { SourceRange } from '../../source/ranges.ts';
import { pageOffsets } from '../lists/layout.ts';
import { packPaths } from '../packs/stage.ts';
import type { ChunkResult } from '../read/result.ts';
import { auditViewsAndPages, isFileIntact, isFolderIntact, type Audit } from './audit.ts';
import { once } from './chunk-file.ts';
import { chunkKey, contextKey, type CacheKey } from './key.ts';
import { foldersOf } from './record.ts';
import { isSameOutput, type Times } from './snapshot.ts';
import type { BuildState, LastBuild } from './state.ts';
import { chunkFileOf } from './store.ts';

export interface Baseline {
  readonly state: BuildState;
  /** Chunks with a view or a course page that is no longer intact. */
  readonly dirtyChunks: ReadonlySet<ChunkResult>;
  /** Pages that are no longer intact, numbered across all lists. */
  readonly dirtyPages: ReadonlySet<number>;
  /** Whether all files other than views and pages are intact. */
  readonly areOtherFilesIntact: boolean;
  /** Whether the whole output is intact. */
  readonly isClean: boolean;
  /** When this was established; holds until something is published. */
  readonly times: Times;
}

/** An audit that may already be running in another thread. */
export interface RunningAudit extends Disposable {
  readonly state: BuildState;
  /** Stamps of source files that take precedence over those in the state. */
  readonly stamps: LastBuild['stamps'];
  /**
   * The baseline to begin a build from. While another thread looks at the files, all are presumed to be intact, as they nearly always
   * are; only folders and packs have been looked at. Undefined if nothing of the state can be reused.
   */
  readonly begin: () => Promise<Baseline | undefined>;
  /** Finishes the audit of every file and folder. Returns the very baseline that the build began from if that is right. */
  readonly finish: () => Promise<Baseline | undefined>;
}

/** Where the output and its state are, and how they are audited. */
export interface AuditPlace {
  readonly target: string;
  readonly stateFolder: string;
  readonly form: IndexForm & Pick<Audit, 'coursePages'>;
  /** Number of threads. */
  readonly threads: number;
  /** The current time by the clock of the output's file system. */
  readonly now: number;
}

/** The baseline of an output that this process has just built: only its identity is checked, not its files. */
export function trustLastBuild(state: BuildState, stamps: LastBuild['stamps'], target: string): RunningAudit {
  const baseline = baselineOf(state, state.snapshot);
  const check = async () => (isSameOutput(state.snapshot, target) ? baseline : undefined);
  return { state, stamps, begin: check, finish: once(check), [Symbol.dispose]: () => {} };
}

/** Starts to audit the output. Throws a DamagedStateError if the state cannot be read. */
export function startAudit(state: BuildState, place: AuditPlace): RunningAudit {
  const { target, now } = place;
  if (!isSameOutput(state.snapshot, target)) {
    const none = async () => undefined;
    return { state, stamps: undefined, begin: none, finish: none, [Symbol.dispose]: () => {} };
  }
  const audit = auditOf(state, place);
  const helper = place.threads > 1 ? startHelper(audit) : undefined;
  const { packs } = state;
  const presume = once(async () => {
    const folders = foldersOf(state, audit.coursePages);
    if (![...folders].every((folder) => isFolderIntact(folder, audit))) return undefined;
    // Which responses of a damaged pack are intact is unknown.
    if (packs && !packPaths(packs).every((path) => isFileIntact(path, audit))) return undefined;
    return baselineOf(state, { takenAt: now, writtenSince: [] });
  });
  const finish = once(async () => {
    const baseline = await presume();
    if (!baseline) return undefined;
    auditViewsAndPages(audit);
    await helper?.done;
    // Meanwhile the output may have been removed, or another may have been put in its place.
    if (!isSameOutput(state.snapshot, target)) return undefined;
    const found = baselineOf(state, baseline.times, {
      dirtyChunks: new Set(dirtyIn(audit.dirtyChunks).flatMap((at) => state.chunks[at]?.result ?? [])),
      dirtyPages: new Set(dirtyIn(audit.dirtyPages)),
      areOtherFilesIntact: state.otherFiles.every(({ path }) => isFileIntact(path, audit)),
    });
    return found.isClean ? baseline : found;
  });
  return {
    state,
    stamps: undefined,
    begin: helper ? presume : finish,
    finish,
    [Symbol.dispose]: () => helper?.end(),
  };
}

/** The indexes of what is not known to be intact. */
function dirtyIn(marks: Uint8Array): number[] {
  return [...marks.keys()].filter((at) => marks[at] !== 0);
}

/** Looks up cached results whose views are all intact. */
export function cachedChunks(
  { state, dirtyChunks }: Baseline,
  key: CacheKey,
  references: References,
): (ranges: readonly SourceRange[]) => ChunkResult | undefined {
  const context = contextKey(key, references);
  const byKey = new Map(state.chunks.map((chunk) => [chunk.key, chunk.result]));
  return (ranges) => {
    const keyOfChunk = chunkKey(context, ranges);
    const result = keyOfChunk === undefined ? undefined : byKey.get(keyOfChunk);
    return result && isReusable(result) && !dirtyChunks.has(result) ? result : undefined;
  };
}

/** A chunk with warnings is read again, as their line numbers may have moved. */
function isReusable({ ranges }: ChunkResult): boolean {
  return ranges.every(({ problems }) => problems.length === 0);
}

type Found = Pick<Baseline, 'dirtyChunks' | 'dirtyPages' | 'areOtherFilesIntact'>;

const noDamage: Found = { dirtyChunks: new Set(), dirtyPages: new Set(), areOtherFilesIntact: true };

function baselineOf(
  state: BuildState,
  { takenAt, writtenSince }: Times,
  { dirtyChunks, dirtyPages, areOtherFilesIntact }: Found = noDamage,
): Baseline {
  const isClean = dirtyChunks.size === 0 && dirtyPages.size === 0 && areOtherFilesIntact;
  return { state, times: { takenAt, writtenSince }, dirtyChunks, dirtyPages, areOtherFilesIntact, isClean };
}

function auditOf(state: BuildState, { target, stateFolder, form }: AuditPlace): Audit {
  const { snapshot, pageSize } = state;
  // Views and pages in packs are no files.
  const views = state.packs === undefined;
  const chunks = views || form.coursePages ? state.chunks : [];
  const { layout, pageStats } = state.packs ? { layout: [], pageStats: new Uint32Array(0) } : state.lists();
  return {
    target,
    takenAt: snapshot.takenAt,
    writtenSince: new Map(snapshot.writtenSince),
    form: { indexFile: form.indexFile, precompress: form.precompress },
    views,
    coursePages: form.coursePages,
    chunkFiles: chunks.map(({ key }) => join(stateFolder, chunkFileOf(key))),
    lists: { layout, pageStats },
    pageSize,
    next: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
    // Whatever no thread reaches stays dirty.
    dirtyChunks: new Uint8Array(new SharedArrayBuffer(chunks.length)).fill(1),
    dirtyPages: new Uint8Array(new SharedArrayBuffer(pageOffsets(layout, pageSize).at(-1) ?? 0)).fill(1),
  };
}

function startHelper(audit: Audit) {
  const worker = new Worker(new URL('./audit-worker.js', import.meta.url), { workerData: audit });
  // If the thread fails, whatever it did not reach stays dirty.
  const done = new Promise<void>((resolve) => {
    worker.once('error', () => resolve());
    worker.once('exit', () => resolve());
  });
  // Terminating a thread that is still loading modules ends the whole process, so let it run out of work instead.
  const end = () => void Atomics.store(audit.next, 0, audit.chunkFiles.length + audit.lists.layout.length);
  return { done, end };
}
