// Lists: chooses the lists to walk, and checks their lengths against the tree and the provider list (specification 4.4).
import pMap from 'p-map';
import { addressOf } from '../api/routes.ts';
import type { Courses } from './courses.ts';
import { keyOf } from './members.ts';
import type { List } from './page.ts';
import type { Resources } from './resources.ts';
import type { Run } from './run.ts';
import { pick } from './sample.ts';
import { walk, type WalkedList, type WalkContext } from './walk.ts';

/** Limit on the pages of all lists together: more than any catalog has. */
const maxPages = 1_000_000;

/** Walks the lists of categories and providers, then those of the languages found in them. */
export async function walkLists(
  run: Run,
  courses: Courses,
  resources: Resources,
  pagesLeft = maxPages,
): Promise<WalkedList[]> {
  const walks: WalkContext = { run, courses, pagesLeft };
  const categories = resources.tree.categories.map(({ category_id, name, course_count }): List => {
    const parameter = category_id.replace(/^0+(?=\d)/u, '');
    return { route: 'category', parameter, label: name, courseCount: course_count };
  });
  const providers = resources.providers.map(({ id, course_count }): List => {
    return { route: 'provider', parameter: String(id), label: null, courseCount: course_count };
  });
  const counted = [...selectLists(run, categories), ...selectLists(run, providers)];
  const walked = await walkAll(walks, counted, 'courses in lists of categories and providers');
  for (const list of walked) checkCourseCount(run, list);
  return [...walked, ...(await walkLanguages(walks))];
}

/** Repeats until no list of a language has courses in further languages. A sample is picked only once. */
async function walkLanguages(walks: WalkContext): Promise<WalkedList[]> {
  const { run, courses } = walks;
  const walked: WalkedList[] = [];
  const known = new Set<string>();
  for (;;) {
    const found = [...courses.languages].filter(([name]) => !known.has(name) && hasAddress(name));
    const lists = found.map(([name]): List => ({
      route: 'language',
      parameter: name,
      label: name,
      courseCount: undefined,
    }));
    if (lists.length === 0) return walked;
    for (const [name] of found) known.add(name);
    const next = selectLists(run, lists, ({ parameter }) => courses.languages.get(parameter) ?? 0);
    const more = await walkAll(walks, next, 'courses in lists of languages', courses.languages);
    for (const list of more) walked.push(list);
    if (run.sample !== undefined) return walked;
  }
}

/** The lists to walk, without duplicates. A sample always includes the longest, so that there are pages to walk. */
function selectLists(run: Run, lists: readonly List[], lengthOf = ({ courseCount = 0 }: List) => courseCount): List[] {
  const distinct = new Map(lists.map((list) => [keyOf(list), list]));
  const sorted = [...distinct.values()].toSorted((one, other) => lengthOf(other) - lengthOf(one));
  const [longest, ...rest] = sorted;
  if (longest === undefined) return [];
  const sample = run.sample === undefined ? undefined : run.sample - 1;
  return [longest, ...pick(rest, keyOf, { sample, seed: run.seed })];
}

async function walkAll(
  walks: WalkContext,
  lists: readonly List[],
  what: string,
  seen?: ReadonlyMap<string, number>,
): Promise<WalkedList[]> {
  const { run } = walks;
  const { concurrency, signal } = run;
  let done = 0;
  const expected = lists.map(({ courseCount, parameter }) => courseCount ?? seen?.get(parameter) ?? 0);
  const total = expected.reduce((sum, one) => sum + one, 0);
  const onItems = (items: number) => {
    done += items;
    run.onProgress({ done, total: Math.max(done, total), what });
  };
  return pMap(lists, async (list) => walk(walks, list, onItems), { concurrency, signal });
}

/** A list may have a course twice: then `course_count` may be the number of distinct courses, and `count` that of items. */
function checkCourseCount(run: Run, { list, address, count, courses, isComplete }: WalkedList): void {
  const { courseCount } = list;
  const isUndecided = !isComplete && courseCount !== undefined && count !== undefined && count > courseCount;
  if (count === undefined || isUndecided) return;
  const isRight = courseCount === count || (isComplete && courseCount === courses.size);
  run.findings.expect(
    'course-count',
    isRight,
    [
      { method: 'GET', url: addressOf(run.base, list.route === 'category' ? 'categories' : 'providers') },
      { method: 'GET', url: address },
    ],
    () => `course_count of ${list.route} ${list.parameter} is ${courseCount}, but the count of its list is ${count}`,
  );
}

/** Whether the name can be a path segment: not empty or dots, and encodable as UTF-8. */
function hasAddress(name: string): boolean {
  return name.isWellFormed() && !/^\.{0,2}$/u.test(name);
}
