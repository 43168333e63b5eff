// The jobs of a build: work whose input and output can be passed between threads.
import { CourseRenderer } from '../../api/course.ts';
import type { LinkOptions } from '../../api/paging.ts';
import { indexReferences } from '../../catalog/reference-index.ts';
import type { References } from '../../catalog/references.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import { RecordWriter } from '../../storage/packs/records.ts';
import type { StreamedResult } from '../../storage/streamed-file.ts';
import { Writer, type IndexForm, type WriteRoots } from '../../storage/writer.ts';
import { CoursePageRenderer } from '../../outputs/course-pages/course-page.ts';
import type { PagesSite } from '../../outputs/course-pages/document.ts';
import { pageFile } from '../../api/formats.ts';
import { fullRecordsIn, readAddresses, recordsIn, stampsIn, termsIn } from '../cache/chunk-file.ts';
import { keyOfRead } from '../cache/key.ts';
import { stageChunk } from '../cache/store.ts';
import { ReusedMemory } from '../cache/value-file.ts';
import type { SourceRange } from '../../source/ranges.ts';
import { writeDump, type DumpTask } from '../dumps/job.ts';
import { loadedChunks, type LoadRecords } from '../dumps/records.ts';
import { writePacks, type PackTask, type WrittenPacks } from '../packs/job.ts';
import { GatherMemory, type RecordReader } from '../lists/gather.ts';
import { writePages, type PageTask, type WrittenPages } from '../lists/pages.ts';
import { takeChunk, type TakenChunk, type TakeTask } from './take.ts';
import type { DumpFormat } from '../../outputs/dumps/formats.ts';
import { DumpBuilder } from '../read/dump.ts';
import { CoursePageWriter } from '../read/course-page-writer.ts';
import { readChunk, ViewWriter } from '../read/read-chunk.ts';
import type { ReadChunk } from '../read/result.ts';
import { presentTerms } from '../read/terms.ts';
import { writeSearch, type SearchLoaders, type SearchTask, type WrittenSearch } from '../search/job.ts';

/** What every job of a build needs; plain data. */
export interface JobContext {
  readonly references: References;
  readonly latest: number;
  readonly pageSize: number;
  readonly links: LinkOptions;
  readonly form: IndexForm;
  /** Where to write the API; null if courses are only checked. */
  readonly apiRoots: WriteRoots | null;
  /** Where to write the responses of the API until they are packed; null if each is a file. */
  readonly recordsFolder: string | null;
  /** Where to write the search index; null if none is built. */
  readonly searchRoots: WriteRoots | null;
  readonly dumps: readonly DumpFormat[];
  /** Where to write dumps; null if there are none. */
  readonly dumpRoots: WriteRoots | null;
  /** Where to write course pages, and of what site they are; null if none are written. */
  readonly coursePages: { readonly roots: WriteRoots; readonly site: PagesSite } | null;
  /** Keys the fingerprints of ranges: see `Fingerprint`. */
  readonly fingerprintKey: string;
  /** Where the results of chunks go for the next build, and their `contextKey`; null if they stay in memory. */
  readonly state: { readonly folder: string; readonly context: string } | null;
}

export interface Jobs {
  readonly read: (ranges: readonly SourceRange[]) => Promise<ReadChunk>;
  readonly pages: (task: PageTask) => Promise<WrittenPages>;
  readonly search: (task: SearchTask) => Promise<WrittenSearch>;
  readonly dump: (task: DumpTask) => Promise<readonly StreamedResult[]>;
  readonly pack: (task: PackTask) => Promise<WrittenPacks>;
  readonly take: (task: TakeTask) => Promise<TakenChunk>;
}

/** Reads parts of chunk results for a thread, each into the memory of the one before. */
function loadersOf(): SearchLoaders & {
  readonly summaries: RecordReader;
  readonly fullRecords: LoadRecords;
} {
  const memory = new ReusedMemory();
  const gathered = new GatherMemory();
  const ofDumps = Array.from({ length: loadedChunks }, () => new ReusedMemory());
  return {
    terms: (file) => presentTerms(termsIn(file, memory)),
    searchResults: { load: (file) => recordsIn(file, memory).searchResults, memory: gathered },
    summaries: { load: (file) => recordsIn(file, memory).summaries, memory: gathered },
    fullRecords: (file, place) => fullRecordsIn(file, ofDumps[place]),
  };
}

/** The jobs, run in the current thread. `stop` is one number in shared memory, not 0 once the build is aborted. */
export function jobsIn(context: JobContext, stop: Int32Array): Jobs {
  const { references, latest, pageSize, links, form, apiRoots, recordsFolder, searchRoots } = context;
  const { coursePages, dumps, dumpRoots } = context;
  const { fingerprintKey, state } = context;
  const throwIfAborted = () => {
    if (Atomics.load(stop, 0) !== 0) throw new Error('the build was aborted');
  };
  const loaders = loadersOf();
  const renderer = new CourseRenderer(references);
  const ofFiles = apiRoots === null ? undefined : new Writer(apiRoots, form);
  const writer = recordsFolder === null ? ofFiles : new RecordWriter(recordsFolder);
  const records = new GrowingBytes();
  const packMemory = { records: new GrowingBytes(0), pack: new GrowingBytes(0) };
  const pages =
    coursePages === null
      ? undefined
      : new CoursePageWriter(coursePages.roots, new CoursePageRenderer(references, coursePages.site));
  const chunkContext = {
    index: indexReferences(references),
    renderer,
    latest,
    termMemo: searchRoots === null ? undefined : new Map(),
    memory: { summaries: new GrowingBytes(), searchResults: new GrowingBytes(), links: new GrowingBytes() },
    beginDump: dumps.length === 0 ? undefined : () => new DumpBuilder(records),
    fingerprintKey,
    throwIfAborted,
    ...(writer && { views: new ViewWriter(writer, renderer, form.precompress.length > 0, pages) }),
  };
  return {
    read: async (ranges) => {
      const read = await readChunk(ranges, chunkContext);
      return state === null ? read : stageChunk(state.folder, keyOfRead(ranges, read, state.context), read);
    },
    pages: async (task) => {
      if (!writer) throw new Error('pages cannot be written without a folder');
      return writePages(task, { writer, links, pageSize, summaries: loaders.summaries, throwIfAborted });
    },
    search: async (task) => {
      if (searchRoots === null) throw new Error('a search index cannot be written without a folder');
      return writeSearch(task, searchRoots, loaders, throwIfAborted);
    },
    dump: async (task) => {
      if (dumpRoots === null) throw new Error('a dump cannot be written without a folder');
      return writeDump(task, dumpRoots, loaders.fullRecords, throwIfAborted);
    },
    pack: async (task) => {
      if (apiRoots === null) throw new Error('packs cannot be written without a folder');
      return writePacks(task, { roots: apiRoots, memory: packMemory, throwIfAborted });
    },
    take: async ({ site, file }) => {
      if (!ofFiles) throw new Error('files cannot be taken without a folder');
      const ofPages = coursePages ? new Writer(coursePages.roots, { indexFile: pageFile, precompress: [] }) : undefined;
      const taken = { form, views: ofFiles, coursePages: ofPages, throwIfAborted };
      return takeChunk(site, readAddresses(file), stampsIn(file), taken);
    },
  };
}
