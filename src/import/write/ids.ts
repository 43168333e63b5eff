// Ids: those that records have already, and new ones above every id that was ever given.
import type { ImportedCourse } from '../convert/imported-course.ts';
import type { Notes } from '../notes.ts';
import { freeIds } from '../../catalog/source/record.ts';
import { foldName } from '../values/texts.ts';
import type { ExistingRecords } from './existing-records.ts';
import type { KnownCourse } from './known-courses.ts';

/** The id of a record that has none yet, by the id in its input. */
export type NewId = ReturnType<typeof newIdsFor>;

/** Assigns ids to new records. An id of the input is kept if it is free, and never assigned to another record. */
export function newIdsFor(
  noun: string,
  existingIds: ReadonlySet<number>,
  imported: Iterable<{ readonly id?: number | undefined }>,
  notes: Notes,
) {
  const taken = new Set(existingIds);
  const nextId = freeIds([...taken, ...Array.from(imported, ({ id: ownId }) => ownId ?? 0)]);
  return (ownId: number | undefined, name: string): number => {
    const isFree = ownId !== undefined && !taken.has(ownId);
    const id = isFree ? ownId : nextId();
    if (ownId !== undefined && !isFree)
      notes.add('guessed', `new id of a ${noun} whose own is taken`, name, `${ownId}: now ${id}`);
    taken.add(id);
    return id;
  };
}

/** Matches the courses of an input with known ones by several rules, the strongest first. Each id goes to one course. */
export function findKnownCourses(
  imported: readonly ImportedCourse[],
  existing: ExistingRecords,
  notes: Notes,
  { matchTitles, isComplete }: { readonly matchTitles: boolean; readonly isComplete: boolean },
) {
  const { byAddress, courses } = existing;
  const knownByIdentity = byUnique(courses.values(), ({ key, title }) => identityOf(key, title));
  const importedByIdentity = byUnique(imported, ({ key, title }) => identityOf(key, title));
  const moved = movedIds(existing);
  const isPublished = (known: KnownCourse) => courses.get(known.id) === known && existing.ownLines.has(known.id);
  const isCertain = (known: KnownCourse) => isPublished(known) || !moved.has(known.id);
  const agrees = (course: ImportedCourse, known: KnownCourse) =>
    (known.key !== null && known.key === course.key && isCertain(known)) ||
    foldName(known.title) === foldName(course.title);
  const knownAt = ({ linkurl }: ImportedCourse) => byAddress.get(linkurl) ?? [];
  const sameAddress = (course: ImportedCourse) => knownAt(course).findLast((known) => agrees(course, known));
  /** A key alone does not identify a course: a row number may now belong to another. */
  const sameKeyAndTitle = (course: ImportedCourse) => {
    const identity = identityOf(course.key, course.title);
    return importedByIdentity.get(identity) === course ? knownByIdentity.get(identity) : undefined;
  };
  /** A course of another import, unless something shows that it has moved to another address. */
  const onlyAddress = (course: ImportedCourse) =>
    knownAt(course).findLast(
      (known) => isCertain(known) && (courses.get(known.id) === known || !courses.has(known.id)),
    );
  const ids = new Map<ImportedCourse, number>();
  const claimed = new Set<number>();
  for (const rule of [sameAddress, sameKeyAndTitle, onlyAddress]) {
    for (const course of imported) {
      const known = ids.has(course) ? undefined : rule(course);
      if (known === undefined || claimed.has(known.id)) continue;
      ids.set(course, known.id);
      claimed.add(known.id);
      if (rule === sameKeyAndTitle && known.linkurl !== course.linkurl)
        notes.add('guessed', 'same course at a new address, by its own id and title', course.location, course.linkurl);
    }
  }
  // A new course with the title of one that is gone may be that one. What is gone shows only in the whole input.
  const isGone = (known: KnownCourse) => isComplete && isPublished(known) && !claimed.has(known.id);
  const gone = [...courses.values()].filter(isGone);
  const goneByTitle = byUnique(gone, ({ title }) => foldName(title));
  const added = imported.filter((course) => !ids.has(course));
  for (const [title, course] of byUnique(added, (one) => foldName(one.title))) {
    const known = goneByTitle.get(title);
    if (known === undefined) continue;
    const reason = matchTitles
      ? 'same course at a new address, by its title'
      : 'new course with the title of one that is no longer in the input; --match-titles takes both for one';
    notes.add('guessed', reason, course.location, `${known.linkurl}: now ${course.linkurl}`);
    if (matchTitles) ids.set(course, known.id);
  }
  return ids;
}

/** Ids that other imports use, or know at other addresses: such an address may now belong to another course. */
function movedIds({ byAddress, courses, foreign }: ExistingRecords): ReadonlySet<number> {
  const moved = new Set<number>();
  const addresses = new Map<number, string>();
  for (const known of [...byAddress.values()].flat()) {
    const { id, linkurl } = known;
    const isForeign = courses.get(id) !== known && foreign.courses.has(id);
    if (isForeign || (addresses.get(id) ?? linkurl) !== linkurl) moved.add(id);
    addresses.set(id, linkurl);
  }
  return moved;
}

/** Empty for a course without a key or a title. */
function identityOf(key: string | null | undefined, title: string): string {
  return key && title ? `${key}\n${foldName(title)}` : '';
}

/** Items by non-empty key. Keys that occur more than once are dropped. */
function byUnique<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T> {
  const byKey = new Map<string, T>();
  const shared = new Set(['']);
  for (const item of items) {
    const key = keyOf(item);
    if (byKey.has(key)) shared.add(key);
    byKey.set(key, item);
  }
  for (const key of shared) byKey.delete(key);
  return byKey;
}
