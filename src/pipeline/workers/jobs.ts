// The jobs of a build: work whose input and output can be passed between threads.
import { CourseRenderer } from '../../api/course-records.ts';
import { indexReferences } from '../../catalog/reference-index.ts';
import type { References } from '../../catalog/references.ts';
import { KnownLines, type KnownJournal } from '../../journal/journal.ts';
import type { Output, OutputRow, RunContext, Writers } from '../../outputs/output.ts';
import { outputs } from '../../outputs/outputs.ts';
import type { SourceRange } from '../../source/ranges.ts';
import { siteForm, type IndexForm } from '../../storage/index-files.ts';
import { ResponseSpool } from '../../storage/packs/spool.ts';
import { StreamedFile } from '../../storage/streamed-file.ts';
import { ReusedMemory } from '../../storage/value-file.ts';
import { Writer, type OutputFile, type WriteRoots, type WrittenFiles } from '../../storage/writer.ts';
import { keyOfRead } from '../cache/key.ts';
import { stageChunk } from '../cache/store.ts';
import type { BuildOptions } from '../build-options.ts';
import { nameOfField, readFromChunk } from '../read/chunk-file.ts';
import { readChunk, type Collecting } from '../read/read-chunk.ts';
import type { ByOutput, ChunkData } from '../read/result.ts';
import type { OutputSettings } from '../settings.ts';
import { takeChunk, type TakenChunk, type TakeTask } from './take-chunk.ts';

/** What every job of a build needs; plain data. */
export interface JobContext {
  readonly references: References;
  readonly options: IndexForm & Pick<BuildOptions, 'latest'>;
  readonly settings: ByOutput<OutputSettings>;
  /** Undefined if none is kept. */
  readonly journal?: KnownJournal | undefined;
  /** Where to write; null if courses are only checked. */
  readonly roots: JobRoots | null;
  /** Where the results of chunks go, and their `contextKey`; null if courses are only checked. */
  readonly state: { readonly folder: string; readonly context: string } | null;
}

export interface JobRoots {
  /** For the API. */
  readonly api: WriteRoots;
  /** For everything beside it. */
  readonly site: WriteRoots;
  /** Where to write the responses of the API until they are packed; null if each is a file. */
  readonly spool: string | null;
}

/** A task of an output, and the files of the chunks by their numbers. */
export interface OutputTask {
  readonly output: string;
  readonly task: unknown;
  readonly chunkFiles: readonly string[];
}

export interface RanTask {
  readonly done: unknown;
  readonly written: readonly WrittenFiles[];
  readonly files: readonly OutputFile[];
}

/** The input and the output of each job. */
interface JobTypes {
  readonly read: readonly [task: readonly SourceRange[], done: ChunkData];
  readonly run: readonly [task: OutputTask, done: RanTask];
  readonly take: readonly [task: TakeTask, done: TakenChunk];
}

/** Runs the job with this name. */
export type RunJob = <Name extends keyof JobTypes>(name: Name, task: JobTypes[Name][0]) => Promise<JobTypes[Name][1]>;

type Jobs = { readonly [Name in keyof JobTypes]: (task: JobTypes[Name][0]) => Promise<JobTypes[Name][1]> };

/** The jobs, run in the current thread. `stop` is one number in shared memory, not 0 once the build is aborted. */
export function jobsIn(context: JobContext, stop: Int32Array): RunJob {
  const { references, options, settings, roots, state } = context;
  const journal = context.journal && new KnownLines(context.journal);
  const throwIfAborted = () => {
    if (Atomics.load(stop, 0) !== 0) throw new Error('the build was aborted');
  };
  const wanted = outputs.filter(({ name }) => settings[name]);
  const renderer = new CourseRenderer(references);
  const collecting = roots ? wanted.flatMap((output) => collectingOf(output, roots, renderer, context)) : undefined;
  const { latest } = options;
  const reading = { index: indexReferences(references), renderer, latest, journal, collecting, throwIfAborted };
  const partsOf = fieldReader();

  const jobs: Jobs = {
    read: async (ranges) => {
      const read = await readChunk(ranges, reading);
      return state === null ? read : stageChunk(state.folder, keyOfRead(ranges, read, state.context), read);
    },
    run: async ({ output: name, task, chunkFiles }) => {
      const output = wanted.find((candidate) => candidate.name === name);
      if (!roots || !output) throw new Error(`no task of ${name} can be run`);
      const parts = partsOf(output, chunkFiles);
      return runTask(output, task, roots, options, {
        taskSettings: settings[name]?.taskSettings,
        parts,
        throwIfAborted,
      });
    },
    take: async (task) => {
      if (!roots) throw new Error('files cannot be taken without a folder');
      return takeChunk(task, {
        settings,
        writerOf: (isApi) => (isApi ? new Writer(roots.api, options) : new Writer(roots.site, siteForm)),
        throwIfAborted,
      });
    },
  };
  return (name, task) => jobs[name](task);
}

/** How an output collects what it needs of courses; empty if it needs nothing of them. */
function collectingOf(
  output: Output,
  roots: JobRoots,
  renderer: CourseRenderer,
  { references, options, settings }: JobContext,
): Collecting[] {
  const writers = writersIn(roots, options);
  const collector = output.collect?.({
    ...writers,
    chunkSettings: settings[output.name]?.chunkSettings,
    references,
    renderer,
  });
  const { apiWriter, siteWriter } = writers;
  const tally = () => (output.isApi ? apiWriter : siteWriter).tally();
  return collector ? [{ name: output.name, collector, tally }] : [];
}

async function runTask(
  output: Output,
  task: unknown,
  roots: JobRoots,
  form: IndexForm,
  context: Pick<RunContext, 'taskSettings' | 'parts' | 'throwIfAborted'>,
): Promise<RanTask> {
  const files: OutputFile[] = [];
  const writers = writersIn(roots, form, files);
  const streams: StreamedFile[] = [];
  const stream = (path: string) => {
    const file = new StreamedFile(writers.siteWriter, path);
    streams.push(file);
    return file;
  };
  try {
    const done = await output.run?.(task, { ...writers, ...context, stream });
    return { done, written: [writers.apiWriter.tally(), writers.siteWriter.tally()], files };
  } finally {
    for (const file of streams) file.close();
  }
}

/** Writers that list what they write, if a list is given. */
export function writersIn({ api, site, spool }: JobRoots, form: IndexForm, list?: OutputFile[]): Writers {
  const apiWriter = spool === null ? new Writer(api, form, list) : new ResponseSpool(spool, form, list);
  return { apiWriter, siteWriter: new Writer(site, siteForm, list) };
}

/** Reads the fields of an output by the numbers of chunks, of which it gets the files. Each is valid until the next one is read. */
function fieldReader() {
  const memory = new ReusedMemory();
  return ({ name, fields = [] }: OutputRow, files: readonly string[]) => {
    const read = (field: string) => (chunk: number) => {
      const file = files[chunk];
      if (file === undefined) throw new RangeError(`there is no chunk number ${chunk}`);
      const value: unknown = readFromChunk(file, nameOfField(name, field), memory);
      return value;
    };
    return Object.fromEntries(fields.map((field) => [field, read(field)]));
  };
}
