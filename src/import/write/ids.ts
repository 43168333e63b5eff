// Ids: those that records have already, and new ones above every id that was ever given.
import { foldName } from '../values/texts.ts';
import type { ImportedCourse } from '../convert/imported-course.ts';
import type { ExistingRecords } from './existing-records.ts';
import type { CourseRow } from './ledger.ts';
import type { Notes } from '../notes.ts';

/** Gives new ids. An id that the source itself has is kept if it is free. */
export class NewIds {
  private readonly taken: Set<number>;
  private highest: number;

  constructor(
    private readonly what: string,
    taken: ReadonlySet<number>,
    /** Records whose own ids are not to be given to others. */
    wanted: Iterable<{ readonly id?: number | undefined }>,
    private readonly notes: Notes,
  ) {
    this.taken = new Set(taken);
    this.highest = 0;
    for (const id of [...taken, ...Array.from(wanted, (one) => one.id ?? 0)]) this.highest = Math.max(this.highest, id);
  }

  idFor(own: number | undefined, name: string): number {
    const isFree = own !== undefined && !this.taken.has(own);
    const id = isFree ? own : (this.highest += 1);
    if (own !== undefined && !isFree)
      this.notes.add('guessed', `new id of a ${this.what} whose own is taken`, name, `${own}: now ${id}`);
    this.taken.add(id);
    return id;
  }
}

/** The ids that courses of a source have already, by rules of which the strongest comes first: each id goes to one course. */
export function knownIds(imported: readonly ImportedCourse[], existing: ExistingRecords, notes: Notes) {
  const { byAddress, courses, theirs } = existing;
  const rows = byUnique(courses.values(), ([, , key, , title]) => identityOf(key, title));
  const own = byUnique(imported, ({ key, title }) => identityOf(key, title));
  const isLive = (row: CourseRow) => courses.get(row[0]) === row && existing.lines.has(row[0]);
  /** Ids that other imports use, or know at other addresses: an address of theirs may be that of another course by now. */
  const moved = new Set<number>();
  const addresses = new Map<number, string>();
  for (const row of [...byAddress.values()].flat()) {
    const [id, address] = row;
    const isTheirs = courses.get(id) !== row && theirs.courses.has(id);
    if (isTheirs || (addresses.get(id) ?? address) !== address) moved.add(id);
    addresses.set(id, address);
  }
  const isCertain = (row: CourseRow) => isLive(row) || !moved.has(row[0]);
  const agrees = (course: ImportedCourse, row: CourseRow) =>
    (row[2] !== null && row[2] === course.key && isCertain(row)) ||
    (row[4] !== undefined && foldName(row[4]) === foldName(course.title));
  const at = ({ linkurl }: ImportedCourse) => byAddress.get(linkurl) ?? [];
  const sameAddress = (course: ImportedCourse) => at(course).findLast((row) => agrees(course, row));
  /** A key alone identifies no course: row numbers go to others. */
  const sameKeyAndTitle = (course: ImportedCourse) => {
    const identity = identityOf(course.key, course.title);
    return own.get(identity) === course ? rows.get(identity) : undefined;
  };
  /** A course of another import, only if nothing says that the course has another address by now. */
  const onlyAddress = (course: ImportedCourse) =>
    at(course).findLast((row) => isCertain(row) && (courses.get(row[0]) === row || !courses.has(row[0])));
  const ids = new Map<ImportedCourse, number>();
  const claimed = new Set<number>();
  for (const rule of [sameAddress, sameKeyAndTitle, onlyAddress]) {
    for (const course of imported) {
      const [id, linkurl] = (ids.has(course) ? undefined : rule(course)) ?? [];
      if (id === undefined || claimed.has(id)) continue;
      ids.set(course, id);
      claimed.add(id);
      if (rule === sameKeyAndTitle && linkurl !== course.linkurl)
        notes.add('guessed', 'same course at a new address, by its own id and title', course.place, course.linkurl);
    }
  }
  return ids;
}

/** Empty for a course without a key or a title. */
function identityOf(key: string | null | undefined, title: string | undefined): string {
  return key && title ? `${key}\n${foldName(title)}` : '';
}

/** Items by a key that is not empty. What several have, such as the number of a course, names none of them. */
function byUnique<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T> {
  const found = new Map<string, T>();
  const shared = new Set(['']);
  for (const item of items) {
    const key = keyOf(item);
    if (found.has(key)) shared.add(key);
    found.set(key, item);
  }
  for (const key of shared) found.delete(key);
  return found;
}
