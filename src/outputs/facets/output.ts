// The facets: what courses can be filtered by, made from the lists of a catalog and the dates of its courses.
import { createHash } from 'node:crypto';
import type { PagedRoute } from '../../api/routes.ts';
import { dayPart } from '../../catalog/date.ts';
import { membersIn } from '../../catalog/lists.ts';
import { collectValues, type Catalog, type Chunks, type Output } from '../output.ts';
import { digitsOf, facetsPath, type FacetColumn, type FacetsFile } from './file-format.ts';
import { facetsRow, type FacetsTask, type FacetsTypes } from './row.ts';

export const facets: Output<FacetsTypes> = {
  ...facetsRow,
  collect: () =>
    collectValues(
      ({ course }) => Number(dayPart(course.date.text).replaceAll('-', '')),
      (days) => ({ days: Uint32Array.from(days) }),
    ),
  async plan({ catalog, chunks, before }) {
    const task = taskOf(catalog, chunks);
    const digest = digestOf(task);
    const stay = before?.kept === digest ? [...before.files.values()] : [];
    return { tasks: stay.length > 0 ? [] : [{ task }], stay, finish: () => digest };
  },
  async run(task, { siteWriter }) {
    siteWriter.write(facetsPath, JSON.stringify(facetsOf(task)));
  },
};

function taskOf(
  { numbered: { ids, byId, offsets }, layout, lists: { counts, members }, references: { categories } }: Catalog,
  chunks: Chunks<FacetsTypes['part']>,
): FacetsTask {
  const days = new Uint32Array(ids.length);
  for (let chunk = 0; chunk < chunks.count; chunk += 1) days.set(chunks.parts.days(chunk), offsets[chunk]);
  const lists = layout.map(({ route, parameter }) => ({ route, parameter }));
  const withParents = categories.flatMap(({ id, parent }) => {
    const above = categories[parent];
    return above ? [[id, String(above.id)] as const] : [];
  });
  return { ids, byId, days, lists, counts, members, parents: Object.fromEntries(withParents) };
}

/** The same for the same file. */
function digestOf({ ids, byId, days, counts, members, ...texts }: FacetsTask): string {
  const digest = createHash('sha256').update(JSON.stringify(texts));
  for (const numbers of [ids, byId, days, counts, members]) digest.update(numbers);
  return digest.digest('hex');
}

function facetsOf({ ids, byId, days, lists, counts, members, parents }: FacetsTask): FacetsFile {
  const membersOf = membersIn({ counts, members });
  const inLists = (facet: PagedRoute) => {
    // Each value as a line, since none has a line break.
    const values = Array.from(byId, () => '');
    for (const [list, { route, parameter }] of lists.entries())
      if (route === facet)
        for (const course of membersOf(list)) values[course] = `${values[course] ?? ''}${parameter}\n`;
    return columnOf(
      byId,
      (course) => values[course] ?? '',
      (lines) => lines.split('\n').slice(0, -1),
    );
  };
  const ascending = Float64Array.from(byId, (course) => ids[course] ?? 0);
  return {
    language: inLists('language'),
    category: { ...inLists('category'), parents },
    provider: inLists('provider'),
    day: columnOf(
      byId,
      (course) => days[course] ?? 0,
      (day) => [dayOf(day)],
    ),
    ids: digitsOf(ascending.map((id, index) => id - (ascending[index - 1] ?? 0))),
  };
}

/** The column of some courses, given a key of the set of each, and the set of a key. */
function columnOf<Key>(
  byId: Uint32Array,
  keyOf: (course: number) => Key,
  setOf: (key: Key) => readonly string[],
): FacetColumn {
  const keys = Array.from(byId, keyOf);
  const times = new Map<Key, number>();
  for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
  const common = [...times].toSorted(([, a], [, b]) => b - a);
  const places = new Map(common.map(([key], place) => [key, place]));
  return {
    sets: common.map(([key]) => setOf(key)),
    times: common.map(([, count]) => count),
    courses: digitsOf(keys.map((key) => places.get(key) ?? 0)),
  };
}

/** The day `0987-05-28` of the number 9870528. */
function dayOf(number: number): string {
  return String(number)
    .padStart(8, '0')
    .replace(/^(\d{4})(\d{2})/u, '$1-$2-');
}
