// The contract of an output: everything that a build publishes is one, in a folder with its name.
//
// While the courses are read, each output collects what it needs of them. Once the whole catalog is known and valid, it divides the rest of its
// work into tasks, which run in worker threads, and finally writes what it makes from the whole catalog. It knows nothing of earlier builds.
//
// Its declaration is a file of its own, since every command may load declarations, without the code of builds, which would slow its start.
import type { CourseRenderer } from '../api/course-records.ts';
import type { PublishedPath, SiteFeatures } from '../api/published-paths.ts';
import type { List } from '../api/paging.ts';
import type { FullCourse } from '../api/records.ts';
import type { CourseColumns } from '../catalog/columns.ts';
import type { Course } from '../catalog/course.ts';
import type { Membership, CourseNumbering } from '../catalog/membership.ts';
import type { References } from '../catalog/references.ts';
import type { Journal } from '../storage/journal/journal.ts';
import type { Writer } from '../storage/writer.ts';
import type { GrowingBytes } from '../text/bytes.ts';
import type { OutputSite, Site } from './site-options.ts';

/** The types of an output, all of them plain data. */
export interface OutputTypes {
  /** What it collects of a chunk. Each field is a separate value in the file of the chunk, and can be read alone. */
  readonly collected: Readonly<Record<string, unknown>>;
  readonly task: unknown;
  /** What a task returns. */
  readonly result: unknown;
}

/**
 * A file: its path, and a text without its final newline, bytes, or the bytes of another file. A path that ends with a slash is a folder
 * of the API, and the text a response.
 */
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
  /** Files whose content is known before the source is read. */
  fixedFiles?(site: OutputSite): Iterable<NamedContent>;
  /** Names every field of `collected`. */
  readonly collectedFields?: { readonly [Field in keyof T['collected']]: true };
  readonly courseFiles?: CourseFiles;
}

/** The files that an output writes for each course as it collects, in a folder that is named by the linkhash. */
interface CourseFiles {
  /** The folder of all these folders. */
  readonly folder: string;
  /** The names of the files in the folder of a course: the first is always there, the others may be. Empty for no such folders. */
  names(site: Site): readonly string[];
}

/** A course, its full record, and the bytes of its view as it is published, which are valid until the next course. */
export interface RenderedCourse {
  readonly course: Course;
  readonly fullRecord: FullCourse;
  readonly view: GrowingBytes;
  /** The SHA-256 digest of these bytes, in hexadecimal digits, computed when it is first asked for. */
  readonly viewDigest: () => string;
  /** Its line in the journal, once this build is published. Empty if the build keeps no journal. */
  readonly journalLine: string;
}

/** Collects from one chunk after another. */
export interface Collector<Collected> {
  add(course: RenderedCourse, ordinal: number): void;
  /** What it has collected of the chunk whose courses were added since the last call. */
  finish(): Collected | Promise<Collected>;
}

/** Collects a value of every course; `gather` turns the values of a chunk into what is collected of it. */
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

export interface CollectContext {
  readonly site: Site;
  readonly references: References;
  readonly renderer: CourseRenderer;
  readonly writer: Writer;
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
  /** Undefined if the build keeps no journal. */
  readonly journal?: Journal | undefined;
}

export interface TasksInput<T extends OutputTypes = OutputTypes> {
  readonly catalog: Catalog;
  readonly chunks: Chunks<T['collected']>;
  readonly site: Site;
}

export interface RunContext<T extends OutputTypes = OutputTypes> {
  readonly site: Site;
  readonly writer: Writer;
  readonly collected: CollectedFields<T['collected']>;
  readonly throwIfAborted: () => void;
}

/** An output with the code that writes it. `outputs.ts` is the table of all. */
export interface Output<T extends OutputTypes = OutputTypes> extends OutputDeclaration<T> {
  /** Called once in each thread. What it returns may write files of single courses. */
  collect?(context: CollectContext): Collector<T['collected']>;
  /** Divides the work that needs the whole catalog, the longest tasks first. Writes nothing. */
  tasks?(input: TasksInput<T>): readonly T['task'][];
  /** Runs a task in any thread. */
  run?(task: T['task'], context: RunContext<T>): Promise<T['result']>;
  /** What is made from the whole catalog, after all tasks: files beside the API, and responses of it. */
  files?(catalog: PublishedCatalog, site: OutputSite, built: BuiltOutputs): Iterable<NamedContent>;
  /** Sentences about what was made, for the owner of the catalog. */
  notes?(built: BuiltOutput<T>): readonly string[];
}

/** A catalog as responses and files are made from the whole of it. */
export interface PublishedCatalog extends Catalog {
  /** The newest courses, newest first. */
  readonly latest: readonly FullCourse[];
  /** Without a trailing slash. */
  readonly baseUrl: string;
}

/** What an output of a build has made: the results of its tasks in their order, and what it has collected. */
export interface BuiltOutput<T extends OutputTypes = OutputTypes> {
  readonly output: OutputDeclaration<T>;
  readonly results: readonly T['result'][];
  readonly chunks: Chunks<T['collected']>;
}

export type BuiltOutputs = ReturnType<typeof builtOutputs>;

/** Finds what an output has made. */
export function builtOutputs(all: readonly BuiltOutput[]) {
  return {
    of<T extends OutputTypes>(output: OutputDeclaration<T>): BuiltOutput<T> | undefined {
      // The name says which types an output has.
      return all.find((built): built is BuiltOutput<T> => built.output.name === output.name);
    },
  };
}
