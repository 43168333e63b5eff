// The plan of an import: which ids its records have, and which lines its files get. Nothing is written here.
import type { Options } from '../../options/option-table.ts';
import type { EditedCourse, PlannedCourse } from '../../results.ts';
import type { RecordKind } from '../../catalog/source/find.ts';
import type { Converted } from '../convert/conversion.ts';
import type { ImportedCourse } from '../convert/imported-course.ts';
import type { InputRows } from '../formats/format.ts';
import { categoryHeader, recordDigest } from './edited-records.ts';
import type { ExistingRecords } from './existing-records.ts';
import { findKnownCourses, newIdsFor } from './ids.ts';
import { readCourse } from './known-courses.ts';
import { importFiles, type CourseRow, type Ledger } from '../../storage/ledger.ts';
import { planCategories, planProviders, type PlanContext, type PlannedRecords } from './plan-references.ts';

export interface PlannedFile {
  readonly kind: RecordKind;
  readonly path: string;
  readonly lines: readonly string[];
  /** Whether it is replaced again, after the courses: it still has the records that are removed. */
  readonly isEarlier?: boolean;
}

export interface ImportPlan {
  readonly read: number;
  /** Number of records that repeat a course. */
  readonly repeated: number;
  readonly added: readonly PlannedCourse[];
  readonly changed: readonly PlannedCourse[];
  /** Added ones that somebody had removed from the file of the import. */
  readonly restored: readonly PlannedCourse[];
  /** Courses that a file of others has in an edited form, and that changed in the input. */
  readonly editedChanged: readonly EditedCourse[];
  /** Courses that a file of others has in an edited form, and that the input no longer has. */
  readonly editedMissing: readonly EditedCourse[];
  readonly unchanged: number;
  readonly missing: readonly PlannedCourse[];
  /** Number of missing courses that are kept (not counting those whose address another course now has). */
  readonly kept: number;
  /** Whether missing courses are removed. */
  readonly removesMissing: boolean;
  /** Files in the order in which they are written; one of the import that is not among them is removed last. */
  readonly files: readonly PlannedFile[];
  /** The location in the input of each line of the course file. */
  readonly locations: readonly string[];
  readonly ledger: Pick<Ledger, 'records' | 'providers' | 'categories' | 'courses'>;
}

/** What a plan depends on, apart from what was read. */
export interface ImportPlanInput extends Pick<PlanContext, 'existing' | 'notes'> {
  readonly options: Pick<Options, 'prune' | 'defaultDate' | 'matchTitles'> & { readonly name: string };
}

export function planImport(
  converted: Converted,
  input: InputRows,
  { options, existing, notes }: ImportPlanInput,
): ImportPlan {
  const { isComplete } = input;
  const removesMissing = options.prune && isComplete;
  const context = { existing, notes, isComplete, removesMissing };
  const providers = planProviders(converted.providers, context);
  const categories = planCategories(converted.categories, context);
  const { published, known, languages, left, ...counts } = planCourses(
    converted,
    { providers, categories },
    options,
    context,
  );
  const paths = importFiles(options.name);
  const editedMissing = isComplete ? planEditedMissing(left, context) : [];
  const { missing, kept } = planMissing(published, paths.courses, context);
  const courses = [...published.values()].toSorted((a, b) => a.course.id - b.course.id);
  const references = [
    planFile('providers', paths.providers, providers, existing),
    planFile('categories', paths.categories, categories, existing),
    planLanguages(paths.languages, languages, input, context),
  ];
  const files: readonly PlannedFile[] = [
    ...references.flatMap((versions) => versions.slice(0, 1)),
    { kind: 'courses', path: paths.courses, lines: courses.map(({ line }) => line) },
    ...references.flatMap((versions) => versions.slice(1)),
  ];
  return {
    read: input.rows.length,
    repeated: converted.repeated,
    ...counts,
    editedMissing,
    missing,
    kept,
    removesMissing,
    files,
    locations: courses.map(({ course }) => course.location),
    ledger: {
      records: Object.fromEntries(
        Object.values(paths).flatMap((path) => {
          const last = files.findLast((file) => file.path === path);
          return last === undefined ? [] : [[path, last.lines.map(recordDigest)] as const];
        }),
      ),
      providers: providers.rows,
      categories: categories.rows,
      courses: Array.from(known.values(), ({ id, linkurl, key, day, title, digest }): CourseRow =>
        digest === undefined ? [id, linkurl, key, day, title] : [id, linkurl, key, day, title, digest],
      ),
    },
  };
}

/** The courses of the import's file by address, with their lines. */
type PublishedCourses = Map<string, { readonly course: PlannedCourse; readonly line: string }>;

interface PlannedReferences {
  readonly providers: PlannedRecords;
  readonly categories: PlannedRecords;
}

function planCourses(
  { courses }: Converted,
  references: PlannedReferences,
  { name, defaultDate, matchTitles }: ImportPlanInput['options'],
  { existing, notes, isComplete }: PlanContext,
) {
  const ids = findKnownCourses(courses, existing, notes, { matchTitles, isComplete });
  const newId = newIdsFor('course', existing.ids.courses, courses, notes);
  const known = new Map(existing.courses);
  const published: PublishedCourses = new Map();
  const languages = new Set<string>();
  const [added, changed, restored]: [PlannedCourse[], PlannedCourse[], PlannedCourse[]] = [[], [], []];
  const editedChanged: EditedCourse[] = [];
  /** Those that a file of others has. */
  const left = new Set<number>();
  const { courses: path } = importFiles(name);
  const { ledger, left: edited } = existing.edited;
  const written = edited.has(path) ? new Set(ledger?.records[path]) : undefined;
  let unchanged = 0;
  for (const imported of courses) {
    const { title, linkurl, location, key = null, date } = imported;
    const knownId = ids.get(imported);
    const file = existing.elsewhere.get(linkurl) ?? existing.foreign.courses.get(knownId ?? 0);
    if (file !== undefined) notes.add('skipped', 'kept in another file', location, file);
    // A course that came from this import is recognized there: its address may change as well.
    if (file !== undefined && !known.has(knownId ?? 0)) continue;
    const id = knownId ?? newId(imported.id, title);
    const earlier = known.get(id) ?? existing.byAddress.get(linkurl)?.find((course) => course.id === id);
    const day = defaultDate ?? earlier?.day ?? null;
    const course = { id, title, linkurl, location };
    const line = lineOf(imported, id, date ?? day ?? '', references);
    const digest = file === undefined ? undefined : recordDigest(line);
    known.set(id, { id, linkurl, key, day: date === undefined ? day : null, title, digest });
    if (file !== undefined && digest !== undefined) {
      left.add(id);
      const isChanged = earlier?.digest === undefined ? written?.has(digest) === false : earlier.digest !== digest;
      const copy = existing.copies.get(id);
      if (isChanged && copy !== undefined) editedChanged.push({ ...course, file: copy });
      continue;
    }
    for (const language of imported.language) languages.add(language);
    if (date === undefined && (earlier?.day ?? null) === null)
      notes.add('guessed', 'no date: that of --default-date', location);
    const earlierLine = existing.ownLines.get(id)?.toString();
    if (earlierLine === undefined && written?.has(recordDigest(line)) === true) restored.push(course);
    if (earlierLine === undefined) added.push(course);
    else if (earlierLine === line) unchanged += 1;
    else changed.push(course);
    published.set(linkurl, { course, line });
  }
  return { published, known, languages, left, added, changed, restored, editedChanged, unchanged };
}

/** Finds the edited courses of this import that its input no longer has. `left` are those that it still has. */
function planEditedMissing(left: ReadonlySet<number>, { existing }: PlanContext): EditedCourse[] {
  const hasMoved = existing.edited.files.some(({ kind }) => kind === 'courses');
  return [...existing.copies].flatMap(([id, file]) => {
    const course = existing.courses.get(id);
    // Nobody has edited a copy of a course that the input did not have then.
    if (course === undefined || left.has(id) || (course.digest === undefined && !hasMoved)) return [];
    return [{ id, title: course.title, linkurl: course.linkurl, location: file, file }];
  });
}

/** Plans the courses that the input no longer has: those that stay are added to the published ones. */
function planMissing(published: PublishedCourses, file: string, { existing, removesMissing }: PlanContext) {
  const ids = new Set(Array.from(published.values(), ({ course }) => course.id));
  let kept = 0;
  const missing = [...existing.ownLines].flatMap(([id, line]) => {
    if (ids.has(id) || existing.foreign.courses.has(id)) return [];
    const { linkurl, title } = readCourse(line);
    if (existing.elsewhere.has(linkurl)) return [];
    const course = { id, title, linkurl, location: file };
    if (removesMissing || published.has(linkurl)) return [course];
    kept += 1;
    published.set(linkurl, { course, line: line.toString() });
    return [course];
  });
  return { missing, kept };
}

/** The versions of a file in which they are written. One without records is only needed where no other file holds records of its kind. */
function planFile(
  kind: RecordKind,
  path: string,
  { lines, linesWithRemoved }: Pick<PlannedRecords, 'lines' | 'linesWithRemoved'>,
  { source }: ExistingRecords,
): PlannedFile[] {
  const header = kind === 'categories' ? [categoryHeader] : [];
  const isNeeded = lines.length > 0 || !source.files.some((file) => file.kind === kind);
  if (!isNeeded) return [];
  const file = { kind, path, lines: [...header, ...lines] };
  if (linesWithRemoved.length === lines.length) return [file];
  return [{ kind, path, lines: [...header, ...linesWithRemoved], isEarlier: true }, file];
}

function planLanguages(
  path: string,
  used: ReadonlySet<string>,
  { catalog }: InputRows,
  { existing, removesMissing }: PlanContext,
) {
  const unused = catalog?.languages;
  if (existing.languages === null && unused === undefined) return [];
  const allowed = new Set(existing.languages);
  const earlier = existing.references.languages ?? [];
  const usedElsewhere = existing.languages === null ? existing.used.languages : [];
  const names = [...used, ...(unused ?? []), ...(removesMissing ? [] : earlier), ...usedElsewhere];
  const linesOf = (languages: readonly string[]) => {
    const missing = [...new Set(languages)].filter((language) => !allowed.has(language));
    return missing.toSorted().map((language) => JSON.stringify({ name: language }));
  };
  const lines = linesOf(names);
  const linesWithRemoved = linesOf([...names, ...earlier, ...existing.ownLanguages]);
  return lines.length > 0 ? planFile('languages', path, { lines, linesWithRemoved }, existing) : [];
}

function lineOf(imported: ImportedCourse, id: number, date: string, { providers, categories }: PlannedReferences) {
  const { title, linkurl, language, description, tags, author, catalog_id, fields } = imported;
  const subjects = imported.categories.map((key) => categories.ids.get(key) ?? 0);
  return JSON.stringify({
    id,
    title,
    linkurl,
    provider: providers.ids.get(imported.provider) ?? 0,
    language,
    date_published: date,
    description: description || undefined,
    tags: tags || undefined,
    author: author || undefined,
    categories: subjects.length > 0 ? subjects : undefined,
    catalog_id,
    ...fields,
  });
}
