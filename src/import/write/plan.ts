// The plan of an import: which ids its records have, and which lines its files get. Nothing is written here.
import type { RecordKind } from '../../source/find.ts';
import type { Source } from '../formats/format.ts';
import type { Converted } from '../convert/conversion.ts';
import type { ImportedCourse } from '../convert/imported-course.ts';
import { courseIn, ownFiles, type ExistingRecords } from './existing-records.ts';
import { knownIds, NewIds } from './ids.ts';
import { planCategories, planProviders, type PlanContext, type Planned } from './plan-references.ts';
import type { Notes } from '../notes.ts';

export interface PlannedCourse {
  readonly id: number;
  readonly title: string;
  readonly linkurl: string;
  /** Its place in the source; for one that is gone, the file of the import. */
  readonly place: string;
}

export interface PlannedFile {
  readonly kind: RecordKind;
  readonly path: string;
  readonly lines: readonly string[];
  /** Whether it is replaced again, after the courses: it still has the records that are removed. */
  readonly isEarlier?: boolean;
}

export type Plan = ReturnType<typeof planImport>;

/** Plans an import. */
export function planImport(
  converted: Converted,
  source: Source,
  existing: ExistingRecords,
  given: PlanContext['given'],
  { name, prune, undated }: { readonly name: string; readonly prune: boolean; readonly undated: string | undefined },
  notes: Notes,
) {
  const prunes = prune && source.isWhole;
  const context = { existing, given, notes, isWhole: source.isWhole, prunes };
  const providers = planProviders(converted.providers, context);
  const categories = planCategories(converted.categories, context);
  const own = ownFiles(name);
  const { courses } = converted;
  const known = knownIds(courses, existing, notes);
  const next = new NewIds('course', existing.ids.courses, courses, notes);
  const rows = new Map(existing.courses);
  const planned = new Map<string, { readonly course: PlannedCourse; readonly line: string }>();
  const named = new Set<number>();
  const languages = new Set<string>();
  const added: PlannedCourse[] = [];
  const changed: PlannedCourse[] = [];
  for (const imported of courses) {
    const { title, linkurl, place, key, date } = imported;
    const before = known.get(imported);
    const file = existing.elsewhere.get(linkurl) ?? existing.theirs.courses.get(before ?? 0);
    if (file !== undefined) notes.add('leftOut', 'kept in another file', place, file);
    // One that came from here is followed: its address may change as well.
    if (file !== undefined && !rows.has(before ?? 0)) continue;
    const id = before ?? next.idFor(imported.id, title);
    const firstDay = (rows.get(id) ?? existing.byAddress.get(linkurl)?.find(([one]) => one === id))?.[3] ?? null;
    const day = undated ?? firstDay;
    rows.set(id, [id, linkurl, key ?? null, date === undefined ? day : null, title]);
    if (file !== undefined) continue;
    named.add(id);
    for (const language of imported.language) languages.add(language);
    if (date === undefined && firstDay === null) notes.add('guessed', 'no date: that of --undated', place);
    const course = { id, title, linkurl, place };
    const line = lineOf(imported, id, date ?? day ?? '', providers, categories);
    const earlier = existing.lines.get(id)?.toString();
    if (earlier === undefined) added.push(course);
    else if (earlier !== line) changed.push(course);
    planned.set(linkurl, { course, line });
  }
  const same = named.size - added.length - changed.length;
  let kept = 0;
  const gone = [...existing.lines].flatMap(([id, line]) => {
    if (named.has(id) || existing.theirs.courses.has(id)) return [];
    const { linkurl, title } = courseIn(line);
    if (existing.elsewhere.has(linkurl)) return [];
    const course = { id, title, linkurl, place: own.courses };
    if (prunes || planned.has(linkurl)) return [course];
    kept += 1;
    planned.set(linkurl, { course, line: line.toString() });
    return [course];
  });
  const sorted = [...planned.values()].toSorted((a, b) => a.course.id - b.course.id);
  const references = [
    fileOf('providers', own.providers, providers, existing),
    fileOf('categories', own.categories, categories, existing),
    languageFile(own.languages, languages, source, context),
  ];
  const files: readonly PlannedFile[] = [
    ...references.flatMap((some) => some.slice(0, 1)),
    { kind: 'courses', path: own.courses, lines: sorted.map(({ line }) => line) },
    ...references.flatMap((some) => some.slice(1)),
  ];
  return {
    read: source.rows.length,
    /** How many of the records that were read repeat a course. */
    repeated: converted.repeated,
    added,
    changed,
    same,
    gone,
    /** How many of those that are gone stay: not those at whose address another course is now. */
    kept,
    /** Whether those that are gone are removed. */
    prunes,
    /** Files in the order in which they are written; one of the import that is not among them is removed last. */
    files,
    /** The place in the source of each line of the course file. */
    places: sorted.map(({ course }) => course.place),
    ledger: { providers: providers.given, categories: categories.given, courses: [...rows.values()] },
  };
}

/** A file without records is only written where no other file holds records of its kind. */
function fileOf(
  kind: RecordKind,
  path: string,
  { lines, all }: Pick<Planned, 'lines' | 'all'>,
  { source }: ExistingRecords,
): PlannedFile[] {
  const head = kind === 'categories' ? ['id,name,parent'] : [];
  const isNeeded = lines.length > 0 || !source.files.some((file) => file.kind === kind);
  const file = { kind, path, lines: [...head, ...lines] };
  if (!isNeeded) return [];
  return all.length === lines.length ? [file] : [{ kind, path, lines: [...head, ...all], isEarlier: true }, file];
}

function languageFile(path: string, used: ReadonlySet<string>, source: Source, { existing, prunes }: PlanContext) {
  const unused = source.catalog?.languages;
  if (existing.languages === null && unused === undefined) return [];
  const allowed = new Set(existing.languages);
  const before = existing.references.languages ?? [];
  const others = existing.languages === null ? existing.used.languages : [];
  const names = [...used, ...(unused ?? []), ...(prunes ? [] : before), ...others];
  const linesOf = (all: readonly string[]) => {
    const missing = [...new Set(all)].filter((name) => !allowed.has(name));
    return missing.toSorted().map((name) => JSON.stringify({ name }));
  };
  const [lines, all] = [linesOf(names), linesOf([...names, ...before, ...existing.ownLanguages])];
  return lines.length > 0 ? fileOf('languages', path, { lines, all }, existing) : [];
}

function lineOf(imported: ImportedCourse, id: number, date: string, providers: Planned, categories: Planned) {
  const { title, linkurl, language, description, tags, author, catalog_id, license, modified } = imported;
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
    categories:
      imported.categories.length > 0 ? imported.categories.map((key) => categories.ids.get(key) ?? 0) : undefined,
    catalog_id,
    license,
    date_modified: modified,
  });
}
