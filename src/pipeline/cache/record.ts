// The record of a build, and what the next build reuses of it.
import type { FoundSource, SourceFile } from '../../source/find.ts';
import { isSameStamp, settled, type FileStamp } from '../../source/stamp.ts';
import type { BuiltFiles } from '../built-files.ts';
import type { CheckedCatalog } from '../read/check-catalog.ts';
import type { SavedRanges } from '../read/chunks.ts';
import type { CacheKey } from './key.ts';
import type { BuildRecord, RecordedFile } from './state.ts';

/** What the files of a recorded build follow from. */
export function filesOfRecord({ settings, chunks, summary, details }: BuildRecord): BuiltFiles {
  return {
    settings,
    chunks,
    courses: summary.courses,
    files: details().files,
  };
}

/** Whether the source and the options are those of the recorded build. `stamps` take precedence over those in the record. */
export function isSameBuild(
  record: BuildRecord,
  key: CacheKey,
  { files, problems }: FoundSource,
  stamps: ReadonlyMap<string, FileStamp | null> = new Map(),
): boolean {
  if (record.key.siteDigest !== key.siteDigest || problems.some(({ level }) => level === 'error')) return false;
  return (
    files.length === record.files.length &&
    files.every((file, index) => {
      const recorded = record.files[index];
      return recorded?.path === file.path && canBeReused(recorded, file, stamps.get(file.path) ?? recorded.stamp);
    })
  );
}

/** Whether a file may be read as it was read before. */
function canBeReused(
  recorded: RecordedFile,
  { kind, format, stamp }: SourceFile,
  recordedStamp = recorded.stamp,
): boolean {
  const isSameKind = recorded.kind === kind && recorded.format === format;
  return isSameKind && recordedStamp !== null && isSameStamp(recordedStamp, stamp);
}

export function savedRanges({ files }: BuildRecord): SavedRanges {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return (file) => {
    const saved = byPath.get(file.path);
    return saved && canBeReused(saved, file) ? saved.ranges.map((range) => ({ ...range, file })) : undefined;
  };
}

/** The files of a source as a build read them that began at `began`, in milliseconds since 1970. */
export function recordedFiles(
  { files }: FoundSource,
  { chunks, results }: CheckedCatalog,
  began: number,
): RecordedFile[] {
  const ranges = new Map<string, RecordedFile['ranges'][number][]>();
  for (const [chunkIndex, chunk] of chunks.entries()) {
    for (const [index, { file, start, end, indent }] of chunk.ranges.entries()) {
      const rangesOfFile = ranges.get(file.path) ?? [];
      if (rangesOfFile.length === 0) ranges.set(file.path, rangesOfFile);
      rangesOfFile.push({ start, end, indent, fingerprint: results[chunkIndex]?.ranges[index]?.fingerprint ?? '' });
    }
  }
  return files.map(({ kind, format, path, stamp }) => {
    return { kind, format, path, stamp: settled(stamp, began), ranges: ranges.get(path) ?? [] };
  });
}
