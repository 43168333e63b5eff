// What is known of the build before: plain data that tells what need not be read, rendered or written again.
import type { List } from '../api/paging.ts';
import type { CourseColumns } from '../catalog/columns.ts';
import type { Lists } from '../catalog/lists.ts';
import type { References } from '../catalog/references.ts';
import { noneWritten, type Tally } from '../output/writer.ts';
import type { Problem } from '../problems.ts';
import type { Format, Kind } from '../source/find.ts';
import type { PieceMark } from '../source/known.ts';
import type { FileStamp } from '../source/stamp.ts';
import type { CatalogSummary } from './catalog.ts';
import type { ReadCourses } from './courses.ts';
import type { Total } from './facts.ts';
import type { Keys } from './keys.ts';
import type { BatchTerms } from './search/terms.ts';

/** A source file as it was read. */
export interface KnownFile {
  readonly kind: Kind;
  readonly format: Format;
  readonly path: string;
  /** Null where it was so young that a later change might not show in it. */
  readonly stamp: FileStamp | null;
}

/** A piece of a course file. */
export interface KnownPiece {
  readonly path: string;
  readonly format: Format;
  readonly stamp: FileStamp | null;
  readonly mark: PieceMark;
  readonly indent: number;
  readonly records: number;
  readonly lines: number;
}

/** What a batch of pieces came to. What is large is read when it is asked for. */
export interface KnownBatch {
  /** Of its file in the state: the same name, the same content. */
  readonly name: string;
  readonly pieces: readonly KnownPiece[];
  readonly tally: Tally;
  /** Years of publication, and how many of its courses are of each. */
  readonly years: CourseColumns['years'];
  /** The linkhashes of its courses, in 32 ASCII digits each. */
  readonly linkhashes: () => Uint8Array;
  readonly columns: () => CourseColumns;
  /** Undefined where nobody is going to search. */
  readonly terms: () => BatchTerms | undefined;
  readonly termMarks: () => BatchTerms['marks'];
}

/** What lists and pages came to. */
export interface KnownLists {
  readonly references: References;
  readonly lists: Lists;
  /** The lists in the order of their numbers. */
  readonly described: readonly List[];
  /** See `numbersOfPage`. */
  readonly pageNumbers: Uint32Array;
}

/** A file of the output. */
export interface KnownOutput {
  readonly path: string;
  readonly bytes: number;
}

/** A file or folder of the output that tells it from others; the time of change of a folder that others may add to is null. */
export type Token = readonly [path: string, ino: number, ctimeMs: number | null];

/** What tells the files and folders of the output that nobody changed, by the clock of its file system. */
export interface Trust {
  /** What was not changed after it is what it was when somebody last looked. */
  readonly moment: number;
  /** What a build put there, or changed, after it: paths, and their times of change then. */
  readonly later: readonly (readonly [path: string, ctimeMs: number])[];
}

/** The build before. */
export interface Known extends Keys, Trust {
  /** See `toolKey`. */
  readonly tool: string | undefined;
  readonly pageSize: number;
  /** Whether batches have terms. */
  readonly hasTerms: boolean;
  readonly tokens: readonly Token[];
  readonly files: readonly KnownFile[];
  /** What pieces are marked with: see `Fingerprint`. */
  readonly marksKey: string;
  readonly batches: readonly KnownBatch[];
  /** Names the lists: others, another name. */
  readonly listsId: string;
  readonly lists: () => KnownLists;
  readonly summary: CatalogSummary;
  /** What all files come to. */
  readonly total: Pick<Total, 'files' | 'folders' | 'bytes'>;
  /** The files that are no page and no view. */
  readonly rest: readonly KnownOutput[];
  /** Warnings of the catalog, apart from those of finding its files; and of the host's budget. */
  readonly warnings: readonly Problem[];
  readonly budget: readonly Problem[];
  /** Names of files of the state that hold what they should. */
  readonly stored: ReadonlySet<string>;
}

/** A known batch as if it had just been read. */
export function asRead({ pieces, tally, columns, terms }: KnownBatch): ReadCourses {
  let read: { terms: BatchTerms | undefined } | undefined;
  return {
    pieces: pieces.map(({ mark, indent, records, lines }) => ({ mark, indent, records, lines, problems: [] })),
    columns: columns(),
    get terms() {
      read ??= { terms: terms() };
      return read.terms;
    },
    written: { ...noneWritten, ...tally },
  };
}
