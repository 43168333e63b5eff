// Reads the courses of a catalog to compare: those of a source, of a built site, or of a published one.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CourseRenderer } from '../api/course-records.ts';
import type { DumpedCourse } from '../api/records.ts';
import { indexFiles, viewsFolder } from '../api/routes.ts';
import { checkCourse } from '../catalog/course.ts';
import { indexReferences } from '../catalog/reference-index.ts';
import { readReferences } from '../catalog/references.ts';
import { factCells } from '../outputs/dumps/fact-columns.ts';
import { CatalogError } from '../outputs/shared/client/errors.ts';
import { openCatalog } from '../outputs/shared/client/open-catalog.ts';
import type { CatalogOptions } from '../pipeline/build-options.ts';
import { check } from '../pipeline/check.ts';
import { errorAt } from '../problems.ts';
import { findSource } from '../source/find.ts';
import { splitFile } from '../source/ranges.ts';
import { readRange } from '../source/read.ts';
import { courseFormat } from '../source/schema.ts';
import { comparedCourse, type ComparedCourse } from './compare.ts';

type Courses = Map<string, ComparedCourse>;

/** The courses of a source folder, with their facts. Throws a ProblemsError if it is not valid. */
export async function coursesOfSource(options: CatalogOptions, signal: AbortSignal): Promise<Courses> {
  const { data, facts } = options;
  await check(options, { onProgress: () => {}, signal });
  const { files } = await findSource(data);
  const { references } = await readReferences(files);
  const [index, renderer, format] = [indexReferences(references), new CourseRenderer(references), courseFormat(facts)];
  const courses: Courses = new Map();
  for (const file of files.filter(({ kind }) => kind === 'courses'))
    for (const range of splitFile(file))
      await readRange(range, format.fields, {
        record: (record) => {
          signal.throwIfAborted();
          const course = checkCourse(record, format, index);
          if (Array.isArray(course)) return;
          const cells = factCells(facts, course.facts);
          add(courses, { ...renderer.fullRecord(course), ...(cells && { facts: cells }) });
        },
        problem: () => {
          // A valid catalog has none but warnings.
        },
      });
  return courses;
}

/** Whether a folder is a built site. */
export function isBuilt(folder: string): boolean {
  return existsSync(join(folder, viewsFolder));
}

/** The courses of a built site; their facts are not in its API. */
export async function coursesOfBuild(folder: string, signal: AbortSignal): Promise<Courses> {
  const courses: Courses = new Map();
  const views = join(folder, viewsFolder);
  for (const { name } of await readdir(views, { withFileTypes: true })) {
    signal.throwIfAborted();
    const file = indexFiles.map((index) => join(views, name, index)).find(existsSync);
    if (file === undefined) continue;
    const course: DumpedCourse = JSON.parse(await readFile(file, 'utf8'));
    add(courses, course);
  }
  return courses;
}

/** The courses of a published site, by its dump. Throws a ProblemsError if it cannot be read. */
export async function coursesOfSite(address: string, signal: AbortSignal): Promise<Courses> {
  const courses: Courses = new Map();
  try {
    const catalog = await openCatalog(address, { signal });
    for await (const course of catalog.dump()) add(courses, course);
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    const remedy = 'publish it with --dumps ndjson, or compare with a folder or a revision of Git';
    throw errorAt(address, { rule: 'diff-base', finding: error.message, remedy });
  }
  return courses;
}

function add(courses: Courses, course: DumpedCourse): void {
  courses.set(course.linkhash, comparedCourse(course));
}
