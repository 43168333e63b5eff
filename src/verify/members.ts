// Members: which courses stand in which lists, by what their records say (specification 1.2, 4.4).
import type { Seen } from './courses.ts';
import type { List } from './page.ts';
import type { Run } from './run.ts';
import type { Tree } from './tree.ts';
import type { Walked } from './walk.ts';

/** Paths that full records give to categories which are not in the tree, by id. */
export type Deeper = ReadonlyMap<number, ReadonlySet<string>>;

/** Holds the lists against each other, once the single courses have told where the categories below the tree belong. */
export function holdMembers(run: Run, lists: readonly Walked[], tree: Tree, deeper: Deeper): void {
  const whole = wholeOf(lists);
  const places = placesOf(tree, deeper);
  for (const walked of lists) {
    const request = { method: 'GET', url: walked.address };
    for (const course of walked.courses) {
      run.findings.expect('list-members', isMember(course, walked.list, tree, places), request, () => {
        return `course ${course.linkhash} stands in ${walked.address} but is of another ${walked.list.route}`;
      });
    }
    if (walked.isWhole) holdParents(run, walked, tree, whole);
  }
  const courses = new Set(lists.flatMap((walked) => [...walked.courses]));
  for (const course of courses) {
    for (const name of course.language) holdListed(run, course, [whole.get(`language ${name}`)]);
    for (const id of course.categories) {
      holdListed(run, course, [whole.get(keyOfCategory(id))]);
      for (const ids of places.get(id)?.within ?? []) {
        holdListed(
          run,
          course,
          ids.map((one) => whole.get(keyOfCategory(one))),
        );
      }
    }
  }
}

/** The course is in one of the lists, where all of them were walked whole. */
export function holdListed(run: Run, course: Seen, lists: readonly (Walked | undefined)[]): void {
  const walked = lists.filter((list) => list !== undefined);
  const [first] = walked;
  if (first === undefined || walked.length < lists.length) return;
  const isListed = walked.some(({ courses }) => courses.has(course));
  run.findings.expect('list-complete', isListed, { method: 'GET', url: first.address }, () => {
    const addresses = walked.map(({ address }) => address).join(' or ');
    return `course ${course.linkhash}, seen at ${course.request.url}, is not in ${addresses}`;
  });
}

/** The lists that were walked whole, by their keys. */
export function wholeOf(lists: readonly Walked[]): ReadonlyMap<string, Walked> {
  return new Map(lists.filter(({ isWhole }) => isWhole).map((walked) => [keyOf(walked.list), walked]));
}

export function keyOf({ route, parameter }: Pick<List, 'route' | 'parameter'>): string {
  return `${route} ${parameter}`;
}

function keyOfCategory(id: number): string {
  return keyOf({ route: 'category', parameter: String(id) });
}

function holdParents(run: Run, { list, address, courses }: Walked, tree: Tree, whole: ReadonlyMap<string, Walked>) {
  const above = list.route === 'category' ? tree.of(Number(list.parameter)) : [];
  for (const { parent } of above) {
    const parents = parent === null ? undefined : whole.get(keyOfCategory(Number(parent.category_id)));
    if (parents === undefined) continue;
    for (const course of courses) {
      const request = { method: 'GET', url: parents.address };
      run.findings.expect('parent-courses', parents.courses.has(course), request, () => {
        return `course ${course.linkhash} is in ${address} and not in the parent's ${parents.address}`;
      });
    }
  }
}

/** Where a category below the tree belongs. */
interface Place {
  /** Every category of the tree that one of its paths leads through. */
  readonly ids: ReadonlySet<number>;
  /** Of each of these its courses are in one at least: slashes in names leave a choice. */
  readonly within: readonly (readonly number[])[];
}

function placesOf(tree: Tree, deeper: Deeper): ReadonlyMap<number, Place> {
  if (!tree.isWhole) return new Map();
  return new Map(
    [...deeper].map(([id, paths]) => {
      const above = [...paths].map((path) => tree.above(path));
      const within = above.flatMap((some) => {
        const children = some.filter(({ parent }) => parent !== null);
        const parents = children.flatMap(({ parent }) => parent ?? []);
        const groups = children.length === 0 ? [some] : [children, parents];
        return groups.map((group) => group.map((one) => Number(one.category_id)));
      });
      return [id, { ids: new Set(above.flat().map((one) => Number(one.category_id))), within }];
    }),
  );
}

function isMember(course: Seen, list: List, tree: Tree, places: ReadonlyMap<number, Place>): boolean {
  if (list.route === 'language') return course.language.includes(list.parameter);
  // The summary does not name the provider; the single view does.
  if (list.route === 'provider') return true;
  const id = Number(list.parameter);
  return course.categories.some((one) => {
    if (one === id) return true;
    const known = tree.of(one);
    if (known.length > 0) return known.some(({ parent }) => Number(parent?.category_id) === id);
    // Where no full record told of it, it may be below any.
    return places.get(one)?.ids.has(id) ?? true;
  });
}
