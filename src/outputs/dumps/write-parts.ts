// Writes the files of a dump that hold the same courses, in one walk through these.
import { hash } from 'node:crypto';
import type { DumpedCourse } from '../../api/records.ts';
import { GatheredTexts } from '../../storage/course-texts.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import type { RunContext } from '../output.ts';
import { csvRow } from './csv.ts';
import type { DumpsTypes, DumpTask } from './declaration.ts';
import { columnsWithFields, type CourseColumn } from './field-columns.ts';
import type { DumpFile, TableFormat } from './formats.ts';
import { gzip } from './gzip.ts';

/** Courses whose lines are in memory at a time: they may come from several chunks in turn. */
const windowSize = 4_000;

/** Their memory is kept for the next part. */
const lines = new GatheredTexts();
const [ndjson, csv] = [new GrowingBytes(), new GrowingBytes()];

export async function writeParts(
  { files, courses, offsets, fields }: DumpTask,
  { site, collected, writer, throwIfAborted }: RunContext<DumpsTypes>,
): Promise<DumpFile[]> {
  // Once everything is loaded, no other build in this process uses the memory of parts before this one is done.
  const openers = await Promise.all(files.map(async ({ format }) => rendererOpeners[format]()));
  const columns = columnsWithFields(site.fields, fields);
  const renderers = openers.map((open) => open(columns));
  const areParsed = files.some(({ format }) => format !== 'ndjson');
  for (let from = 0; from < courses.length; from += windowSize) {
    throwIfAborted();
    const window = courses.subarray(from, from + windowSize);
    lines.gather(offsets, [window], collected.lines);
    for (const number of window) {
      const line = lines.textOf(number);
      const { buffer, byteOffset, length } = line;
      const course = areParsed && JSON.parse(Buffer.from(buffer, byteOffset, length).toString());
      for (const renderer of renderers) renderer.add(line, course);
    }
  }
  return files.map((file, index) => {
    const bytes = renderers[index]?.finish() ?? new Uint8Array();
    writer.write(file.path, bytes);
    return { ...file, bytes: bytes.length, sha256: hash('sha256', bytes) };
  });
}

/** Renders a file with a line or a row for each course. */
interface Renderer {
  /** Adds a course: its line of JSON, and what that holds. */
  add(line: Uint8Array, course: DumpedCourse): void;
  finish(): Uint8Array;
}

/** Opens a renderer of files with these columns. */
type RendererOpener = (columns: readonly CourseColumn[]) => Renderer;

/** Loads what a format needs, and returns what opens a renderer. */
const rendererOpeners: Readonly<Record<TableFormat, () => Promise<RendererOpener>>> = {
  ndjson: async () => () => {
    ndjson.clear();
    return { add: (line) => ndjson.addBytes(line), finish: () => gzip(ndjson.bytes) };
  },
  csv: async () => (columns) => {
    csv.clear();
    csv.addText(csvRow(columns.map(({ name }) => name)));
    return {
      add: (_line, course) => csv.addText(csvRow(columns.map(({ valueOf }) => valueOf(course)))),
      finish: () => csv.bytes,
    };
  },
  async parquet() {
    const { ParquetFile } = await import('./parquet.ts');
    return (columns) => {
      const file = new ParquetFile(columns);
      return { add: (_line, course) => file.add(course), finish: () => file.finish() };
    };
  },
};
