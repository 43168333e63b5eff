// The contract of an output: everything that a build publishes is one, in a folder of its own.
//
// A build asks each output first to collect what it needs of every course, then, once the whole catalog is known and valid, to plan its
// tasks and to run them in worker threads, and at last for its responses and files that are made from the whole.
import type { CourseRenderer } from '../api/course-records.ts';
import type { PublishedPath, SiteFeatures } from '../api/published-paths.ts';
import type { List } from '../api/paging.ts';
import type { FullCourse } from '../api/schemas.ts';
import type { CourseColumns } from '../catalog/columns.ts';
import type { Course } from '../catalog/course.ts';
import type { Membership, CourseNumbering } from '../catalog/membership.ts';
import type { References } from '../catalog/references.ts';
import type { StreamedFile } from '../storage/streamed-file.ts';
import type { OutputFile, Writer } from '../storage/writer.ts';
import type { GrowingBytes } from '../text/bytes.ts';
import type { OutputSite } from './site-options.ts';
import type { Journal } from '../journal/journal.ts';

/** The types of an output, all of them plain data. */
export interface OutputTypes {
  /** The options that what it collects, and the files that it writes as it collects, depend on. */
  readonly chunkSettings: unknown;
  /** The options that its tasks depend on. */
  readonly taskSettings: unknown;
  /** What it collects of a chunk. Each field is a value of its own in the file of the chunk, and is read alone. */
  readonly collected: Readonly<Record<string, unknown>>;
  readonly task: unknown;
  /** What a task returns. */
  readonly result: unknown;
  /** What it keeps of a build for its catalog files, for those of other outputs, and for the next build. */
  readonly kept: unknown;
}

/** A file: its path, and a text without its final newline, bytes, or the bytes of another file. */
export type NamedContent = readonly [path: string, content: FileContent];
export type FileContent = string | Uint8Array | { readonly copyOf: string };

/** A path of an output, which is published where the output is wanted unless it says otherwise. */
export type DeclaredPath = Omit<PublishedPath, 'isPublished'> & Partial<Pick<PublishedPath, 'isPublished'>>;

/** What every command may know of an output, without the code that builds load. `declarations.ts` is the table of all. */
export interface OutputDeclaration<T extends OutputTypes = OutputTypes> {
  readonly name: string;
  /** What it publishes beside the API. */
  readonly paths: readonly DeclaredPath[];
  isWanted(features: SiteFeatures): boolean;
  /** Whether it consists of responses of the API. */
  readonly isApi?: true;
  chunkSettings?(site: OutputSite): T['chunkSettings'];
  taskSettings?(site: OutputSite): T['taskSettings'];
  /** Files whose content is known before the source is read. */
  fixedFiles?(site: OutputSite): Iterable<NamedContent>;
  /** The names of the fields of `collected`: what it collects of the courses of a chunk. The file of the chunk holds these alone. */
  readonly collectedFields?: readonly string[];
  readonly courseFiles?: CourseFiles<T>;
}

/** The files that an output writes for each course as it collects, in a folder that is named by the linkhash. */
interface CourseFiles<T extends OutputTypes = OutputTypes> {
  /** The folder of all these folders. */
  readonly folder: string;
  /** The names of the files in the folder of a course. */
  names(settings: T['chunkSettings']): readonly string[];
  /** The name of the collected field with a byte for each course. Its lowest bit says whether the file of the second name is there, the next one that of the third. If it is empty, none is. */
  readonly presenceField?: string;
}

/** A course, its full record with UTF-8 strings (see `text/utf8.ts`), and the bytes of its view, which are valid until the next course. */
export interface RenderedCourse {
  readonly course: Course;
  readonly record: FullCourse;
  readonly view: GrowingBytes;
  /** The SHA-256 digest of these bytes, in hexadecimal digits, which is made when it is first asked for. */
  readonly viewDigest: () => string;
  /** Its line in the journal, once this build is published; empty if none is kept. */
  readonly journalLine: string;
}

/** Collects from one chunk after another. */
export interface Collector<Collected> {
  add(course: RenderedCourse, ordinal: number): void;
  /** What it has collected of the chunk whose courses were added since the last call. */
  finish(): Collected;
}

/** Where an output writes: responses of the API, or files beside it. */
export interface Writers {
  readonly apiWriter: Writer;
  readonly fileWriter: Writer;
}

/** Collects a value of every course; `gather` makes what is collected of a chunk from those of its courses. */
export function collectValues<Value, Collected>(
  valueOf: (course: RenderedCourse) => Value,
  gather: (values: readonly Value[]) => Collected,
): Collector<Collected> {
  let values: Value[] = [];
  return {
    add: (course) => void values.push(valueOf(course)),
    finish() {
      const collected = gather(values);
      values = [];
      return collected;
    },
  };
}

export interface CollectContext<T extends OutputTypes = OutputTypes> extends Writers {
  readonly chunkSettings: T['chunkSettings'];
  readonly references: References;
  readonly renderer: CourseRenderer;
}

/** Reads a field of what was collected of a chunk from its file, by the number of the chunk; in a task it is valid until the next one is read. */
type CollectedFields<Collected> = { readonly [Field in keyof Collected]: (chunk: number) => Collected[Field] };

/** The chunks of a build, by their numbers. */
export interface Chunks<Collected> {
  readonly count: number;
  columns(chunk: number): CourseColumns;
  readonly collected: CollectedFields<Collected>;
}

/** A valid catalog. */
export interface Catalog {
  readonly references: References;
  readonly numbering: CourseNumbering;
  readonly membership: Membership;
  /** The lists in the order of their numbers. */
  readonly lists: readonly List[];
  /** Undefined if none is kept. */
  readonly journal?: Journal | undefined;
}

/** What the last build left of an output. Given only if its settings were the same and its files, but for those of courses, are intact. */
export interface PreviousOutput<T extends OutputTypes = OutputTypes> extends Pick<Catalog, 'lists' | 'membership'> {
  readonly kept: T['kept'];
  /** Its files by their paths. */
  readonly files: ReadonlyMap<string, OutputFile>;
  readonly chunks: Chunks<T['collected']>;
  /** The current number of each of these chunks; undefined if it is gone. */
  readonly currentNumbers: readonly (number | undefined)[];
  /** The current chunks that were read again. */
  readonly fresh: readonly number[];
}

export interface PlanInput<T extends OutputTypes = OutputTypes> {
  readonly catalog: Catalog;
  readonly chunks: Chunks<T['collected']>;
  /** The cache key of each chunk: the same key means the same courses. */
  readonly keys: readonly string[];
  readonly taskSettings: T['taskSettings'];
  readonly previous: PreviousOutput<T> | undefined;
}

export interface PlannedTask<T extends OutputTypes = OutputTypes> {
  readonly task: T['task'];
  /** Pages of lists that it writes, which are shown as progress. */
  readonly pages?: number;
}

export interface OutputPlan<T extends OutputTypes = OutputTypes> {
  /** The tasks, the longest first. */
  readonly tasks: readonly PlannedTask<T>[];
  /** Files of the last build that stay. */
  readonly staying: readonly OutputFile[];
  /** Makes what is kept of what the tasks have returned, in their order. */
  finish(results: readonly T['result'][]): T['kept'];
}

export interface RunContext<T extends OutputTypes = OutputTypes> extends Writers {
  readonly taskSettings: T['taskSettings'];
  readonly collected: CollectedFields<T['collected']>;
  /** A new file that is written piece by piece. */
  readonly stream: (path: string) => StreamedFile;
  readonly throwIfAborted: () => void;
}

/** An output with the code that writes it. `outputs.ts` is the table of all. */
export interface Output<T extends OutputTypes = OutputTypes> extends OutputDeclaration<T> {
  /** Called once in each thread. */
  collect?(context: CollectContext<T>): Collector<T['collected']>;
  /** Plans the tasks in the main thread. It may read what was collected, but writes nothing. */
  plan?(input: PlanInput<T>): Promise<OutputPlan<T>>;
  /** Runs a task in any thread. */
  run?(task: T['task'], context: RunContext<T>): Promise<T['result']>;
  /** Responses of the API that are made from the whole catalog, each with its folder, in every build that reads it. */
  responses?(catalog: PublishedCatalog): Iterable<readonly [folder: string, text: string]>;
  /** Files beside the API that are made from the whole catalog, in every build that reads it, after all others. */
  catalogFiles?(catalog: PublishedCatalog, site: OutputSite, built: BuiltOutputs): Iterable<NamedContent>;
}

/** A catalog as responses and files are made from the whole of it. */
export interface PublishedCatalog extends Catalog {
  /** The newest courses, newest first. */
  readonly latest: readonly FullCourse[];
  /** Without a trailing slash. */
  readonly baseUrl: string;
}

/** What an output of a build has made: what it keeps, such as the files of the dumps, and what it has collected. */
export interface BuiltOutput<T extends OutputTypes = OutputTypes> {
  readonly output: OutputDeclaration<T>;
  readonly kept: T['kept'];
  readonly chunks: Chunks<T['collected']>;
}

export type BuiltOutputs = ReturnType<typeof builtOutputs>;

export function builtOutputs(all: readonly BuiltOutput[]) {
  return {
    of<T extends OutputTypes>(output: OutputDeclaration<T>): BuiltOutput<T> | undefined {
      // The name says which types an output has.
      return all.find((built): built is BuiltOutput<T> => built.output.name === output.name);
    },
  };
}
