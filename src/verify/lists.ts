// Lists: picks samples, chooses the lists to walk, and checks their lengths against the tree and the provider list (specification 4.4).
import { hash } from 'node:crypto';
import pMap from 'p-map';
import { addressOf } from '../api/routes.ts';
import { compareText } from '../text/problems.ts';
import { listAddressKey } from './members.ts';
import type { ListToWalk } from './page.ts';
import type { ServiceResources } from './resources.ts';
import { concurrency, type VerifyRun } from './run.ts';
import { WalkedList } from './walked-list.ts';

/** Walks the lists of categories and providers, then those of the languages found in them. */
export async function walkLists(run: VerifyRun, { tree, providers }: ServiceResources): Promise<WalkedList[]> {
  const categoryLists = tree.categories.map(({ category_id, name, course_count }): ListToWalk => {
    const parameter = category_id.replace(/^0+(?=\d)/u, '');
    return { route: 'category', parameter, label: name, courseCount: course_count, expected: course_count };
  });
  const providerLists = providers.records.map(({ id, course_count }): ListToWalk => {
    const parameter = String(id);
    return { route: 'provider', parameter, label: null, courseCount: course_count, expected: course_count };
  });
  const counted = [...selectLists(run, categoryLists), ...selectLists(run, providerLists)];
  const walked = await walkAll(run, counted, 'courses in lists of categories and providers');
  for (const list of walked) checkCourseCount(run, list);
  return [...walked, ...(await walkLanguages(run))];
}

/** Repeats until no list of a language has courses in further languages. A sample is picked only once. */
async function walkLanguages(run: VerifyRun): Promise<WalkedList[]> {
  const { courses } = run;
  const walked: WalkedList[] = [];
  const walkedNames = new Set<string>();
  for (;;) {
    const unlisted = [...courses.languages.keys()].filter((name) => !walkedNames.has(name) && isSegment(name));
    if (unlisted.length === 0) return walked;
    for (const name of unlisted) walkedNames.add(name);
    const lists = unlisted.map((name): ListToWalk => {
      const expected = courses.languages.get(name) ?? 0;
      return { route: 'language', parameter: name, label: name, courseCount: undefined, expected };
    });
    const languageLists = await walkAll(run, selectLists(run, lists), 'courses in lists of languages');
    for (const list of languageLists) walked.push(list);
    if (run.sample !== undefined) return walked;
  }
}

/** The lists to walk, without duplicates. A sample always includes the longest, so that there are pages to walk. */
function selectLists(run: VerifyRun, lists: readonly ListToWalk[]): ListToWalk[] {
  const distinct = new Map(lists.map((list) => [listAddressKey(list), list]));
  const [longest, ...shorter] = [...distinct.values()].toSorted((a, b) => b.expected - a.expected);
  if (longest === undefined) return [];
  const sample = run.sample === undefined ? undefined : run.sample - 1;
  return [longest, ...pickSample(shorter, listAddressKey, sample)];
}

/** Picks a sample, always the same of the same items, and keeps its order. The choice does not depend on the order. */
export function pickSample<T>(items: readonly T[], keyOf: (item: T) => string, sample: number | undefined): T[] {
  if (sample === undefined || items.length <= sample) return [...items];
  const ranked = items.map((item) => ({ item, rank: hash('md5', keyOf(item)) }));
  const first = ranked.toSorted((a, b) => compareText(a.rank, b.rank)).slice(0, sample);
  const picked = new Set(first.map(({ item }) => item));
  return items.filter((item) => picked.has(item));
}

async function walkAll(run: VerifyRun, lists: readonly ListToWalk[], what: string): Promise<WalkedList[]> {
  const { signal, onProgress } = run;
  const expected = lists.reduce((sum, list) => sum + list.expected, 0);
  let done = 0;
  const onItems = (items: number) => {
    done += items;
    onProgress({ done, total: Math.max(done, expected), what });
  };
  return pMap(lists, async (list) => new WalkedList(run, list, onItems).toEnd(), { concurrency, signal });
}

/** A list may have a course twice: then `course_count` may be the number of distinct courses, and `count` that of items. */
function checkCourseCount(run: VerifyRun, { list, address, count, courses, isComplete }: WalkedList): void {
  const { courseCount, route, parameter } = list;
  const isUndecided = !isComplete && courseCount !== undefined && count !== undefined && count > courseCount;
  if (count === undefined || isUndecided) return;
  const isRight = courseCount === count || (isComplete && courseCount === courses.size);
  const urls = [addressOf(run.base, route === 'category' ? 'categories' : 'providers'), address];
  const requests = urls.map((url) => ({ method: 'GET', url }));
  const finding = `course_count of ${route} ${parameter} is ${courseCount}, but the count of its list is ${count}`;
  run.checks.expect('course-count', isRight, requests, finding);
}

/** Whether the name can be a path segment: not empty or dots, and encodable as UTF-8. */
const isSegment = (name: string) => name.isWellFormed() && !/^\.{0,2}$/u.test(name);
