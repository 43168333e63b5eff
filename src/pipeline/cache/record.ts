// The record of a build, and what the next build reuses of it.
import type { FoundSource, SourceFile } from '../../source/find.ts';
import { isSameStamp, settled, type FileStamp } from '../../source/stamp.ts';
import { noneWritten, tallyOf, type WrittenFiles } from '../../storage/writer.ts';
import { largestListOf, type Totals } from '../lists/totals.ts';
import { sharedFolders } from '../lists/layout.ts';
import type { WrittenLists } from '../lists/page-plan.ts';
import type { BuildOptions } from '../options.ts';
import { packedFolders } from '../packs/stage.ts';
import type { Catalog } from '../read/catalog.ts';
import type { SavedRanges } from '../read/chunks.ts';
import type { ChunkResult } from '../read/result.ts';
import { contextKey, keyOfRead, type CacheKey } from './key.ts';
import type { BuildRecord, ReadFile, SavedChunk } from './state.ts';

/** What a staged site leaves in the record. */
export interface RecordedSite extends Pick<BuildRecord, 'packs' | 'otherFiles' | 'dumps' | 'budget'> {
  readonly lists: WrittenLists;
  readonly totals: Totals;
}

/** The inputs and results of a build. */
export interface FinishedBuild {
  readonly options: BuildOptions;
  readonly key: CacheKey;
  /** When the build began, in milliseconds since 1970. */
  readonly began: number;
  readonly source: FoundSource;
  readonly fingerprintKey: string;
  readonly catalog: Catalog;
  readonly chunks: readonly SavedChunk[];
  readonly staged: RecordedSite;
}

export function recordOf({
  options,
  key,
  began,
  source,
  fingerprintKey,
  catalog,
  chunks,
  staged,
}: FinishedBuild): BuildRecord {
  const { files, bytes, largest, folders } = staged.totals;
  const found = new Set(source.problems);
  return {
    key,
    pageSize: options.pageSize,
    files: readFiles(source, catalog, began),
    fingerprintKey,
    chunks,
    packs: staged.packs,
    lists: () => staged.lists,
    summary: catalog.summary,
    totals: { files, bytes, largest, folders },
    largestList: largestListOf(staged.lists, options.pageSize),
    otherFiles: staged.otherFiles,
    dumps: staged.dumps,
    warnings: catalog.warnings.filter((warning) => !found.has(warning)),
    budget: staged.budget,
  };
}

/** Every folder of the API, and of the course pages, that holds more than one view or page. */
export function foldersOf({ packs, lists, summary }: BuildRecord, hasCoursePages: boolean): Set<string> {
  const { courses } = summary;
  return packs ? packedFolders(hasCoursePages && courses > 0) : sharedFolders(lists().layout, courses, hasCoursePages);
}

/** Whether the source and the options are those of the recorded build. `stamps` take precedence over those in the record. */
export function isSameBuild(
  record: BuildRecord,
  key: CacheKey,
  { files, problems }: FoundSource,
  stamps: ReadonlyMap<string, FileStamp | null> = new Map(),
): boolean {
  const isSameSite = record.key.pages === key.pages && record.key.site === key.site;
  if (!isSameSite || problems.some(({ level }) => level === 'error')) return false;
  return (
    files.length === record.files.length &&
    files.every(({ path, kind, format, stamp }, at) => {
      const before = record.files[at];
      const isSameFile = before?.path === path && before.kind === kind && before.format === format;
      const stampBefore = stamps.get(path) ?? before?.stamp ?? null;
      return isSameFile && stampBefore !== null && isSameStamp(stampBefore, stamp);
    })
  );
}

export function savedRanges({ files, fingerprintKey }: BuildRecord): SavedRanges {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return {
    fingerprintKey,
    of(file: SourceFile) {
      const saved = byPath.get(file.path);
      const isSame =
        saved?.stamp != null &&
        isSameStamp(saved.stamp, file.stamp) &&
        saved.format === file.format &&
        saved.kind === file.kind;
      return isSame ? saved.ranges.map((range) => ({ ...range, file })) : undefined;
    },
  };
}

/** A result as the next build sees it: nothing of it is new. */
function withoutChanges(result: ChunkResult): ChunkResult {
  const unchanged = (written: WrittenFiles) => ({ ...noneWritten, ...tallyOf(written) });
  return { ...result, views: unchanged(result.views), coursePages: unchanged(result.coursePages) };
}

function readFiles({ files }: FoundSource, { chunks, results }: Catalog, began: number): ReadFile[] {
  const ranges = new Map<string, ReadFile['ranges'][number][]>();
  for (const [at, chunk] of chunks.entries()) {
    for (const [index, { file, start, end, indent }] of chunk.ranges.entries()) {
      const all = ranges.get(file.path) ?? [];
      if (all.length === 0) ranges.set(file.path, all);
      all.push({ start, end, indent, fingerprint: results[at]?.ranges[index]?.fingerprint ?? '' });
    }
  }
  return files.map(({ kind, format, path, stamp }) => {
    return { kind, format, path, stamp: settled(stamp, began), ranges: ranges.get(path) ?? [] };
  });
}

/** All chunks of a catalog with their keys, and the fresh ones among them. */
export function savedChunks(
  { chunks, results, references }: Catalog,
  key: CacheKey,
): { readonly all: SavedChunk[]; readonly fresh: SavedChunk[] } {
  const context = contextKey(key, references);
  const all = results.map((result, at) => {
    return { key: keyOfRead(chunks[at]?.ranges ?? [], result, context), result: withoutChanges(result) };
  });
  return { all, fresh: all.filter((_, at) => !chunks[at]?.cached) };
}
