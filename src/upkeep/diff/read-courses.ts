// Reads the courses of a catalog to compare: those of a source, of a built site, or of a published one.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CourseRenderer } from '../../api/course-records.ts';
import type { DumpedCourse } from '../../api/records.ts';
import { indexFiles, viewsFolder } from '../../api/routes.ts';
import { checkCourse, type Course } from '../../catalog/course.ts';
import { indexReferences, type ReferenceIndex } from '../../catalog/reference-index.ts';
import { readReferences } from '../../catalog/references.ts';
import { dumpedFields } from '../../outputs/dumps/field-columns.ts';
import { CatalogError } from '../../library/errors.ts';
import { openCatalog } from '../../library/open-catalog.ts';
import { boundedFetch } from '../../http/bounded-fetch.ts';
import type { CatalogOptions } from '../../build/build-options.ts';
import { check } from '../../build/check.ts';
import { errorAt, ProblemsError } from '../../text/problems.ts';
import type { FieldTable } from '../../catalog/fields.ts';
import { findSource } from '../../catalog/source/find.ts';
import { readFile as readRecords } from '../../catalog/source/read.ts';
import type { SourceRecord } from '../../catalog/source/record.ts';
import { courseFormat, type CourseFormat } from '../../catalog/source/schema.ts';
import { comparedCourse, type ComparedCourse, type ComparedCourses } from './compare.ts';

type Courses = Map<string, ComparedCourse>;

/** What there was before. */
export interface Base {
  readonly courses: ComparedCourses;
  /** Records that could not be read. */
  readonly unread: number;
  /** The names of fields that it does not have. */
  readonly notCompared: readonly string[];
}

/** The courses of a source folder, with their page fields. Throws a ProblemsError if it is not valid. */
export async function coursesOfSource(options: CatalogOptions, signal: AbortSignal): Promise<ComparedCourses> {
  await check(options, { onProgress: () => {}, signal });
  return (await baseOfSource(options, signal)).courses;
}

/** The courses of another source folder. Throws a ProblemsError if nothing in it is a source. */
export async function baseOfFolder(options: CatalogOptions, signal: AbortSignal): Promise<Base> {
  const { files, problems } = await findSource(options.data);
  if (files.length === 0) throw new ProblemsError(problems);
  return baseOfSource(options, signal);
}

/** The courses of a source folder that was perhaps valid with another configuration, or never: without what is not valid of them. */
export async function baseOfSource({ data, fields }: CatalogOptions, signal: AbortSignal): Promise<Base> {
  const { files } = await findSource(data);
  const { references } = await readReferences(files);
  const [index, renderer, format] = [indexReferences(references), new CourseRenderer(references), courseFormat(fields)];
  const courses: Courses = new Map();
  let unread = 0;
  for (const file of files.filter(({ kind }) => kind === 'courses'))
    await readRecords(file, format.fields, {
      record: (record) => {
        signal.throwIfAborted();
        const course = validPart(record, format, index);
        if (course === undefined) {
          unread += 1;
          return;
        }
        const values = dumpedFields(fields, course.fields);
        add(courses, { ...renderer.fullRecord(course), ...(values && { fields: values }) });
      },
      problem: ({ level }) => {
        if (level === 'error') unread += 1;
      },
    });
  return { courses, unread, notCompared: [] };
}

/** A course without the fields that are not valid; undefined if there is none without them. */
function validPart(record: SourceRecord, format: CourseFormat, index: ReferenceIndex): Course | undefined {
  const course = checkCourse(record, format, index);
  if (!Array.isArray(course)) return course;
  const broken = new Set(course.map(({ path: [field] }) => field));
  const fields = Object.entries(Object(record.value)).filter(([field]) => !broken.has(field));
  const part = checkCourse({ ...record, value: Object.fromEntries(fields) }, format, index);
  return Array.isArray(part) ? undefined : part;
}

/** Whether a folder is a built site. */
export function isBuilt(folder: string): boolean {
  return existsSync(join(folder, viewsFolder));
}

/** The courses of a built site; their page fields are not in its API. */
export async function baseOfBuild(folder: string, fields: FieldTable, signal: AbortSignal): Promise<Base> {
  const courses: Courses = new Map();
  const views = join(folder, viewsFolder);
  for (const { name } of await readdir(views, { withFileTypes: true })) {
    signal.throwIfAborted();
    const file = indexFiles.map((index) => join(views, name, index)).find(existsSync);
    if (file === undefined) continue;
    const course: DumpedCourse = JSON.parse(await readFile(file, 'utf8'));
    add(courses, course);
  }
  return { courses, unread: 0, notCompared: Object.keys(fields) };
}

/** The courses of a published site, by its dump. Throws a ProblemsError if it cannot be read. */
export async function baseOfSite(address: string, signal: AbortSignal): Promise<Base> {
  const courses: Courses = new Map();
  try {
    const catalog = await openCatalog(address, { signal, fetch: boundedFetch() });
    for await (const course of catalog.dump()) add(courses, course);
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    const remedy = 'publish it with --dumps ndjson, or compare with a folder or a revision of Git';
    throw errorAt(address, { rule: 'diff-base', finding: error.message, remedy });
  }
  return { courses, unread: 0, notCompared: [] };
}

function add(courses: Courses, course: DumpedCourse): void {
  courses.set(course.linkhash, comparedCourse(course));
}
