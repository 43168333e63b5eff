// The jobs of a build: work whose input and output can be passed between threads.
import { CourseRenderer } from '../../api/course-records.ts';
import { indexReferences } from '../../catalog/reference-index.ts';
import type { References } from '../../catalog/references.ts';
import { KnownLines, type KnownJournal } from '../../journal/journal.ts';
import type { CollectContext, Output, OutputDeclaration, RunContext, Writers } from '../../outputs/output.ts';
import { outputs } from '../../outputs/outputs.ts';
import type { SourceRange } from '../../source/ranges.ts';
import { htmlIndexFile, type IndexFileOptions } from '../../storage/index-files.ts';
import { StreamedFile } from '../../storage/streamed-file.ts';
import { ReusedMemory } from '../../storage/value-file.ts';
import { Writer, type OutputFile, type WriteRoots, type WrittenFiles } from '../../storage/writer.ts';
import type { BuildOptions } from '../build-options.ts';
import { keyOfRead } from '../cache/key.ts';
import { stageChunk } from '../cache/store.ts';
import type { ByOutput, OutputSettings } from '../output-settings.ts';
import { nameOfField, readFromChunk } from '../read/chunk-file.ts';
import { readChunk, type ChunkContext, type CollectingOutput } from '../read/read-chunk.ts';
import type { ChunkData } from '../read/result.ts';
import { linkChunk, type LinkedChunk, type LinkTask } from './link-chunk.ts';

/** What every job needs; plain data. */
export interface JobContext {
  readonly references: References;
  /** How what was read is written; undefined if courses are only checked. */
  readonly writing?: WritingContext;
}

/** What jobs that write need. */
interface WritingContext {
  readonly options: IndexFileOptions & Pick<BuildOptions, 'latest'>;
  readonly settings: ByOutput<OutputSettings>;
  /** Undefined if none is kept. */
  readonly journal: KnownJournal | undefined;
  readonly roots: JobRoots;
  /** Where the results of chunks go, and their `digestOfContext`. */
  readonly state: { readonly folder: string; readonly contextDigest: string };
}

export interface JobRoots {
  /** For the API. */
  readonly api: WriteRoots;
  /** For everything beside it. */
  readonly files: WriteRoots;
}

/** A task of an output, and the files of the chunks by their numbers. */
interface OutputTask {
  readonly output: string;
  readonly task: unknown;
  readonly chunkFiles: readonly string[];
}

export interface TaskResult {
  readonly result: unknown;
  readonly written: readonly WrittenFiles[];
  readonly files: readonly OutputFile[];
}

/** The input and the output of each job. */
interface JobTypes {
  readonly read: readonly [task: readonly SourceRange[], result: ChunkData];
  readonly run: readonly [task: OutputTask, result: TaskResult];
  readonly link: readonly [task: LinkTask, result: LinkedChunk];
}

/** Runs the job with this name. */
export type RunJob = <Name extends keyof JobTypes>(name: Name, task: JobTypes[Name][0]) => Promise<JobTypes[Name][1]>;

type Jobs = { readonly [Name in keyof JobTypes]: (task: JobTypes[Name][0]) => Promise<JobTypes[Name][1]> };

/** The jobs, run in the current thread. `stop` is one number in shared memory, not 0 once the build is aborted. */
export function jobsIn({ references, writing }: JobContext, stop: Int32Array): RunJob {
  const throwIfAborted = () => {
    if (Atomics.load(stop, 0) !== 0) throw new Error('the build was aborted');
  };
  const renderer = new CourseRenderer(references);
  const reading = { index: indexReferences(references), renderer, throwIfAborted };
  const jobs = writing ? writingJobs(writing, reading, references) : checkingJobs(reading);
  return (name, task) => jobs[name](task);
}

type ReadTools = Pick<ChunkContext, 'index' | 'renderer' | 'throwIfAborted'>;

function checkingJobs(reading: ReadTools): Jobs {
  const refuse = () => {
    throw new Error('courses are only checked');
  };
  const context = { ...reading, latestCount: 0 };
  const read: Jobs['read'] = async (ranges) => ({ ...(await readChunk(ranges, context)), key: '', file: '' });
  return { read, run: refuse, link: refuse };
}

function writingJobs(writing: WritingContext, reading: ReadTools, references: References): Jobs {
  const { options, settings, roots, state } = writing;
  const { throwIfAborted } = reading;
  const wanted = outputs.filter(({ name }) => settings[name]);
  const collecting = wanted.flatMap((output) => collectingOf(output, writing, { ...reading, references }));
  const journal = writing.journal && new KnownLines(writing.journal);
  const context = { ...reading, latestCount: options.latest, journal, collecting };
  const collectedOf = fieldReader();
  return {
    read: async (ranges) => {
      const read = await readChunk(ranges, context);
      return stageChunk(state.folder, keyOfRead(ranges, read, state.contextDigest), read);
    },
    run: async ({ output: name, task, chunkFiles }) => {
      const output = wanted.find((candidate) => candidate.name === name);
      if (!output) throw new Error(`no task of ${name} can be run`);
      const taskSettings = settings[name]?.taskSettings;
      return runTask(output, task, writing, {
        taskSettings,
        collected: collectedOf(output, chunkFiles),
        throwIfAborted,
      });
    },
    link: async (task) =>
      linkChunk(task, {
        settings,
        writerOf: (isApi) => (isApi ? new Writer(roots.api, options) : new Writer(roots.files, htmlIndexFile)),
        throwIfAborted,
      }),
  };
}

/** How an output collects what it needs of courses; empty if it needs nothing of them. */
function collectingOf(
  output: Output,
  { roots, options, settings }: WritingContext,
  shared: Pick<CollectContext, 'references' | 'renderer'>,
): CollectingOutput[] {
  const writers = writersIn(roots, options);
  const { references, renderer } = shared;
  const chunkSettings = settings[output.name]?.chunkSettings;
  const collector = output.collect?.({ ...writers, chunkSettings, references, renderer });
  const { apiWriter, fileWriter } = writers;
  const tally = () => (output.isApi ? apiWriter : fileWriter).tally();
  return collector ? [{ name: output.name, collector, tally }] : [];
}

async function runTask(
  output: Output,
  task: unknown,
  { roots, options }: WritingContext,
  context: Pick<RunContext, 'taskSettings' | 'collected' | 'throwIfAborted'>,
): Promise<TaskResult> {
  const files: OutputFile[] = [];
  const writers = writersIn(roots, options, files);
  const streams: StreamedFile[] = [];
  const stream = (path: string) => {
    const file = new StreamedFile(writers.fileWriter, path);
    streams.push(file);
    return file;
  };
  try {
    const result = await output.run?.(task, { ...writers, ...context, stream });
    return { result, written: [writers.apiWriter.tally(), writers.fileWriter.tally()], files };
  } finally {
    for (const file of streams) file.close();
  }
}

/** Writers that list what they write, if a list is given. */
export function writersIn({ api, files }: JobRoots, form: IndexFileOptions, list?: OutputFile[]): Writers {
  return { apiWriter: new Writer(api, form, list), fileWriter: new Writer(files, htmlIndexFile, list) };
}

/** Reads the fields of an output by the numbers of chunks, of which it gets the files. Each is valid until the next one is read. */
function fieldReader() {
  const memory = new ReusedMemory();
  return ({ name, collectedFields = [] }: OutputDeclaration, files: readonly string[]) => {
    const read = (field: string) => (chunk: number) => {
      const file = files[chunk];
      if (file === undefined) throw new RangeError(`there is no chunk number ${chunk}`);
      const value: unknown = readFromChunk(file, nameOfField(name, field), memory);
      return value;
    };
    return Object.fromEntries(collectedFields.map((field) => [field, read(field)]));
  };
}
