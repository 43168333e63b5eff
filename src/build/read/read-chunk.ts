// The first job of a build: reads and checks one chunk of the course files, while each output collects what it needs of every course.
import { hash } from 'node:crypto';
import type { CourseRenderer } from '../../api/course-records.ts';
import { courseWarnings, warningContext } from '../../catalog/course-problems.ts';
import { checkCourse, type Course } from '../../catalog/course.ts';
import type { ReferenceIndex } from '../../catalog/reference-index.ts';
import type { KnownLines } from '../../storage/journal/journal.ts';
import type { Collector, RenderedCourse } from '../../outputs/output.ts';
import { problemAt, type Problem } from '../../text/problems.ts';
import type { SourceFile } from '../../catalog/source/find.ts';
import type { SourceRange } from '../../catalog/source/ranges.ts';
import { readRange } from '../../catalog/source/read.ts';
import { identityOf, type SourceRecord } from '../../catalog/source/record.ts';
import type { CourseFormat, FieldFinding } from '../../catalog/source/schema.ts';
import { responseText } from '../../storage/index-files.ts';
import type { Writer } from '../../storage/writer.ts';
import { GrowingBytes, lineEnd } from '../../text/bytes.ts';
import { nameOfField } from './chunk-file.ts';
import { ColumnsBuilder } from './columns-builder.ts';
import type { ChunkContent, RangeResult } from './result.ts';

export interface CollectingOutput {
  readonly name: string;
  readonly collector: Collector<Readonly<Record<string, unknown>>>;
  /** What it writes with. */
  readonly writer: Pick<Writer, 'tally' | 'takeDigests'>;
}

export interface ChunkContext {
  readonly format: CourseFormat;
  readonly index: ReferenceIndex;
  readonly renderer: CourseRenderer;
  /** Courses in the latest list. */
  readonly latestCount: number;
  /** Undefined if the build keeps no journal. */
  readonly journal?: KnownLines | undefined;
  /** Undefined if courses are only checked. */
  readonly collecting?: readonly CollectingOutput[];
  readonly throwIfAborted: () => void;
  /** Receives every record of a file, also an invalid one. */
  readonly onRecord?: ((record: SourceRecord, file: SourceFile) => void) | undefined;
}

/** A record with mistakes or warnings in fields. */
interface FaultyRecord {
  readonly record: SourceRecord;
  readonly findings: readonly FieldFinding[];
  readonly subject: string;
}

/** Reads a chunk. After the first invalid record, the rest is checked but not published. */
export async function readChunk(ranges: readonly SourceRange[], context: ChunkContext): Promise<ChunkContent> {
  const { format, index, renderer, latestCount, journal, collecting, throwIfAborted, onRecord } = context;
  const builder = new ColumnsBuilder({ index, tree: renderer.tree, latestCount });
  const results: RangeResult[] = [];
  const [view, journalLines] = [new GrowingBytes(), new GrowingBytes()];
  const usual = warningContext(format);
  let isValid = true;
  for (const range of ranges) {
    throwIfAborted();
    const problems: Problem[] = [];
    const faulty: FaultyRecord[] = [];
    const first = builder.length;
    const lines = await readRange(range, format.fields, {
      record: (record) => {
        throwIfAborted();
        onRecord?.(record, range.file);
        const course = checkCourse(record, format, index);
        if (Array.isArray(course)) {
          isValid = false;
          builder.addInvalid(record.value);
          faulty.push({ record, findings: course, subject: identityOf(record.value, 'course').subject });
          return;
        }
        builder.add(course);
        const warnings = courseWarnings(course, record.value, usual);
        if (warnings.length > 0) faulty.push({ record, findings: warnings, subject: `course ${course.id}` });
        if (!isValid || !collecting) return;
        const rendered = renderCourse(course, context, view);
        builder.addValid(course, rendered.journalLine);
        if (journal) journalLines.addText(`${rendered.journalLine}\n`);
        const ordinal = builder.length - 1;
        for (const { collector } of collecting) collector.add(rendered, ordinal);
      },
      problem: (problem) => {
        isValid = false;
        problems.push(problem);
      },
    });
    for (const { record, findings, subject } of faulty) {
      for (const { path, ...finding } of findings) {
        problems.push(problemAt(range.file.path, await record.position(path), subject, finding));
      }
    }
    results.push({ records: builder.length - first, lines, problems });
  }
  const finished = collecting ?? [];
  const collected: [name: string, value: unknown][] = [];
  for (const { name, collector } of finished)
    for (const [field, value] of Object.entries(await collector.finish()))
      collected.push([nameOfField(name, field), value]);
  return {
    ranges: results,
    written: Object.fromEntries(finished.map(({ name, writer }) => [name, writer.tally()])),
    values: {
      ...Object.fromEntries(collected),
      ...builder.finish(),
      digests: Object.fromEntries(finished.map(({ name, writer }) => [name, writer.takeDigests()])),
      journal: journalLines.bytes,
    },
  };
}

/** Renders the view of a course, as it is published, into memory that is used again for each. */
function renderCourse(course: Course, { renderer, journal }: ChunkContext, view: GrowingBytes): RenderedCourse {
  let digest: string | undefined;
  const viewDigest = () => (digest ??= hash('sha256', view.bytes));
  const fullRecord = renderer.fullRecord(course);
  view.clear();
  view.addText(responseText(JSON.stringify(fullRecord)));
  view.addByte(lineEnd);
  const journalLine = journal?.lineOf(course, viewDigest(), view.length) ?? '';
  return { course, fullRecord, view, viewDigest, journalLine };
}
