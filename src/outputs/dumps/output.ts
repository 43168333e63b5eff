// The dumps: the whole catalog as files to download. Parts that are made from the same as before stay as they are.
import { createHash, hash } from 'node:crypto';
import { RecordsBuilder } from '../../storage/gather.ts';
import type { Catalog, Output } from '../output.ts';
import { downloadsPage } from './downloads-page.ts';
import {
  dumpFormats,
  dumpForms,
  dumpPath,
  maxCoursesPerPart,
  packagePath,
  sideFormats,
  sideTables,
  type DumpFile,
  type DumpFormat,
} from './formats.ts';
import { gzip } from './gzip.ts';
import { renderPackage } from './package.ts';
import { dumpsRow, type DumpsTypes, type WrittenPart } from './row.ts';
import { csvLines, jsonLines } from './tables.ts';
import { writeParts } from './write-parts.ts';
import { chunkOf, type NumberedCourses } from '../../catalog/lists.ts';

export const dumps: Output<DumpsTypes> = {
  ...dumpsRow,
  collect() {
    const lines = new RecordsBuilder();
    return {
      add: ({ view }) => lines.addBytes(view.bytes),
      finish() {
        const part = lines.finish();
        return { lines: part, ends: part.ends };
      },
    };
  },
  async plan({ catalog, chunks, keys, settings: { formats }, before }) {
    const { numbered } = catalog;
    const dumpedChunks = keys.map((key, chunk) => ({ key, ends: chunks.parts.ends(chunk) }));
    const planned = dumpFormats
      .filter((format) => formats.includes(format))
      .flatMap((format) => planParts(format, dumpedChunks, numbered));
    const earlier = before?.kept.filter((part) => 'madeFrom' in part) ?? [];
    const stay = earlier.filter((part) =>
      planned.some((plannedPart) => plannedPart.path === part.path && plannedPart.madeFrom === part.madeFrom),
    );
    const written = new Map(stay.map((part) => [part.path, part]));
    const fresh = planned.filter(({ path }) => !written.has(path));
    const sources = new Set(fresh.map(({ madeFrom }) => madeFrom));
    const parts = Array.from(sources, (source) => fresh.filter(({ madeFrom }) => madeFrom === source));
    const { offsets, ids } = numbered;
    return {
      tasks: parts.map((files) => {
        const { courses = new Uint32Array() } = files[0] ?? {};
        return {
          task: {
            files: files.map(({ format, path }) => ({ format, path })),
            courses,
            ids: Float64Array.from(courses, (course) => ids[course] ?? 0),
            offsets,
          },
        };
      }),
      stay,
      finish(done) {
        for (const [task, files] of parts.entries()) {
          for (const [place, file] of files.entries()) {
            const { courses: _courses, ...part } = file;
            const result = done[task]?.[place];
            if (result) written.set(file.path, { table: 'courses', ...part, ...result });
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
  *documents(catalog, site, built) {
    const { options, homepage, parts } = site;
    const files = built.of(dumpsRow)?.kept ?? [];
    for (const { file, bytes } of tablesOf(catalog)) yield [file.path, bytes];
    yield [packagePath, renderPackage(options, files, homepage)];
    if (parts.site || parts.coursePages) yield downloadsPage(files, site);
  },
};

/** The tables beside the courses, which are small. */
function tablesOf(catalog: Catalog): { readonly file: DumpFile; readonly bytes: Uint8Array }[] {
  return sideTables.flatMap((table) =>
    sideFormats.map((format) => {
      const lines = Buffer.from((format === 'csv' ? csvLines : jsonLines)(table, catalog).join(''));
      const bytes = format === 'csv' ? lines : gzip(lines);
      const path = dumpPath(table, format);
      return { file: { table, format, part: 1, path, bytes: bytes.length, sha256: hash('sha256', bytes) }, bytes };
    }),
  );
}

interface PlannedPart extends Pick<WrittenPart, 'format' | 'part' | 'path' | 'madeFrom'> {
  /** Course numbers by ascending id. */
  readonly courses: Uint32Array;
}

/** Every part of the courses in one format; an empty catalog has one too. Chunks with the same key have the same lines, which end at `ends`. */
export function planParts(
  format: DumpFormat,
  chunks: readonly { readonly key: string; readonly ends: Uint32Array }[],
  { byId, offsets }: Pick<NumberedCourses, 'byId' | 'offsets'>,
): PlannedPart[] {
  const { maxBytes } = dumpForms[format];
  const parts: PlannedPart[] = [];
  let [first, bytes, previousChunk, nextCourse] = [0, 0, -1, -1];
  let digest = createHash('sha256');
  const close = (end: number) => {
    const part = parts.length + 1;
    digest.update(`${end - first}`);
    const path = dumpPath('courses', format, part);
    parts.push({ format, part, path, madeFrom: digest.digest('hex'), courses: byId.slice(first, end) });
    [first, bytes, previousChunk, nextCourse] = [end, 0, -1, -1];
    digest = createHash('sha256');
  };
  for (const [place, course] of byId.entries()) {
    const chunk =
      previousChunk !== -1 && course >= (offsets[previousChunk] ?? 0) && course < (offsets[previousChunk + 1] ?? 0)
        ? previousChunk
        : chunkOf(offsets, course);
    const ordinal = course - (offsets[chunk] ?? 0);
    const ends = chunks[chunk]?.ends;
    const size = (ends?.[ordinal] ?? 0) - (ends?.[ordinal - 1] ?? 0);
    if (place > first && (bytes + size > maxBytes || place - first === maxCoursesPerPart)) close(place);
    // Most courses follow one another as they do in their chunk.
    if (chunk !== previousChunk || course !== nextCourse)
      digest.update(`${place - first} ${chunks[chunk]?.key} ${ordinal}\n`);
    [previousChunk, nextCourse] = [chunk, course + 1];
    bytes += size;
  }
  close(byId.length);
  return parts;
}
