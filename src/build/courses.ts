// The first job of a build: one batch of course files read, checked, rendered, and written as single-course files.
import { renderCourse } from '../api/course.ts';
import { folderOf } from '../api/routes.ts';
import {
  compareLatest,
  hashKey,
  type CourseColumns,
  type LatestCourse,
  type UsedLanguage,
} from '../catalog/columns.ts';
import { checkCourse, linkhashOf, type Course, type ReferenceIndex } from '../catalog/course.ts';
import { identityOf } from '../catalog/reading.ts';
import type { CategoryTree } from '../catalog/tree.ts';
import type { Writer } from '../output/writer.ts';
import { problemAt, type Problem } from '../problems.ts';
import type { SourceRange } from '../source/ranges.ts';
import { readRange, type SourceRecord } from '../source/read.ts';
import { csvFields, type ShapeFinding } from '../source/schema.ts';

/** What a batch came to. Problems of a piece have lines counted from its start. */
export interface ReadCourses {
  readonly pieces: { readonly records: number; readonly lines: number; readonly problems: Problem[] }[];
  readonly columns: CourseColumns;
  /** What was written. */
  readonly files: number;
  readonly bytes: number;
}

/** What every batch of a build is read with. */
export interface CourseContext {
  readonly index: ReferenceIndex;
  readonly tree: CategoryTree;
  /** How many courses the latest list shows. */
  readonly latest: number;
  /** Throws once the build is broken off. */
  readonly goOn: () => void;
  /** Absent where courses are only to be checked. */
  readonly writer?: Writer;
}

/** Reads a batch. Once a record of it is found wrong, the rest is checked but no longer written. */
export async function readCourses(ranges: readonly SourceRange[], context: CourseContext): Promise<ReadCourses> {
  const { writer } = context;
  const before = { files: writer?.files ?? 0, bytes: writer?.bytes ?? 0 };
  const draft = new ColumnsDraft(context);
  const pieces: { records: number; lines: number; problems: Problem[] }[] = [];
  let sound = true;
  for (const range of ranges) {
    const problems: Problem[] = [];
    const wrong: { record: SourceRecord; findings: ShapeFinding[]; subject: string }[] = [];
    const first = draft.length;
    const lines = await readRange(range, csvFields.courses, {
      record: (record) => {
        context.goOn();
        const course = checkCourse(record.value, context.index, record.lacksColumn?.bind(record));
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
    });
    for (const { record, findings, subject } of wrong) {
      for (const { path, found } of findings) {
        problems.push(problemAt(range.file.path, await record.position(path), subject, found));
      }
    }
    pieces.push({ records: draft.length - first, lines, problems });
  }
  const [files, bytes] = writer ? [writer.files - before.files, writer.bytes - before.bytes] : [0, 0];
  return { pieces, columns: draft.finish(), files, bytes };
}

const viewFolder = folderOf('course');

/** Columns while they grow. */
class ColumnsDraft {
  private readonly ids: number[] = [];
  private readonly hashes: number[] = [];
  private readonly hasCatalogId: number[] = [];
  private readonly lists: number[] = [];
  private readonly listEnds: number[] = [];
  private readonly languages = new Map<string, UsedLanguage & { list: number }>();
  private readonly summaries: string[] = [];
  private latest: LatestCourse[] = [];
  /** The last of the latest courses when they were last sorted: what is older is none of them. */
  private oldest: LatestCourse | undefined;

  constructor(private readonly context: CourseContext) {}

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
    const { full, summary } = renderCourse(course, this.context.tree);
    if (this.summaries.length === 0) writer.folder(viewFolder);
    writer.writeFolder(`${viewFolder}${linkhash}`, `${full}\n`);
    this.summaries.push(summary);
    this.addLatest(course, full);
  }

  addUnsound(value: unknown): void {
    const fields: Partial<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {};
    const { linkurl } = fields;
    this.ids.push(identityOf(value, 'course').id ?? Number.NaN);
    this.hashes.push(typeof linkurl === 'string' ? hashKey(linkhashOf(linkurl)) : Number.NaN);
    this.hasCatalogId.push(0);
    this.listEnds.push(this.lists.length);
  }

  finish(): CourseColumns {
    const { bytes, ends } = joinShared(this.summaries);
    return {
      ids: Float64Array.from(this.ids),
      hashes: Float64Array.from(this.hashes),
      hasCatalogId: Uint8Array.from(this.hasCatalogId),
      lists: Uint32Array.from(this.lists),
      listEnds: Uint32Array.from(this.listEnds),
      languages: [...this.languages.values()].map(({ written, first, uses }) => ({ written, first, uses })),
      summaries: bytes,
      summaryEnds: ends,
      latest: this.newest(),
    };
  }

  private addLists({ providerIndex, categories, language }: Course): void {
    const { lists, context } = this;
    const start = lists.length;
    lists.push(providerIndex);
    const { providers } = context.index.references;
    for (const category of categories) {
      context.tree.visitUpwards(category, (index) => {
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

/** Texts one after another as UTF-8 in memory that threads share, and where each ends. */
function joinShared(texts: readonly string[]): { bytes: Uint8Array; ends: Uint32Array } {
  const ends = new Uint32Array(texts.length);
  let size = 0;
  for (const [index, text] of texts.entries()) {
    size += Buffer.byteLength(text);
    ends[index] = size;
  }
  const bytes = Buffer.from(new SharedArrayBuffer(size));
  let start = 0;
  for (const text of texts) start += bytes.write(text, start);
  return { bytes: new Uint8Array(bytes.buffer), ends };
}
