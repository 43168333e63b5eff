// The first job of a build: one batch of course files read, checked, rendered, and written as single-course files.
import type { CourseRenderer } from '../api/course.ts';
import { folderOf } from '../api/routes.ts';
import {
  compareLatest,
  hashKey,
  type CourseColumns,
  type LatestCourse,
  type UsedLanguage,
} from '../catalog/columns.ts';
import { checkCourse, linkhashOf, type Course, type ReferenceIndex } from '../catalog/course.ts';
import { fieldOf, identityOf } from '../catalog/reading.ts';
import { GrowingBytes, lineEnd, sharedBytes, sharedNumbers } from '../output/bytes.ts';
import { noneWritten, type Writer, type Written } from '../output/writer.ts';
import { problemAt, type Problem } from '../problems.ts';
import { PieceMarker, type PieceMark } from '../source/known.ts';
import type { SourceRange } from '../source/ranges.ts';
import { readRange } from '../source/read.ts';
import type { SourceRecord } from '../source/record.ts';
import { csvFields, type ShapeFinding } from '../source/schema.ts';
import { TermsDraft, type BatchTerms, type KnownTerms } from './search/terms.ts';

/** What a piece came to. Its problems have lines counted from its start. */
export interface ReadPiece {
  readonly mark: PieceMark;
  /** See `SourceRange`. */
  readonly indent: number;
  readonly records: number;
  readonly lines: number;
  readonly problems: readonly Problem[];
}

/** What a batch came to. */
export interface ReadCourses {
  readonly pieces: readonly ReadPiece[];
  readonly columns: CourseColumns;
  /** Undefined where nobody is going to search. */
  readonly terms: BatchTerms | undefined;
  readonly written: Written;
}

/** What every batch of a build is read with. */
export interface CourseContext {
  readonly index: ReferenceIndex;
  readonly renderer: CourseRenderer;
  /** How many courses the latest list shows. */
  readonly latest: number;
  /** Memory for one view, and for the summaries of one batch: jobs of a thread come one after another. */
  readonly view: GrowingBytes;
  readonly summaries: GrowingBytes;
  /** Whether compressed twins are asked for. */
  readonly hasTwins: boolean;
  /** Terms that are known already; undefined where nobody is going to search. */
  readonly knownTerms: KnownTerms | undefined;
  readonly marksKey: string;
  /** Throws once the build is broken off. */
  readonly goOn: () => void;
  /** Absent where courses are only to be checked. */
  readonly writer?: Writer;
}

/** Reads a batch. Once a record of it is found wrong, the rest is checked but no longer written. */
export async function readCourses(ranges: readonly SourceRange[], context: CourseContext): Promise<ReadCourses> {
  const { writer } = context;
  const draft = new ColumnsDraft(context);
  const pieces: ReadPiece[] = [];
  let sound = true;
  for (const range of ranges) {
    context.goOn();
    const problems: Problem[] = [];
    const wrong: { record: SourceRecord; findings: ShapeFinding[]; subject: string }[] = [];
    const first = draft.length;
    const marker = new PieceMarker(context.marksKey);
    const lines = await readRange(range, csvFields.courses, {
      record: (record) => {
        context.goOn();
        const course = checkCourse(record, context.index);
        if (!Array.isArray(course)) {
          draft.add(course, sound ? writer : undefined);
          return;
        }
        sound = false;
        draft.addUnsound(record.value);
        wrong.push({ record, findings: course, subject: identityOf(record.value, 'course').subject });
      },
      problem: (problem) => {
        sound = false;
        problems.push(problem);
      },
      bytes: (bytes, start) => marker.add(bytes, start),
    });
    for (const { record, findings, subject } of wrong) {
      for (const { path, found } of findings) {
        problems.push(problemAt(range.file.path, await record.position(path), subject, found));
      }
    }
    const { indent } = range;
    pieces.push({ mark: marker.finish(range), indent, records: draft.length - first, lines, problems });
  }
  return { pieces, columns: draft.finish(), terms: draft.terms?.finish(), written: writer?.tally() ?? noneWritten };
}

const viewFolder = folderOf('course');
const yearDigits = 4;

/** Columns while they grow. */
class ColumnsDraft {
  private readonly ids: number[] = [];
  private readonly hashes: number[] = [];
  private readonly hasCatalogId: number[] = [];
  private readonly lists: number[] = [];
  private readonly listEnds: number[] = [];
  private readonly languages = new Map<string, UsedLanguage & { list: number }>();
  private readonly summaryEnds: number[] = [];
  private readonly years = new Map<number, number>();
  private readonly twins: number[] = [];
  private latest: LatestCourse[] = [];
  /** The last of the latest courses when they were last sorted: what is older is none of them. */
  private oldest: LatestCourse | undefined;
  readonly terms: TermsDraft | undefined;

  constructor(private readonly context: CourseContext) {
    context.summaries.clear();
    this.terms = context.knownTerms && new TermsDraft(context.knownTerms);
  }

  get length(): number {
    return this.ids.length;
  }

  add(course: Course, writer: Writer | undefined): void {
    const { linkhash, id } = course;
    this.addLists(course);
    this.ids.push(id);
    this.hashes.push(hashKey(linkhash));
    this.hasCatalogId.push(course.catalog_id === null ? 0 : 1);
    if (!writer) return;
    const { renderer, view, summaries } = this.context;
    const full = renderer.full(course);
    if (this.summaryEnds.length === 0) writer.folder(viewFolder);
    view.clear();
    view.addUtf8(full);
    view.addByte(lineEnd);
    writer.writeFolder(`${viewFolder}${linkhash}`, view);
    if (this.context.hasTwins) this.twins.push(writer.last.twins);
    summaries.addUtf8(renderer.summary(course));
    this.summaryEnds.push(summaries.length);
    const year = Number(course.date.text.slice(0, yearDigits));
    this.years.set(year, (this.years.get(year) ?? 0) + 1);
    this.addLatest(course, full);
    const { title, author, tags, provider } = course;
    this.terms?.add(this.length - 1, { title, others: [author, tags, renderer.providerName(provider)] });
  }

  addUnsound(value: unknown): void {
    const linkurl = fieldOf(value, 'linkurl');
    this.ids.push(identityOf(value, 'course').id ?? Number.NaN);
    this.hashes.push(typeof linkurl === 'string' ? hashKey(linkhashOf(linkurl)) : Number.NaN);
    this.hasCatalogId.push(0);
    this.listEnds.push(this.lists.length);
  }

  finish(): CourseColumns {
    const { summaries } = this.context;
    const summaryEnds = sharedNumbers(this.summaryEnds.length);
    summaryEnds.set(this.summaryEnds);
    return {
      ids: Float64Array.from(this.ids),
      hashes: Float64Array.from(this.hashes),
      hasCatalogId: Uint8Array.from(this.hasCatalogId),
      lists: Uint32Array.from(this.lists),
      listEnds: Uint32Array.from(this.listEnds),
      languages: [...this.languages.values()].map(({ written, first, uses }) => ({ written, first, uses })),
      summaries: sharedBytes(summaries.buffer.subarray(0, summaries.length)),
      summaryEnds,
      latest: this.newest(),
      years: [...this.years],
      twins: Uint8Array.from(this.twins),
    };
  }

  private addLists({ provider, categories, language }: Course): void {
    const { lists, context } = this;
    const start = lists.length;
    lists.push(provider);
    const { providers } = context.index.references;
    for (const category of categories) {
      context.renderer.tree.visitUpwards(category, (index) => {
        const list = providers.length + index;
        if (!lists.includes(list, start)) lists.push(list);
      });
    }
    for (const written of language) lists.push(this.listOf(written));
    this.listEnds.push(lists.length);
  }

  private listOf(written: string): number {
    let used = this.languages.get(written);
    if (!used) {
      const { providers, categories } = this.context.index.references;
      const list = providers.length + categories.length + this.languages.size;
      used = { written, first: this.length, uses: 0, list };
      this.languages.set(written, used);
    }
    used.uses += 1;
    return used.list;
  }

  /** Keeps some more than the newest, so that sorting is rare. */
  private addLatest({ date, id }: Course, full: string): void {
    const course = { order: date.order, id, full };
    if (this.oldest && compareLatest(this.oldest, course) < 0) return;
    this.latest.push(course);
    if (this.latest.length < 2 * this.context.latest) return;
    this.latest = this.newest();
    this.oldest = this.latest.at(-1);
  }

  private newest(): LatestCourse[] {
    return this.latest.toSorted(compareLatest).slice(0, this.context.latest);
  }
}
