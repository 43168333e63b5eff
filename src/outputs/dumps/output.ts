// The dumps: the whole catalog as files to download. Parts that are made from the same as before stay as they are.
import { createHash, hash } from 'node:crypto';
import { chunkFinder, type CourseNumbering } from '../../catalog/membership.ts';
import { CourseTextsBuilder } from '../../storage/course-texts.ts';
import type { Catalog, Output } from '../output.ts';
import { downloadsPage } from './downloads-page.ts';
import {
  dumpFormatNames,
  dumpFormatDetails,
  dumpPartPath,
  maxCoursesPerPart,
  packagePath,
  sideFormats,
  sideTables,
  type DumpFile,
  type DumpFormat,
} from './formats.ts';
import { gzip } from './gzip.ts';
import { renderPackage } from './package.ts';
import { dumpsDeclaration, type DumpsTypes, type DumpTask, type WrittenPart } from './declaration.ts';
import { csvLines, jsonLines } from './tables.ts';
import { writeParts } from './write-parts.ts';

export const dumps: Output<DumpsTypes> = {
  ...dumpsDeclaration,
  collect() {
    const lines = new CourseTextsBuilder();
    return {
      add: ({ view }) => lines.addBytes(view.bytes),
      finish() {
        const part = lines.finish();
        return { lines: part, ends: part.ends };
      },
    };
  },
  async plan({ catalog, chunks, keys, taskSettings: { formats }, previous }) {
    const { numbering } = catalog;
    const dumpedChunks = keys.map((key, chunk) => ({ key, ends: chunks.collected.ends(chunk) }));
    const planned = dumpFormatNames
      .filter((format) => formats.includes(format))
      .flatMap((format) => planParts(format, dumpedChunks, numbering));
    const staying = (previous?.kept ?? []).filter(
      (part): part is WrittenPart =>
        'madeFrom' in part && planned.some(({ path, madeFrom }) => path === part.path && madeFrom === part.madeFrom),
    );
    const written = new Map(staying.map((part) => [part.path, part]));
    const fresh = planned.filter(({ path }) => !written.has(path));
    const sources = new Set(fresh.map(({ madeFrom }) => madeFrom));
    const groups = Array.from(sources, (source) => fresh.filter(({ madeFrom }) => madeFrom === source));
    return {
      tasks: groups.map((files) => ({ task: taskOf(files, numbering) })),
      staying,
      finish(results) {
        for (const [task, files] of groups.entries()) {
          for (const [index, { courses: _courses, ...part }] of files.entries()) {
            const result = results[task]?.[index];
            if (result) written.set(part.path, { table: 'courses', ...part, ...result });
          }
        }
        return [
          ...planned.flatMap(({ path }) => written.get(path) ?? []),
          ...tablesOf(catalog).map(({ file }) => file),
        ];
      },
    };
  },
  run: async (task, context) => writeParts(task, context),
  *catalogFiles(catalog, site, built) {
    const { options, homepage, hosted } = site;
    const files = built.of(dumpsDeclaration)?.kept ?? [];
    for (const { file, bytes } of tablesOf(catalog)) yield [file.path, bytes];
    yield [packagePath, renderPackage(options, files, homepage)];
    if (hosted.catalogPage || hosted.coursePages) yield downloadsPage(files, site);
  },
};

/** The tables beside the courses, which are small. */
function tablesOf(catalog: Catalog): { readonly file: DumpFile; readonly bytes: Uint8Array }[] {
  return sideTables.flatMap((table) =>
    sideFormats.map((format) => {
      const lines = Buffer.from((format === 'csv' ? csvLines : jsonLines)(table, catalog).join(''));
      const bytes = format === 'csv' ? lines : gzip(lines);
      const path = dumpPartPath(table, format);
      return { file: { table, format, part: 1, path, bytes: bytes.length, sha256: hash('sha256', bytes) }, bytes };
    }),
  );
}

interface PlannedPart extends Pick<WrittenPart, 'format' | 'part' | 'path' | 'madeFrom'> {
  /** Course numbers by ascending id. */
  readonly courses: Uint32Array;
}

/** The task that writes files of the same courses. */
function taskOf(files: readonly PlannedPart[], { ids, offsets }: CourseNumbering): DumpTask {
  const { courses = new Uint32Array() } = files[0] ?? {};
  const paths = files.map(({ format, path }) => ({ format, path }));
  return { files: paths, courses, ids: Float64Array.from(courses, (course) => ids[course] ?? 0), offsets };
}

/** A chunk with its cache key, and where its lines end. */
interface DumpedChunk {
  readonly key: string;
  readonly ends: Uint32Array;
}

/** Every part of the courses in one format; an empty catalog has one too. */
export function planParts(
  format: DumpFormat,
  chunks: readonly DumpedChunk[],
  { byId, offsets }: Pick<CourseNumbering, 'byId' | 'offsets'>,
): PlannedPart[] {
  const { maxBytes } = dumpFormatDetails[format];
  const nextChunkOf = chunkFinder(offsets);
  const starts = [0];
  let [start, bytes] = [0, 0];
  for (const [index, course] of byId.entries()) {
    const chunk = nextChunkOf(course);
    const ordinal = course - (offsets[chunk] ?? 0);
    const ends = chunks[chunk]?.ends;
    const size = (ends?.[ordinal] ?? 0) - (ends?.[ordinal - 1] ?? 0);
    if (index > start && (bytes + size > maxBytes || index - start === maxCoursesPerPart)) {
      starts.push(index);
      [start, bytes] = [index, 0];
    }
    bytes += size;
  }
  return starts.map((from, index) => {
    const part = index + 1;
    const courses = byId.slice(from, starts[part]);
    return {
      format,
      part,
      path: dumpPartPath('courses', format, part),
      madeFrom: digestOf(courses, chunks, offsets),
      courses,
    };
  });
}

/** A digest of what a part is made from: chunks with the same key have the same lines. */
function digestOf(courses: Uint32Array, chunks: readonly DumpedChunk[], offsets: Uint32Array): string {
  const digest = createHash('sha256');
  const nextChunkOf = chunkFinder(offsets);
  let [previousChunk, nextCourse] = [-1, -1];
  for (const [index, course] of courses.entries()) {
    const chunk = nextChunkOf(course);
    // Most courses follow one another as they do in their chunk.
    if (chunk !== previousChunk || course !== nextCourse)
      digest.update(`${index} ${chunks[chunk]?.key} ${course - (offsets[chunk] ?? 0)}\n`);
    [previousChunk, nextCourse] = [chunk, course + 1];
  }
  return digest.update(`${courses.length}`).digest('hex');
}
