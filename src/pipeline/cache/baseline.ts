// The baseline: a saved state, and which parts of it still match the target. Whatever was not audited counts as dirty.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { References } from '../../catalog/references.ts';
import type { SourceRange } from '../../source/ranges.ts';
import { pathsOf } from '../../storage/writer.ts';
import { outputsWithFiles, sharedFolders } from '../built-files.ts';
import type { ChunkResult } from '../read/result.ts';
import { areFilesIntact, auditCourses, isFolderIntact, type CourseAudit } from './audit.ts';
import { chunkKey, digestOfContext, type CacheKey } from './key.ts';
import { filesOfRecord } from './record.ts';
import { isSameTarget, type SnapshotTimes } from './snapshot.ts';
import type { BuildState, LastBuild } from './state.ts';
import { chunkFileOf } from './store.ts';

export interface Baseline {
  readonly state: BuildState;
  /** Chunks with a file of a course that is no longer intact. */
  readonly dirtyChunks: ReadonlySet<ChunkResult>;
  /** The outputs of which a file that is not of a course is no longer intact. */
  readonly dirtyOutputs: ReadonlySet<string>;
  /** Whether the whole target is intact. */
  readonly isClean: boolean;
  /** When this was established; holds until something is published. */
  readonly times: SnapshotTimes;
}

/** An audit that may already be running in another thread. */
export interface RunningAudit extends Disposable {
  readonly state: BuildState;
  /** Stamps of source files that take precedence over those in the state. */
  readonly stamps: LastBuild['stamps'];
  /** Finishes the audit of every file and folder. Undefined if nothing of the state can be reused. */
  readonly finish: () => Promise<Baseline | undefined>;
}

/** Where the target and its state are, and how they are audited. */
interface AuditTarget {
  readonly target: string;
  readonly stateFolder: string;
  readonly threads: number;
  /** The current time by the clock of the target's file system. */
  readonly now: number;
}

/** The baseline of a target that this process has just built: only its identity is checked, not its files. */
export function trustLastBuild(state: BuildState, stamps: LastBuild['stamps'], target: string): RunningAudit {
  const finish = async () =>
    isSameTarget(state.snapshot, target) ? { ...clean, state, times: state.snapshot } : undefined;
  return { state, stamps, finish, [Symbol.dispose]: () => {} };
}

/** What an audit finds if nothing is damaged. */
const clean = { dirtyChunks: new Set<ChunkResult>(), dirtyOutputs: new Set<string>(), isClean: true };

/** Starts to audit the target. Throws a DamagedStateError if the state cannot be read. */
export function startAudit(state: BuildState, auditTarget: AuditTarget): RunningAudit {
  const { target, now } = auditTarget;
  const audit = isSameTarget(state.snapshot, target) ? auditInput(state, auditTarget) : undefined;
  const helper = audit && auditTarget.threads > 1 ? startHelper(audit) : undefined;
  const finish = async (): Promise<Baseline | undefined> => {
    if (!audit) return undefined;
    const built = filesOfRecord(state);
    if (![...sharedFolders(built)].every((folder) => isFolderIntact(folder, audit))) return undefined;
    const dirtyOutputs = Object.entries(built.files).flatMap(([name, files]) =>
      areFilesIntact(pathsOf(files), audit) ? [] : [name],
    );
    auditCourses(audit);
    await helper?.done;
    // Meanwhile the target may have been removed, or another may have been put in its place.
    if (!isSameTarget(state.snapshot, target)) return undefined;
    const dirtyChunks = state.chunks.filter((_, index) => audit.dirtyChunks[index] === 1);
    return {
      state,
      dirtyChunks: new Set(dirtyChunks),
      dirtyOutputs: new Set(dirtyOutputs),
      isClean: dirtyChunks.length + dirtyOutputs.length === 0,
      times: { takenAt: now, writtenSince: [] },
    };
  };
  return { state, stamps: undefined, finish, [Symbol.dispose]: () => helper?.end() };
}

/** Looks up the cached results of chunks, but for those with a damaged file of a course. */
export function cachedChunks(
  { state, dirtyChunks }: Baseline,
  key: CacheKey,
  references: References,
): (ranges: readonly SourceRange[]) => ChunkResult | undefined {
  const contextDigest = digestOfContext(key, references);
  // A chunk with warnings is read again, as their line numbers may have moved.
  const reusable = state.chunks.filter((chunk) => {
    return !dirtyChunks.has(chunk) && chunk.ranges.every(({ problems }) => problems.length === 0);
  });
  const byKey = new Map(reusable.map((chunk) => [chunk.key, chunk]));
  return (ranges) => byKey.get(chunkKey(contextDigest, ranges) ?? '');
}

function auditInput(state: BuildState, { target, stateFolder }: AuditTarget): CourseAudit {
  const { snapshot, settings } = state;
  const withFiles = outputsWithFiles({ settings });
  const chunks = withFiles.some(({ courseFiles }) => courseFiles) ? state.chunks : [];
  return {
    target,
    takenAt: snapshot.takenAt,
    writtenSince: new Map(snapshot.writtenSince),
    settings,
    chunkFiles: chunks.map(({ key }) => join(stateFolder, chunkFileOf(key))),
    next: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
    // Whatever no thread reaches stays dirty.
    dirtyChunks: new Uint8Array(new SharedArrayBuffer(chunks.length)).fill(1),
  };
}

function startHelper(audit: CourseAudit) {
  // More memory for its short-lived objects would make it no faster.
  const resourceLimits = { maxYoungGenerationSizeMb: 2 };
  const worker = new Worker(new URL('./audit-worker.js', import.meta.url), { workerData: audit, resourceLimits });
  // If the thread fails, whatever it did not reach stays dirty.
  const done = new Promise<void>((resolve) => {
    worker.once('error', () => resolve());
    worker.once('exit', () => resolve());
  });
  // Terminating a thread that is still loading modules ends the whole process, so let it run out of work instead.
  const end = () => void Atomics.store(audit.next, 0, 2 ** 30);
  return { done, end };
}
