// The facets: what courses can be filtered by, made from the lists of a catalog and the dates of its courses.
import { hash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { PagedRoute } from '../../api/routes.ts';
import { dayPart } from '../../catalog/date.ts';
import { membersIn } from '../../catalog/lists.ts';
import { collectValues, type Output } from '../output.ts';
import { digitsOf, facetsPath, type FacetColumn, type FacetsFile } from './file-format.ts';
import { facetsRow, type FacetsTypes } from './row.ts';

const msPerDay = 86_400_000;

export const facets: Output<FacetsTypes> = {
  ...facetsRow,
  collect: () =>
    collectValues(
      ({ course }) => Date.parse(dayPart(course.date.text)) / msPerDay,
      (days) => ({ days: Int32Array.from(days) }),
    ),
  async plan({ catalog: { numbered, layout, lists }, chunks, before }) {
    const { ids, byId, offsets } = numbered;
    const { counts, members } = lists;
    const days = new Int32Array(ids.length);
    for (let chunk = 0; chunk < chunks.count; chunk += 1) days.set(chunks.parts.days(chunk), offsets[chunk]);
    const task = { ids, byId, days, layout, counts, members };
    const digest = hash('sha256', serialize(task));
    const stay = before?.kept === digest ? [...before.files.values()] : [];
    return { tasks: stay.length > 0 ? [] : [{ task }], stay, finish: () => digest };
  },
  async run(task, { siteWriter }) {
    siteWriter.write(facetsPath, JSON.stringify(facetsOf(task)));
  },
};

function facetsOf({ ids, byId, days, layout, counts, members }: FacetsTypes['task']): FacetsFile {
  const membersOf = membersIn({ counts, members });
  // The values of a course as lines, since none has a line break.
  const inLists = (facet: PagedRoute) => {
    const values = Array.from(ids, () => '');
    for (const [list, { route, parameter }] of layout.entries())
      if (route === facet)
        for (const course of membersOf(list)) values[course] = `${values[course] ?? ''}${parameter}\n`;
    return columnOf(Array.from(byId, (course) => values[course] ?? ''));
  };
  const dayOf = (course: number) => `${dayPart(new Date((days[course] ?? 0) * msPerDay).toISOString())}\n`;
  const ascending = Float64Array.from(byId, (course) => ids[course] ?? 0);
  return {
    language: inLists('language'),
    category: inLists('category'),
    provider: inLists('provider'),
    day: columnOf(Array.from(byId, dayOf)),
    ids: digitsOf(ascending.map((id, index) => id - (ascending[index - 1] ?? 0))),
  };
}

function columnOf(courses: readonly string[]): FacetColumn {
  const counts = new Map<string, number>();
  for (const values of courses) counts.set(values, (counts.get(values) ?? 0) + 1);
  const sets = [...counts].toSorted(([, a], [, b]) => b - a);
  const places = new Map(sets.map(([values], place) => [values, place]));
  return {
    sets: sets.map(([values]) => values.split('\n').slice(0, -1)),
    times: sets.map(([, count]) => count),
    courses: digitsOf(courses.map((values) => places.get(values) ?? 0)),
  };
}
