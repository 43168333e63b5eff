// Writes the page of each course as its view is written.
import type { FullCourse } from '../../api/schemas.ts';
import type { Course } from '../../catalog/course.ts';
import { GrowingBytes, lineEnd } from '../../text/bytes.ts';
import { Writer, type WriteRoots, type WrittenFiles } from '../../storage/writer.ts';
import type { CoursePageRenderer } from '../../outputs/course-pages/course-page.ts';
import { coursePagesFolder } from '../../outputs/course-pages/paths.ts';
import { pageFile } from '../../api/formats.ts';

export class CoursePageWriter {
  private readonly writer: Writer;
  /** Reused for every page: a thread runs one job at a time. */
  private readonly page = new GrowingBytes();

  constructor(
    roots: WriteRoots,
    private readonly renderer: CoursePageRenderer,
  ) {
    this.writer = new Writer(roots, { indexFile: pageFile, precompress: [] });
  }

  /** Writes the page of a course, whose record has UTF-8 texts, and returns its link for the lists as one. */
  write(course: Course, record: FullCourse): string {
    const { writer, page, renderer } = this;
    writer.folder(coursePagesFolder);
    const rendered = renderer.render(course, record);
    page.clear();
    page.addUtf8(rendered.page);
    page.addByte(lineEnd);
    writer.writeFolder(`${coursePagesFolder}/${course.linkhash}`, page);
    return rendered.link;
  }

  tally(): WrittenFiles {
    return this.writer.tally();
  }
}
