// Lists: which are walked, and what they must say of each other (specification 1.2, 4.4).
import pMap from 'p-map';
import type { Courses, Seen } from './courses.ts';
import type { Resources, TreeCategory } from './resources.ts';
import type { Run } from './run.ts';
import { pick } from './sample.ts';
import { walk, type List, type Walked } from './walk.ts';

/** Walks the lists of categories and providers, then those of the languages that were seen in them. */
export async function walkLists(run: Run, courses: Courses, resources: Resources): Promise<Walked[]> {
  const categories = resources.categories.map(({ category_id, name, course_count }): List => {
    return { route: 'category', parameter: category_id, label: name, courseCount: course_count };
  });
  const providers = resources.providers.map(({ id, course_count }): List => {
    return { route: 'provider', parameter: String(id), label: null, courseCount: course_count };
  });
  const counted = [...chosen(run, categories), ...chosen(run, providers)];
  const walked = await walkAll(run, courses, counted, 'courses in lists of categories and providers');
  for (const list of walked) holdCourseCount(run, list);
  const languages = await walkLanguages(run, courses);
  const all = [...walked, ...languages];
  holdMembers(run, all, resources.categories);
  return all;
}

/** Lists of languages name courses, and they other languages. A sample is picked once. */
async function walkLanguages(run: Run, courses: Courses): Promise<Walked[]> {
  const walked: Walked[] = [];
  const known = new Set<string>();
  for (;;) {
    const found = [...courses.languages].filter(([name]) => !known.has(name) && isNamable(name));
    const lists = found.map(([name]): List => ({
      route: 'language',
      parameter: name,
      label: name,
      courseCount: undefined,
    }));
    if (lists.length === 0) return walked;
    for (const [name] of found) known.add(name);
    const next = chosen(run, lists, ({ parameter }) => courses.languages.get(parameter) ?? 0);
    walked.push(...(await walkAll(run, courses, next, 'courses in lists of languages', courses.languages)));
    if (run.sample !== undefined) return walked;
  }
}

/** A sample always has the longest list, so that it has pages to walk. */
function chosen(run: Run, lists: readonly List[], lengthOf = ({ courseCount = 0 }: List) => courseCount): List[] {
  const sorted = lists.toSorted((one, other) => lengthOf(other) - lengthOf(one));
  const [longest, ...rest] = sorted;
  if (longest === undefined) return [];
  const sample = run.sample === undefined ? undefined : run.sample - 1;
  return [longest, ...pick(rest, ({ route, parameter }) => `${route} ${parameter}`, { sample, seed: run.seed })];
}

async function walkAll(
  run: Run,
  courses: Courses,
  lists: readonly List[],
  what: string,
  seen?: ReadonlyMap<string, number>,
): Promise<Walked[]> {
  const { concurrency, signal } = run;
  let done = 0;
  const expected = lists.map(({ courseCount, parameter }) => courseCount ?? seen?.get(parameter) ?? 0);
  const total = expected.reduce((sum, one) => sum + one, 0);
  const onItems = (items: number) => {
    done += items;
    run.onProgress({ done, total: Math.max(done, total), what });
  };
  return pMap(lists, async (list) => walk(run, courses, list, onItems), { concurrency, signal });
}

/** Lists may name a course twice: then `course_count` may be the number of courses, and `count` that of items. */
function holdCourseCount(run: Run, { list, address, count, courses, isWhole }: Walked): void {
  const { courseCount } = list;
  const isOpen = !isWhole && courseCount !== undefined && count !== undefined && count > courseCount;
  if (count === undefined || isOpen) return;
  const isRight = courseCount === count || (isWhole && courseCount === courses.size);
  run.findings.expect(
    'course-count',
    isRight,
    { method: 'GET', url: address },
    () => `course_count of ${list.route} ${list.parameter} is ${courseCount}; its list has the count ${count}`,
  );
}

function holdMembers(run: Run, lists: readonly Walked[], tree: readonly TreeCategory[]): void {
  const inTree = new Map(tree.map((category) => [Number(category.category_id), category]));
  const whole = new Map(lists.filter(({ isWhole }) => isWhole).map((walked) => [keyOf(walked.list), walked]));
  for (const walked of lists) {
    const { list, address, courses } = walked;
    const request = { method: 'GET', url: address };
    const parent = inTree.get(Number(list.parameter))?.parent;
    const parents = list.route === 'category' && parent ? whole.get(`category ${parent.category_id}`) : undefined;
    for (const course of courses) {
      run.findings.expect('list-members', isMember(course, list, inTree), request, () => {
        return `course ${course.linkhash} stands in ${address} but is of another ${list.route}`;
      });
      if (parents === undefined || !whole.has(keyOf(list))) continue;
      run.findings.expect(
        'parent-courses',
        parents.courses.has(course),
        { method: 'GET', url: parents.address },
        () => {
          return `course ${course.linkhash} is in ${address} and not in the parent's ${parents.address}`;
        },
      );
    }
  }
  const courses = new Set(lists.flatMap((walked) => [...walked.courses]));
  for (const course of courses) {
    const keys = [
      ...course.language.map((name) => `language ${name}`),
      ...course.categories.map((id) => `category ${id}`),
    ];
    for (const key of keys) holdListed(run, course, whole.get(key));
  }
}

/** The course is in the list, where that was walked whole. */
export function holdListed(run: Run, course: Seen, walked: Walked | undefined): void {
  if (walked === undefined) return;
  const { address, courses } = walked;
  run.findings.expect('list-complete', courses.has(course), { method: 'GET', url: address }, () => {
    return `course ${course.linkhash}, seen at ${course.request.url}, is not in ${address}`;
  });
}

export function keyOf({ route, parameter }: List): string {
  return `${route} ${parameter}`;
}

/** Categories below those of the tree count for the ones above them, but nothing says which those are. */
function isMember(course: Seen, list: List, inTree: ReadonlyMap<number, TreeCategory>): boolean {
  if (list.route === 'language') return course.language.includes(list.parameter);
  if (list.route === 'provider') return true;
  const id = Number(list.parameter);
  return course.categories.some((one) => {
    const category = inTree.get(one);
    return one === id || category === undefined || Number(category.parent?.category_id) === id;
  });
}

/** Whether an address can name the language: a segment of a path is neither empty nor dots, and UTF-8 has no half characters. */
function isNamable(name: string): boolean {
  return name.isWellFormed() && !/^\.{0,2}$/u.test(name);
}
