// What the jobs of a build take and return.
import type { References } from '../../catalog/references.ts';
import type { FieldTable } from '../../catalog/fields.ts';
import type { Site } from '../../outputs/site-options.ts';
import type { KnownJournal } from '../../storage/journal/journal.ts';
import type { WriteRoots, WrittenFiles } from '../../storage/writer.ts';
import type { Chunk } from '../read/chunks.ts';
import type { ChunkContext } from '../read/read-chunk.ts';
import type { ChunkData } from '../read/result.ts';
import type { LinkedChunk, LinkInput } from './link-chunk.ts';

/** What every job needs; plain data but for `onRecord`. */
export interface JobContext {
  readonly references: References;
  readonly fields: FieldTable;
  /** How what was read is written. Undefined if courses are only checked. */
  readonly writing?: WritingContext;
  /** Receives every record, also an invalid one. Only for the current thread: a function cannot be sent to another. */
  readonly onRecord?: ChunkContext['onRecord'];
}

/** What jobs that write need. */
export interface WritingContext {
  readonly site: Site;
  /** Undefined if the build keeps no journal. */
  readonly journal: KnownJournal | undefined;
  readonly roots: WriteRoots;
  /** The folder for the files of chunks. */
  readonly chunkFolder: string;
}

/** A chunk to read, and its number. */
interface ReadInput {
  readonly chunk: Chunk;
  readonly number: number;
}

/** A task of an output, and the files of the chunks by their numbers. */
interface TaskInput {
  readonly output: string;
  readonly task: unknown;
  readonly chunkFiles: readonly string[];
}

export interface TaskResult {
  readonly result: unknown;
  readonly written: WrittenFiles;
  /** The paths of its files, unchanged ones included. */
  readonly paths: readonly string[];
}

/** The input and the output of each job. */
interface JobTypes {
  readonly read: readonly [input: ReadInput, result: ChunkData];
  readonly run: readonly [input: TaskInput, result: TaskResult];
  readonly link: readonly [input: LinkInput, result: LinkedChunk];
}

/** Runs the job with this name. */
export type RunJob = <Name extends keyof JobTypes>(name: Name, input: JobTypes[Name][0]) => Promise<JobTypes[Name][1]>;

export type Jobs = { readonly [Name in keyof JobTypes]: (input: JobTypes[Name][0]) => Promise<JobTypes[Name][1]> };

/** What reads courses, whether they are only checked or also written. */
export type ReadTools = Pick<ChunkContext, 'format' | 'index' | 'renderer' | 'throwIfAborted' | 'onRecord'>;

/** The context of the jobs in a thread. */
export interface ThreadContext extends JobContext {
  /** One number in shared memory, not 0 once the build is aborted. */
  readonly stop: Int32Array;
}

/** A job for a thread. */
export interface ThreadJob {
  /** The number of its build among those that these threads have worked for. */
  readonly build: number;
  readonly job: Parameters<RunJob>;
  /** Only for a thread that does not have it yet. */
  readonly context?: ThreadContext;
}
