// Members: checks that each course is in the lists that its record names, and only there (specification 1.2, 4.4).
import type { SeenCourse } from './courses.ts';
import type { ListToWalk } from './page.ts';
import type { ServiceTree } from './resources.ts';
import type { VerifyRun } from './run.ts';
import type { WalkedList } from './walked-list.ts';

/** The paths of categories below the tree, by id, as full records give them. */
type DeepPaths = ReadonlyMap<number, ReadonlySet<string>>;

/** Checks the lists against each other. `deepPaths`, from the single courses, locates the categories below the tree. */
export function checkMembers(
  run: VerifyRun,
  lists: readonly WalkedList[],
  tree: ServiceTree,
  deepPaths: DeepPaths,
): void {
  const complete = completeLists(lists);
  const deep = deepCategories(tree, deepPaths);
  for (const walked of lists) {
    const request = { method: 'GET', url: walked.address };
    for (const course of walked.courses) {
      const finding = `course ${course.linkhash} is listed in ${walked.address} but belongs to another ${walked.list.route}`;
      run.checks.expect('list-members', isMember(course, walked.list, tree, deep), request, finding);
    }
    if (walked.isComplete) checkParentLists(run, walked, tree, complete);
  }
  const courses = new Set(lists.flatMap((walked) => [...walked.courses]));
  for (const course of courses) {
    for (const name of course.language) checkListed(run, course, complete, [`language ${name}`]);
    for (const id of course.categories) {
      const groups = [[id], ...(deep.get(id)?.within ?? [])];
      for (const group of groups) checkListed(run, course, complete, group.map(categoryKey));
    }
  }
}

/** Checks that the course is in one of the lists with these keys, provided that all of them were walked completely. */
export function checkListed(
  run: VerifyRun,
  course: SeenCourse,
  complete: CompleteLists,
  keys: readonly string[],
): void {
  const walked = keys.flatMap((key) => complete.get(key) ?? []);
  const [first] = walked;
  if (first === undefined || walked.length < keys.length) return;
  const isListed = walked.some(({ courses }) => courses.has(course));
  const addresses = walked.map(({ address }) => address).join(' or ');
  const finding = `course ${course.linkhash}, found at ${course.request.url}, is not in ${addresses}`;
  run.checks.expect('list-complete', isListed, { method: 'GET', url: first.address }, finding);
}

export type CompleteLists = ReadonlyMap<string, WalkedList>;

export function completeLists(lists: readonly WalkedList[]): CompleteLists {
  return new Map(lists.filter(({ isComplete }) => isComplete).map((walked) => [listAddressKey(walked.list), walked]));
}

export function listAddressKey({ route, parameter }: ListToWalk): string {
  return `${route} ${parameter}`;
}

function categoryKey(id: number): string {
  return `category ${id}`;
}

function checkParentLists(
  run: VerifyRun,
  { list, address, courses }: WalkedList,
  tree: ServiceTree,
  complete: CompleteLists,
) {
  const categories = list.route === 'category' ? tree.withId(Number(list.parameter)) : [];
  for (const { parent } of categories) {
    const parentList = parent === null ? undefined : complete.get(categoryKey(Number(parent.category_id)));
    if (parentList === undefined) continue;
    for (const course of courses) {
      const request = { method: 'GET', url: parentList.address };
      const finding = `course ${course.linkhash} is in ${address}, but not in its parent's list ${parentList.address}`;
      run.checks.expect('parent-courses', parentList.courses.has(course), request, finding);
    }
  }
}

type DeepCategories = ReturnType<typeof deepCategories>;

/**
 * The categories below the tree: `ids` of their ancestors in it, over all paths, and groups of these, `within` which a course is in
 * at least one list of each. Slashes in names can make paths ambiguous.
 */
function deepCategories(tree: ServiceTree, deepPaths: DeepPaths) {
  return new Map(
    (tree.isComplete ? [...deepPaths] : []).map(([id, paths]) => {
      const ancestors = [...paths].map((path) => tree.ancestorsOf(path));
      const within = ancestors.flatMap((categories) => {
        const children = categories.filter(({ parent }) => parent !== null);
        const parents = children.flatMap(({ parent }) => parent ?? []);
        const groups = children.length === 0 ? [categories] : [children, parents];
        return groups.map((group) => group.map(({ category_id }) => Number(category_id)));
      });
      return [id, { ids: new Set(ancestors.flat().map(({ category_id }) => Number(category_id))), within }] as const;
    }),
  );
}

function isMember(course: SeenCourse, list: ListToWalk, tree: ServiceTree, deep: DeepCategories): boolean {
  if (list.route === 'language') return course.language.includes(list.parameter);
  // A summary does not say who its provider is; the single view does.
  if (list.route !== 'category') return true;
  const id = Number(list.parameter);
  return course.categories.some((categoryId) => {
    if (categoryId === id) return true;
    const sameId = tree.withId(categoryId);
    if (sameId.length > 0) return sameId.some(({ parent }) => Number(parent?.category_id) === id);
    // If no full record gives its path, it may be below any category.
    return deep.get(categoryId)?.ids.has(id) ?? true;
  });
}
