// The first job of a build: reads, checks and renders one chunk of the course files, and writes its views.
import type { CourseRenderer } from '../../api/course.ts';
import { viewsFolder } from '../../api/routes.ts';
import { checkCourse, type Course } from '../../catalog/course.ts';
import { courseWarnings } from '../../catalog/course-problems.ts';
import { identityOf } from '../../catalog/reading.ts';
import { GrowingBytes, lineEnd } from '../../text/bytes.ts';
import { noneWritten, type IndexWriter } from '../../storage/writer.ts';
import { problemAt, type Problem } from '../../problems.ts';
import { Fingerprint } from '../../source/fingerprint.ts';
import type { SourceRange } from '../../source/ranges.ts';
import { readRange } from '../../source/read.ts';
import type { SourceRecord } from '../../source/record.ts';
import { csvFields, type FieldProblem } from '../../source/schema.ts';
import type { CoursePageWriter } from './course-page-writer.ts';
import { ColumnsBuilder, type ColumnsContext, type RenderedView } from './columns.ts';
import type { RangeResult, ReadChunk, WrittenCourse } from './result.ts';

export interface ChunkContext extends ColumnsContext {
  /** Absent if courses are only checked. */
  readonly views?: ViewWriter;
  readonly fingerprintKey: string;
  /** Throws once the build is aborted. */
  readonly throwIfAborted: () => void;
}

/** Reads a chunk. After the first invalid record, the rest is checked but not written. */
export async function readChunk(ranges: readonly SourceRange[], context: ChunkContext): Promise<ReadChunk> {
  const { views, index, fingerprintKey, throwIfAborted } = context;
  const builder = new ColumnsBuilder(context);
  const results: RangeResult[] = [];
  let isValid = true;
  for (const range of ranges) {
    throwIfAborted();
    const problems: Problem[] = [];
    const found: { record: SourceRecord; findings: FieldProblem[]; subject: string }[] = [];
    const first = builder.length;
    const fingerprint = new Fingerprint(fingerprintKey);
    const lines = await readRange(range, csvFields.courses, {
      record: (record) => {
        throwIfAborted();
        const course = checkCourse(record, index);
        if (Array.isArray(course)) {
          isValid = false;
          builder.addInvalid(record.value);
          found.push({ record, findings: course, subject: identityOf(record.value, 'course').subject });
          return;
        }
        builder.add(course);
        const remarks = courseWarnings(course);
        if (remarks.length > 0) found.push({ record, findings: remarks, subject: `course ${course.id}` });
        if (!isValid || !views) return;
        const view = views.render(course);
        builder.addRecords(course, view, views.write(course, view));
      },
      problem: (problem) => {
        isValid = false;
        problems.push(problem);
      },
      bytes: (bytes) => fingerprint.add(bytes),
    });
    for (const { record, findings, subject } of found) {
      for (const finding of findings) {
        problems.push(problemAt(range.file.path, await record.position(finding.path), subject, finding.found));
      }
    }
    results.push({ fingerprint: fingerprint.finish(), records: builder.length - first, lines, problems });
  }
  const written = views?.tally() ?? { views: noneWritten, coursePages: noneWritten };
  return { ranges: results, ...written, ...builder.finish() };
}

/** Writes single-course files: the view and, if wanted, the page. */
export class ViewWriter {
  /** Reused for every view: a thread runs one job at a time. */
  private readonly view = new GrowingBytes();

  constructor(
    private readonly writer: IndexWriter,
    private readonly renderer: CourseRenderer,
    /** Whether compressed files are wanted. */
    private readonly isCompressed: boolean,
    private readonly coursePages: CoursePageWriter | undefined,
  ) {}

  render(course: Course): RenderedView {
    const record = this.renderer.utf8Record(course);
    return { record, json: JSON.stringify(record) };
  }

  /** Writes the view of a course, and its page if there is to be one. */
  write(course: Course, { record, json }: RenderedView): WrittenCourse {
    const { view, writer, coursePages } = this;
    writer.folder(viewsFolder);
    view.clear();
    view.addUtf8(json);
    view.addByte(lineEnd);
    writer.writeFolder(`${viewsFolder}/${course.linkhash}`, view);
    return {
      encodings: this.isCompressed ? writer.last.encodings : undefined,
      link: coursePages?.write(course, record),
    };
  }

  tally(): Pick<ReadChunk, 'views' | 'coursePages'> {
    return { views: this.writer.tally(), coursePages: this.coursePages?.tally() ?? noneWritten };
  }
}
