// The jobs of a build: work whose input and output can be passed between threads.
import { CourseRenderer } from '../../api/course-records.ts';
import { indexReferences } from '../../catalog/reference-index.ts';
import type { References } from '../../catalog/references.ts';
import { KnownLines, type KnownJournal } from '../../storage/journal/journal.ts';
import type { CollectContext, Output, OutputDeclaration, RunContext } from '../../outputs/output.ts';
import { outputs } from '../../outputs/outputs.ts';
import type { Site } from '../../outputs/site-options.ts';
import type { FieldTable } from '../../catalog/fields.ts';
import { courseFormat } from '../../catalog/source/schema.ts';
import { ReusedMemory } from '../../storage/value-file.ts';
import { Writer, type WriteRoots, type WrittenFiles } from '../../storage/writer.ts';
import { chunkFileIn, nameOfField, readFromChunk, writeChunkFile } from '../read/chunk-file.ts';
import type { Chunk } from '../read/chunks.ts';
import { readChunk, type ChunkContext, type CollectingOutput } from '../read/read-chunk.ts';
import type { ChunkData } from '../read/result.ts';
import { linkChunk, type LinkedChunk, type LinkInput } from './link-chunk.ts';

/** What every job needs; plain data. */
export interface JobContext {
  readonly references: References;
  readonly fields: FieldTable;
  /** How what was read is written. Undefined if courses are only checked. */
  readonly writing?: WritingContext;
}

/** What jobs that write need. */
interface WritingContext {
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

type Jobs = { readonly [Name in keyof JobTypes]: (input: JobTypes[Name][0]) => Promise<JobTypes[Name][1]> };

/** The jobs, run in the current thread. `stop` is one number in shared memory, not 0 once the build is aborted. */
export function jobsIn({ references, fields, writing }: JobContext, stop: Int32Array): RunJob {
  const throwIfAborted = () => {
    if (Atomics.load(stop, 0) !== 0) throw new Error('the build was aborted');
  };
  const renderer = new CourseRenderer(references);
  const reading = { format: courseFormat(fields), index: indexReferences(references), renderer, throwIfAborted };
  const jobs = writing ? writingJobs(writing, reading, references) : checkingJobs(reading);
  return (name, input) => jobs[name](input);
}

type ReadTools = Pick<ChunkContext, 'format' | 'index' | 'renderer' | 'throwIfAborted'>;

function checkingJobs(reading: ReadTools): Jobs {
  const refuse = () => {
    throw new Error('courses are only checked');
  };
  const context = { ...reading, latestCount: 0 };
  return {
    read: async ({ chunk }) => ({ ...(await readChunk(chunk, context)), file: '' }),
    run: refuse,
    link: refuse,
  };
}

function writingJobs(writing: WritingContext, reading: ReadTools, references: References): Jobs {
  const { site, roots, chunkFolder } = writing;
  const { throwIfAborted } = reading;
  const wanted = outputs.filter((output) => output.isWanted(site.features));
  const collecting = wanted.flatMap((output) => collectingOf(output, writing, { ...reading, references }));
  const journal = writing.journal && new KnownLines(writing.journal);
  const context = { ...reading, latestCount: site.options.latest, journal, collecting };
  const collectedOf = fieldReader();
  return {
    async read({ chunk, number }) {
      const read = await readChunk(chunk, context);
      const file = chunkFileIn(chunkFolder, number);
      return { ...read, values: writeChunkFile(file, read.values), file };
    },
    async run({ output: name, task, chunkFiles }) {
      const output = wanted.find((candidate) => candidate.name === name);
      if (!output) throw new Error(`no task of ${name} can be run`);
      return runTask(output, task, roots, { site, collected: collectedOf(output, chunkFiles), throwIfAborted });
    },
    link: async (input) =>
      linkChunk(input, { outputs: wanted, openWriter: () => new Writer(roots, site.options), throwIfAborted }),
  };
}

/** How an output collects what it needs of courses; empty if it needs nothing of them. */
function collectingOf(
  output: Output,
  { roots, site }: WritingContext,
  shared: Pick<CollectContext, 'references' | 'renderer'>,
): CollectingOutput[] {
  const writer = new Writer(roots, site.options);
  const { references, renderer } = shared;
  const collector = output.collect?.({ site, writer, references, renderer });
  return collector ? [{ name: output.name, collector, writer }] : [];
}

async function runTask(
  output: Output,
  task: unknown,
  roots: WriteRoots,
  context: Pick<RunContext, 'site' | 'collected' | 'throwIfAborted'>,
): Promise<TaskResult> {
  const paths: string[] = [];
  const writer = new Writer(roots, context.site.options, paths);
  const result = await output.run?.(task, { ...context, writer });
  return { result, written: writer.tally(), paths };
}

/** Reads the fields of an output by the numbers of chunks, of which it gets the files. Each is valid until the next one is read. */
function fieldReader() {
  const memory = new ReusedMemory();
  return ({ name, collectedFields = {} }: OutputDeclaration, files: readonly string[]) => {
    const read = (field: string) => (chunk: number) => {
      const file = files[chunk];
      if (file === undefined) throw new RangeError(`there is no chunk number ${chunk}`);
      return readFromChunk(file, nameOfField(name, field), memory);
    };
    return Object.fromEntries(Object.keys(collectedFields).map((field) => [field, read(field)]));
  };
}
