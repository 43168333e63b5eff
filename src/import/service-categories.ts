// The categories of a service: its tree has two levels, and courses name deeper ones by ids and paths.
import { fieldOf } from '../catalog/reading.ts';
import type { ImportedCategory } from './format.ts';
import { elementsOf, isObject, type Row } from './rows.ts';

interface Known extends ImportedCategory {
  readonly path: string;
}

export interface JoinedCategories {
  readonly categories: readonly ImportedCategory[];
  /** The keys of the categories of a course. */
  readonly keysOf: (course: object) => string[];
}

/** Joins the tree of a service with what its courses name. `titleOf` requests the name of a category that is not in the tree. */
export async function joinCategories(
  tree: unknown,
  courses: Iterable<Row>,
  titleOf: (id: number) => Promise<string | undefined>,
): Promise<JoinedCategories> {
  const known = inTree(tree);
  const each = new Map<string, Named>();
  for (const { value } of courses) for (const one of categoriesOf(value)) each.set(`${one.id} ${one.path}`, one);
  const named = [...each.values()];
  return isOneIdSpace(known, named) ? joinById(known, named, titleOf) : joinByPath(known, named);
}

interface Named {
  readonly id: number;
  readonly path: string;
}

/** Ids and paths of a course come in the same order. */
function categoriesOf(course: object): Named[] {
  const paths = elementsOf(fieldOf(course, 'categories')).map(String);
  const ids = elementsOf(fieldOf(course, 'categories_ids')).map(Number);
  return paths.map((path, at) => ({ id: ids[at] ?? 0, path }));
}

function inTree(tree: unknown): Known[] {
  return elementsOf(tree)
    .filter(isObject)
    .flatMap((top) => {
      const own = knownOf(top);
      const children = elementsOf(fieldOf(top, 'children')).filter(isObject);
      return [own, ...children.map((child) => knownOf(child, own))];
    });
}

function knownOf(category: object, parent?: Known): Known {
  const [id, name] = [Number(fieldOf(category, 'category_id')), String(fieldOf(category, 'name'))];
  return { ...categoryOf(id, name, parent), path: `${parent?.path ?? 'All'}/${name}` };
}

function categoryOf(id: number, name: string, parent: ImportedCategory | undefined): ImportedCategory {
  const isId = Number.isSafeInteger(id) && id > 0;
  return { key: String(id), name, ...(isId && { id }), ...(parent && { parent: parent.key }) };
}

/** Whether the ids that courses name are those of the tree: some services use others there, with the same paths. */
function isOneIdSpace(known: readonly Known[], named: readonly Named[]): boolean {
  const pathsById = new Map<number, Set<string>>();
  for (const { id = 0, path } of known) pathsById.set(id, (pathsById.get(id) ?? new Set()).add(path));
  const paths = new Set(known.map(({ path }) => path));
  return named.every(({ id, path }) => pathsById.get(id)?.has(path) ?? !paths.has(path));
}

async function joinById(
  known: Known[],
  named: readonly Named[],
  titleOf: (id: number) => Promise<string | undefined>,
): Promise<JoinedCategories> {
  const byPath = new Map(known.map((one) => [one.path, one]));
  const ids = new Set(known.map(({ id }) => id));
  const deeper = new Map(named.filter(({ id }) => !ids.has(id)).map(({ id, path }) => [id, path]));
  for (const [id, path] of [...deeper].toSorted(([a, one], [b, other]) => one.length - other.length || a - b)) {
    // A name may hold a slash, so that the path alone does not tell where it begins.
    const title = await titleOf(id);
    const isEnd = title !== undefined && path.endsWith(`/${title}`);
    const name = isEnd ? title : path.slice(path.lastIndexOf('/') + 1);
    const parent = categoryAt(path.slice(0, -name.length - 1), byPath, known);
    const category = { ...categoryOf(id, name, parent), path };
    known.push(category);
    if (!byPath.has(path)) byPath.set(path, category);
  }
  return { categories: known, keysOf: (course) => categoriesOf(course).map(({ id }) => String(id)) };
}

function joinByPath(known: Known[], named: readonly Named[]): JoinedCategories {
  const byPath = new Map(known.map((one) => [one.path, one]));
  for (const { path } of named.toSorted((a, b) => a.path.length - b.path.length)) categoryAt(path, byPath, known);
  return {
    categories: known,
    keysOf: (course) => [...new Set(categoriesOf(course).flatMap(({ path }) => byPath.get(path)?.key ?? []))],
  };
}

/**
 * The category at a path; one that no list names is made, without an id of its own. Its parent is the longest path that is
 * known, since a name may hold a slash. Undefined for `All`.
 */
function categoryAt(path: string, byPath: Map<string, Known>, known: Known[]): Known | undefined {
  const there = byPath.get(path);
  if (there !== undefined || path === 'All') return there;
  let cut = path.lastIndexOf('/');
  while (cut > 0 && !byPath.has(path.slice(0, cut))) cut = path.lastIndexOf('/', cut - 1);
  const parent = cut > 0 ? byPath.get(path.slice(0, cut)) : undefined;
  const name = parent === undefined ? path.replace(/^All\//u, '') : path.slice(cut + 1);
  const made = { key: path, name, path, ...(parent && { parent: parent.key }) };
  byPath.set(path, made);
  known.push(made);
  return made;
}
