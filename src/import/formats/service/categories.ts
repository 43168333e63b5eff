// The categories of a service: its tree has two levels, and courses name deeper ones by ids and paths.
import { fieldOf, isId } from '../../../catalog/source/record.ts';
import { isObject } from '../../../text/keys.ts';
import { elementsOf, type Row } from '../../rows.ts';
import type { ImportedCategory } from '../format.ts';

type PathCategory = ImportedCategory & { readonly path: string };

export type JoinedCategories = Awaited<ReturnType<typeof joinCategories>>;

/** Joins the tree of a service with what its courses name. `titleOf` requests the name of a category that is not in the tree. */
export async function joinCategories(
  tree: unknown,
  courses: Iterable<Row>,
  titleOf: (id: number) => Promise<string | undefined>,
) {
  const known = categoriesInTree(tree);
  const different = new Map<string, NamedCategory>();
  for (const { value } of courses)
    for (const category of categoriesOf(value)) different.set(`${category.id} ${category.path}`, category);
  const named = [...different.values()].toSorted((a, b) => a.path.length - b.path.length || a.id - b.id);
  const isOneSpace = isOneIdSpace(known, named);
  const byPath = new Map(known.map((category) => [category.path, category]));
  const ids = new Set(known.map(({ id }) => id));
  for (const { id, path } of named) {
    if (!isOneSpace) categoryAt(path, byPath, known);
    if (!isOneSpace || ids.has(id)) continue;
    ids.add(id);
    // A name may hold a slash, so that the path alone does not tell where it begins.
    const title = await titleOf(id);
    const isEnd = title !== undefined && path.endsWith(`/${title}`);
    const name = isEnd ? title : path.slice(path.lastIndexOf('/') + 1);
    const category = { ...categoryOf(id, name, categoryAt(path.slice(0, -name.length - 1), byPath, known)), path };
    known.push(category);
    if (!byPath.has(path)) byPath.set(path, category);
  }
  const keyOf = ({ id, path }: NamedCategory) => (isOneSpace ? String(id) : (byPath.get(path)?.key ?? []));
  const keysOf = (course: object) => [...new Set(categoriesOf(course).flatMap(keyOf))];
  const categories: readonly ImportedCategory[] = known;
  return { categories, keysOf };
}

type NamedCategory = ReturnType<typeof categoriesOf>[number];

/** Ids and paths of a course come in the same order. */
function categoriesOf(course: object) {
  const paths = elementsOf(fieldOf(course, 'categories')).map(String);
  const ids = elementsOf(fieldOf(course, 'categories_ids')).map(Number);
  return paths.map((path, index) => ({ id: ids[index] ?? 0, path }));
}

function categoriesInTree(tree: unknown): PathCategory[] {
  const tops = elementsOf(tree).filter(isObject);
  return tops.flatMap((top) => {
    const category = treeCategory(top);
    const children = elementsOf(fieldOf(top, 'children')).filter(isObject);
    return [category, ...children.map((child) => treeCategory(child, category))];
  });
}

function treeCategory(category: object, parent?: PathCategory): PathCategory {
  const [id, name] = [Number(fieldOf(category, 'category_id')), String(fieldOf(category, 'name'))];
  return { ...categoryOf(id, name, parent), path: `${parent?.path ?? 'All'}/${name}` };
}

function categoryOf(id: number, name: string, parent: ImportedCategory | undefined): ImportedCategory {
  return { key: String(id), name, ...(isId(id) && { id }), ...(parent && { parent: parent.key }) };
}

/** Whether courses use the ids of the tree: some services use different ids there, with the same paths. */
function isOneIdSpace(known: readonly PathCategory[], named: readonly NamedCategory[]): boolean {
  const pathsById = new Map<number, Set<string>>();
  for (const { id = 0, path } of known) pathsById.set(id, (pathsById.get(id) ?? new Set()).add(path));
  const paths = new Set(known.map(({ path }) => path));
  return named.every(({ id, path }) => pathsById.get(id)?.has(path) ?? !paths.has(path));
}

/**
 * The category at a path; one that no list names is made, without an id of its own. Its parent is the longest path that is
 * known, since a name may hold a slash. Undefined for `All`.
 */
function categoryAt(path: string, byPath: Map<string, PathCategory>, known: PathCategory[]): PathCategory | undefined {
  const category = byPath.get(path);
  if (category !== undefined || path === 'All') return category;
  let cut = path.lastIndexOf('/');
  while (cut > 0 && !byPath.has(path.slice(0, cut))) cut = path.lastIndexOf('/', cut - 1);
  const parent = cut > 0 ? byPath.get(path.slice(0, cut)) : undefined;
  const name = parent === undefined ? path.replace(/^All\//u, '') : path.slice(cut + 1);
  const added = { key: path, name, path, ...(parent && { parent: parent.key }) };
  byPath.set(path, added);
  known.push(added);
  return added;
}
