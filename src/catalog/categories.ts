// Categories: a tree of any depth, read from nested records or from CSV rows that name their parents (specification 2.5).
import type { Path } from '../source/read.ts';
import { categoryRowSchema, categorySchema } from '../source/schema.ts';
import { identityOf, inside, type Desk, type Place } from './desk.ts';

export interface Category {
  readonly id: number;
  readonly name: string;
  /** Index of the category above it in the same array; -1 for a top-level one. */
  readonly parent: number;
}

interface CategoryDraft {
  readonly id: number;
  readonly name: string;
  readonly place: Place;
  /** The id of the category above it; undefined for a top-level one. */
  readonly parent: number | undefined;
}

/** Reads and checks the categories of every depth; those with a sound id come back, in source order. */
export async function readCategories(desk: Desk): Promise<Category[]> {
  const drafts: CategoryDraft[] = [];
  const byId = new Map<number, CategoryDraft>();
  for (const { file, record } of await desk.records('categories')) {
    // A stack, not recursion: authors may nest as deeply as they like.
    const todo: { value: unknown; path: Path; parent: number | undefined }[] = [
      { value: record.value, path: [], parent: undefined },
    ];
    for (let item = todo.pop(); item; item = todo.pop()) {
      const { value, path } = item;
      const place = { file: file.path, record, path };
      const { id, subject } = identityOf(value, 'category');
      const schema = file.format === 'csv' ? categoryRowSchema : categorySchema;
      const parsed = schema.safeParse(value);
      if (!parsed.success) {
        desk.reportShape(place, subject, schema, value, parsed.error);
      } else desk.reportHalves(place, subject, { name: parsed.data.name });
      if (id === undefined) desk.incomplete.add('categories');
      else {
        const parent = parsed.data && 'parent' in parsed.data ? parsed.data.parent : item.parent;
        const draft = { id, name: parsed.data?.name ?? '', place, parent };
        const earlier = byId.get(id);
        if (earlier) await desk.reportTwin(place, subject, earlier.place);
        else {
          byId.set(id, draft);
          drafts.push(draft);
        }
      }
      for (const [index, child] of [...childrenOf(value).entries()].toReversed()) {
        todo.push({ value: child, path: [...path, 'children', index], parent: id });
      }
    }
  }
  return resolveParents(desk, drafts, byId);
}

function resolveParents(
  desk: Desk,
  drafts: readonly CategoryDraft[],
  byId: ReadonlyMap<number, CategoryDraft>,
): Category[] {
  const indexOf = new Map(drafts.map(({ id }, index) => [id, index]));
  const categories = drafts.map(({ id, name, parent, place }) => {
    const index = parent === undefined ? -1 : indexOf.get(parent);
    if (index === undefined && !desk.incomplete.has('categories')) {
      const finding = `unknown category ${parent} as parent`;
      desk.report(inside(place, 'parent'), `category ${id}`, { rule: 'category-known', finding });
    }
    return { id, name, parent: index ?? -1 };
  });
  const cut = reportCycles(desk, drafts, byId);
  return categories.map((category) => (cut.has(category.id) ? { ...category, parent: -1 } : category));
}

/** Follows every category upwards once; one that meets its own way stands in a cycle. Answers one id of each cycle. */
function reportCycles(
  desk: Desk,
  drafts: readonly CategoryDraft[],
  byId: ReadonlyMap<number, CategoryDraft>,
): Set<number> {
  const cut = new Set<number>();
  const seenFrom = new Map<CategoryDraft, CategoryDraft>();
  for (const start of drafts) {
    const way: CategoryDraft[] = [];
    let at: CategoryDraft | undefined = start;
    while (at && !seenFrom.has(at)) {
      seenFrom.set(at, start);
      way.push(at);
      at = at.parent === undefined ? undefined : byId.get(at.parent);
    }
    if (!at || seenFrom.get(at) !== start) continue;
    const ring = way.slice(way.indexOf(at));
    const finding = `stands below itself: ${[...ring, at].map(({ id }) => id).join(' < ')}`;
    desk.report(inside(at.place, 'parent'), `category ${at.id}`, {
      rule: 'category-cycle',
      finding,
    });
    cut.add(at.id);
  }
  return cut;
}

function childrenOf(value: unknown): readonly unknown[] {
  const has = typeof value === 'object' && value !== null && Object.hasOwn(value, 'children') && 'children' in value;
  return has && Array.isArray(value.children) ? value.children : [];
}
