// Lists: which are walked, and that they have the length that the tree and the provider list tell of (specification 4.4).
import pMap from 'p-map';
import { addressOf } from '../api/routes.ts';
import type { Courses } from './courses.ts';
import { keyOf } from './members.ts';
import type { List } from './page.ts';
import type { Resources } from './resources.ts';
import type { Run } from './run.ts';
import { pick } from './sample.ts';
import { walk, type Walked, type Walks } from './walk.ts';

/** So many pages of all lists together are more than any catalog has. */
const mostPages = 1_000_000;

/** Walks the lists of categories and providers, then those of the languages that were seen in them. */
export async function walkLists(
  run: Run,
  courses: Courses,
  resources: Resources,
  pagesLeft = mostPages,
): Promise<Walked[]> {
  const walks: Walks = { run, courses, pagesLeft };
  const categories = resources.tree.categories.map(({ category_id, name, course_count }): List => {
    const parameter = category_id.replace(/^0+(?=\d)/u, '');
    return { route: 'category', parameter, label: name, courseCount: course_count };
  });
  const providers = resources.providers.map(({ id, course_count }): List => {
    return { route: 'provider', parameter: String(id), label: null, courseCount: course_count };
  });
  const counted = [...chosen(run, categories), ...chosen(run, providers)];
  const walked = await walkAll(walks, counted, 'courses in lists of categories and providers');
  for (const list of walked) holdCourseCount(run, list);
  return [...walked, ...(await walkLanguages(walks))];
}

/** Lists of languages name courses, and they other languages. A sample is picked once. */
async function walkLanguages(walks: Walks): Promise<Walked[]> {
  const { run, courses } = walks;
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
    const more = await walkAll(walks, next, 'courses in lists of languages', courses.languages);
    for (const list of more) walked.push(list);
    if (run.sample !== undefined) return walked;
  }
}

/** Each list once, wherever it is named. A sample always has the longest one, so that it has pages to walk. */
function chosen(run: Run, lists: readonly List[], lengthOf = ({ courseCount = 0 }: List) => courseCount): List[] {
  const distinct = new Map(lists.map((list) => [keyOf(list), list]));
  const sorted = [...distinct.values()].toSorted((one, other) => lengthOf(other) - lengthOf(one));
  const [longest, ...rest] = sorted;
  if (longest === undefined) return [];
  const sample = run.sample === undefined ? undefined : run.sample - 1;
  return [longest, ...pick(rest, keyOf, { sample, seed: run.seed })];
}

async function walkAll(
  walks: Walks,
  lists: readonly List[],
  what: string,
  seen?: ReadonlyMap<string, number>,
): Promise<Walked[]> {
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

/** Lists may name a course twice: then `course_count` may be the number of courses, and `count` that of items. */
function holdCourseCount(run: Run, { list, address, count, courses, isWhole }: Walked): void {
  const { courseCount } = list;
  const isOpen = !isWhole && courseCount !== undefined && count !== undefined && count > courseCount;
  if (count === undefined || isOpen) return;
  const isRight = courseCount === count || (isWhole && courseCount === courses.size);
  run.findings.expect(
    'course-count',
    isRight,
    [
      { method: 'GET', url: addressOf(run.base, list.route === 'category' ? 'categories' : 'providers') },
      { method: 'GET', url: address },
    ],
    () => `course_count of ${list.route} ${list.parameter} is ${courseCount}; its list has the count ${count}`,
  );
}

/** Whether an address can name the language: a segment of a path is neither empty nor dots, and UTF-8 has no half characters. */
function isNamable(name: string): boolean {
  return name.isWellFormed() && !/^\.{0,2}$/u.test(name);
}
