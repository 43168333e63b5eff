// The jobs that write: reading the chunks of a catalog for all outputs, their tasks, and linking the files of a shard.
import type { References } from '../../catalog/references.ts';
import type { CollectContext, Output, OutputDeclaration, RunContext } from '../../outputs/output.ts';
import { outputs } from '../../outputs/outputs.ts';
import { KnownLines } from '../../storage/journal/journal.ts';
import { ReusedMemory } from '../../storage/value-file.ts';
import { Writer, type WriteRoots } from '../../storage/writer.ts';
import { chunkFileIn, nameOfField, readFromChunk, writeChunkFile } from '../read/chunk-file.ts';
import { readChunk, type CollectingOutput } from '../read/read-chunk.ts';
import type { Jobs, ReadTools, TaskResult, WritingContext } from './job-types.ts';
import { linkChunk } from './link-chunk.ts';

/** The jobs of a build that writes. */
export function writingJobs(writing: WritingContext, reading: ReadTools, references: References): Jobs {
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
