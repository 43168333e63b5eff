// Known courses: those that an import ever gave an id, as its ledger and its file of courses have them.
import { fieldOf } from '../../catalog/source/record.ts';
import { parseJson } from '../../catalog/source/json.ts';
import { elementsOf } from '../rows.ts';
import { importNames, readLedger, rememberedIds, type CourseRow, type Ledger } from '../../storage/ledger.ts';

export type KnownCourse = Readonly<ReturnType<typeof knownCourse>>;

/** Reads the courses that all imports know, and the ids that they ever gave. `lines` is the file of courses of this one. */
export function readKnownCourses(
  data: string,
  name: string,
  ledger: Ledger | undefined,
  lines: ReadonlyMap<number, Buffer>,
) {
  const others = importNames(data).flatMap((other) => (other === name ? [] : (readLedger(data, other) ?? [])));
  const ids = rememberedIds(ledger === undefined ? others : [...others, ledger]);
  for (const id of lines.keys()) ids.courses.add(id);
  const byAddress = new Map<string, KnownCourse[]>();
  const addAt = (linkurl: string, course: KnownCourse) =>
    byAddress.set(linkurl, [...(byAddress.get(linkurl) ?? []), course]);
  // A key identifies a course only within its import.
  for (const { courses } of others) for (const row of courses) addAt(row[1], { ...knownCourse(row), key: null });
  const earlier = new Map((ledger?.courses ?? []).map((row) => [row[0], knownCourse(row)]));
  const languages = new Set<string>();
  for (const [id, line] of lines) {
    const published = readCourse(line);
    for (const language of published.languages) languages.add(language);
    const { linkurl, title, date } = published;
    // The ledger may be lost, older, or that of an import that was killed.
    const course = earlier.get(id) ?? { id, linkurl, key: null, day: date, title, digest: undefined };
    // Moved behind the courses that are gone.
    earlier.delete(id);
    earlier.set(id, course);
    if (linkurl !== course.linkurl) addAt(linkurl, course);
  }
  for (const course of earlier.values()) addAt(course.linkurl, course);
  const rowsOf = (kind: 'providers' | 'categories') => others.flatMap(({ [kind]: rows }) => rows);
  const otherRows = { providers: rowsOf('providers'), categories: rowsOf('categories') };
  return { ids, own: earlier, byAddress, languages, otherRows };
}

function knownCourse([id, linkurl, key, day, title, digest]: CourseRow) {
  return { id, linkurl, key, day, title, digest };
}

export function readCourse(line: Buffer) {
  return courseIn(parseJson(line.toString()));
}

/** The parts of a published course by which an import knows it. */
export function courseIn(record: unknown) {
  const textsAt = (field: string) => elementsOf(fieldOf(record, field)).filter((text) => typeof text === 'string');
  const [[linkurl = ''], [title = ''], [date = '']] = [textsAt('linkurl'), textsAt('title'), textsAt('date_published')];
  return { linkurl, title, date, languages: textsAt('language') };
}
