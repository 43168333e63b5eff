// Writes the dumps: plans their parts, and distributes them to the workers.
import type { PublishedCatalog } from '../../outputs/output.ts';
import { StreamedFile, type StreamedResult } from '../../storage/streamed-file.ts';
import type { WriteRoots, WrittenFiles } from '../../storage/writer.ts';
import {
  dumpFormats,
  dumpPath,
  sideFormats,
  sideTables,
  type DumpFile,
  type DumpFormat,
} from '../../outputs/dumps/formats.ts';
import { gzip } from '../../outputs/dumps/gzip.ts';
import { csvLines, jsonLines } from '../../outputs/dumps/tables.ts';
import { loadNeeded } from '../lists/gather.ts';
import type { Catalog } from '../read/catalog.ts';
import type { ChunkResult, RecordBlocks } from '../read/result.ts';
import type { DumpTask } from './job.ts';
import { planBlocks, planParts, type DumpedChunk, type PlannedPart, type WrittenPart } from './plan.ts';

export interface WrittenDumps {
  readonly written: readonly WrittenFiles[];
  /** All parts of the courses, including those that stay. */
  readonly parts: readonly WrittenPart[];
}

/** `keys` are the cache keys of the chunks; `before` are the parts of the previous build, if they are intact. */
export async function writeCourseDumps(
  { results, numbered }: Catalog,
  keys: readonly string[],
  formats: readonly DumpFormat[],
  before: readonly WrittenPart[],
  runJob: (task: DumpTask) => Promise<readonly StreamedResult[]>,
): Promise<WrittenDumps> {
  const chunks = results.map((result, at): DumpedChunk => ({ key: keys[at] ?? '', ...blocksOf(result) }));
  const planned = dumpFormats
    .filter((format) => formats.includes(format))
    .flatMap((format) => planParts(format, chunks, numbered));
  const kept = new Map(before.map((part) => [`${part.path} ${part.madeFrom}`, part]));
  const parts = new Map<PlannedPart, WrittenPart>();
  const tasks = new Map<string, PlannedPart[]>();
  for (const part of planned) {
    const same = kept.get(`${part.path} ${part.madeFrom}`);
    if (same) parts.set(part, same);
    else tasks.set(part.madeFrom, [...(tasks.get(part.madeFrom) ?? []), part]);
  }
  const written = await Promise.all(
    Array.from(tasks.values(), async (files) => {
      const done = await runJob(taskOf(files, { results, chunks, numbered }));
      return done.map(({ written: one, bytes, sha256 }, at) => {
        const part = files[at];
        if (!part) throw new RangeError('a file was written that nobody asked for');
        const { courses: _courses, ...rest } = part;
        parts.set(part, { table: 'courses', ...rest, bytes, sha256 });
        return one;
      });
    }),
  );
  return { written: written.flat(), parts: planned.flatMap((part) => parts.get(part) ?? []) };
}

function blocksOf(result: ChunkResult): RecordBlocks {
  const blocks = result.blocks();
  if (!blocks) throw new Error('the courses were read without their records');
  return blocks;
}

interface DumpedCatalog extends Pick<Catalog, 'results' | 'numbered'> {
  readonly chunks: readonly RecordBlocks[];
}

/** The task for files with the same courses; it has only the chunks that these are in. */
function taskOf(files: readonly PlannedPart[], { results, numbered, chunks }: DumpedCatalog): DumpTask {
  const { offsets } = numbered;
  const { courses = new Uint32Array() } = files[0] ?? {};
  return {
    files: files.map(({ format, path }) => ({ format, path })),
    courses,
    blocks: files.some(({ format }) => format === 'ndjson') ? planBlocks(courses, chunks, numbered) : [],
    chunks: new Map(
      loadNeeded(results, offsets, courses, ({ fullRecords }) => fullRecords).flatMap((records, at) =>
        records === undefined ? [] : [[at, records] as const],
      ),
    ),
    offsets,
  };
}

/** Writes the small tables, in every build that reads the catalog. */
export function writeSideTables(
  catalog: PublishedCatalog,
  roots: WriteRoots,
): { readonly written: readonly WrittenFiles[]; readonly files: readonly DumpFile[] } {
  const tables = sideTables.flatMap((table) =>
    sideFormats.map((format) => {
      const path = dumpPath(table, format);
      const lines = Buffer.from((format === 'csv' ? csvLines : jsonLines)(table, catalog).join(''));
      const file = new StreamedFile(roots, path);
      file.add(format === 'csv' ? lines : gzip(lines));
      const { written, bytes, sha256 } = file.finish();
      return { written, file: { table, format, part: 1, path, bytes, sha256 } };
    }),
  );
  return { written: tables.map(({ written }) => written), files: tables.map(({ file }) => file) };
}
