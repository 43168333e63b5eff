// Writes the dumps: plans their parts, and distributes them to the workers.
import type { PublishedCatalog } from '../../api/resources.ts';
import type { WriteRoots, WrittenFiles } from '../../output/writer.ts';
import {
  dumpFormats,
  dumpPath,
  sideFormats,
  sideTables,
  type DumpFile,
  type DumpFormat,
} from '../../site/dumps/formats.ts';
import { csvHeader } from '../../site/dumps/courses.ts';
import { gzip } from '../../site/dumps/gzip.ts';
import { csvLines, jsonLines } from '../../site/dumps/tables.ts';
import { loadNeeded } from '../lists/gather.ts';
import type { Catalog } from '../read/catalog.ts';
import type { ChunkDump, ChunkResult } from '../read/result.ts';
import { writeDumpFile, type DumpTask, type WrittenDump } from './job.ts';
import { planParts, type PlannedPart, type WrittenPart } from './plan.ts';

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
  runJob: (task: DumpTask) => Promise<WrittenDump>,
): Promise<WrittenDumps> {
  const chunks = results.map((result, at) => ({ key: keys[at] ?? '', ...dumpOf(result) }));
  const planned = dumpFormats
    .filter((format) => formats.includes(format))
    .flatMap((format) => planParts(format, chunks, numbered, format === 'csv' ? csvHeader.length : 0));
  const kept = new Map(before.map((part) => [`${part.path} ${part.madeFrom}`, part]));
  const parts: WrittenPart[] = [];
  const written: WrittenFiles[] = [];
  const writeAll = async (isWanted: (format: DumpFormat) => boolean) => {
    for (const [at, part] of planned.entries()) {
      if (!isWanted(part.format)) continue;
      const same = kept.get(`${part.path} ${part.madeFrom}`);
      if (same) {
        parts[at] = same;
        continue;
      }
      const { courses: _courses, ...rest } = part;
      const done = await runJob(taskOf(part, results, numbered.offsets));
      parts[at] = { table: 'courses', ...rest, bytes: done.bytes, sha256: done.sha256 };
      written.push(done.written);
    }
  };
  // Few jobs at a time, as each holds a whole file: Parquet takes as long as the others together, and the most memory.
  await Promise.all([writeAll((format) => format === 'parquet'), writeAll((format) => format !== 'parquet')]);
  return { written, parts };
}

function dumpOf(result: ChunkResult): ChunkDump {
  const dump = result.dump();
  if (!dump) throw new Error('the courses were read without their records');
  return dump;
}

/** Loads only the records of chunks that the part takes a course from. */
function taskOf(
  { format, path, courses }: PlannedPart,
  results: readonly ChunkResult[],
  offsets: Uint32Array,
): DumpTask {
  const chunks = loadNeeded(results, offsets, courses, (result) => result.fullRecords());
  return { format, path, courses, chunks, offsets };
}

/** Writes the small tables, in every build that reads the catalog. */
export async function writeSideTables(
  catalog: PublishedCatalog,
  roots: WriteRoots,
): Promise<{ readonly written: readonly WrittenFiles[]; readonly files: readonly DumpFile[] }> {
  const written: WrittenFiles[] = [];
  const files: DumpFile[] = [];
  for (const table of sideTables) {
    for (const format of sideFormats) {
      const path = dumpPath(table, format);
      const lines = (format === 'csv' ? csvLines : jsonLines)(table, catalog).map((row) => Buffer.from(row));
      const done = writeDumpFile(path, format === 'csv' ? Buffer.concat(lines) : await gzip(lines), roots);
      written.push(done.written);
      files.push({ table, format, part: 1, path, bytes: done.bytes, sha256: done.sha256 });
    }
  }
  return { written, files };
}
