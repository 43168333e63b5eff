// The contract of an output: everything that a build publishes is one, in a folder of its own.
import type { PublishedFormat, SiteParts } from '../api/formats.ts';
import type { CourseSummary, FullCourse } from '../api/schemas.ts';
import type { Lists } from '../catalog/lists.ts';
import type { References } from '../catalog/references.ts';
import type { PlannedSite } from './build-options.ts';

/** The content of a file: a text without its final newline, bytes, or the bytes of another file. */
export type Content = string | Uint8Array | { readonly copyOf: string };

/** A valid catalog, as documents are made from it. */
export interface PublishedCatalog {
  readonly references: References;
  readonly lists: Lists;
  /** The newest courses, newest first. */
  readonly latest: readonly FullCourse[];
  /** The courses on page 1 of a list, by the number of the list. */
  readonly firstPage: (list: number) => readonly CourseSummary[];
  /** Without a trailing slash. */
  readonly baseUrl: string;
}

/** A format of an output, which is published where the output is wanted unless it says otherwise. */
export type OwnFormat = Omit<PublishedFormat, 'isPublished'> & Partial<Pick<PublishedFormat, 'isPublished'>>;

/** What every command may know of an output, without the code that builds load. `rows.ts` is the table of all. */
export interface OutputRow<Kept = unknown> {
  readonly name: string;
  /** What it publishes beside the API. */
  readonly formats: readonly OwnFormat[];
  isWanted(parts: SiteParts): boolean;
  /** Files whose content is known before the source is read. */
  ready?(site: PlannedSite): Iterable<readonly [path: string, content: Content]>;
  /** Never set: the type of what it keeps of a build. */
  readonly kept?: Kept;
}

/** An output with the code that writes it. `outputs.ts` is the table of all. */
export interface Output<Kept = unknown> extends OutputRow<Kept> {
  /** Files that are made from the whole catalog, in every build that reads it, after all others. */
  documents?(
    catalog: PublishedCatalog,
    site: PlannedSite,
    kept: KeptValues,
  ): Iterable<readonly [path: string, content: Content]>;
}

/** What outputs keep of a build, such as the files of the dumps. */
export class KeptValues {
  private readonly entries: KeptEntry<unknown>[] = [];

  set<Kept>(row: OutputRow<Kept>, kept: Kept): void {
    this.entries.push({ row, kept });
  }

  of<Kept>(row: OutputRow<Kept>): Kept | undefined {
    return this.entries.find((entry) => isOf(row, entry))?.kept;
  }
}

interface KeptEntry<Kept> {
  readonly row: OutputRow<Kept>;
  readonly kept: Kept;
}

/** The row says which type its value has. */
function isOf<Kept>(row: OutputRow<Kept>, entry: KeptEntry<unknown>): entry is KeptEntry<Kept> {
  return entry.row === row;
}
