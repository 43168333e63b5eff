// Categories: a tree of any depth, read from nested records or from CSV rows that name their parents (specification 2.5).
import { suggestById } from '../text/suggestions.ts';
import type { Path } from '../source/record.ts';
import { categoryRowSchema, categorySchema } from '../source/schema.ts';
import { fieldOf, identityOf, inside, type Reading, type Place } from './reading.ts';

export interface Category {
  readonly id: number;
  readonly name: string;
  /** Index of the category above it in the same array; -1 for a top-level one. */
  readonly parent: number;
}

/** Maximum number of categories of a cycle that a message names. */
const maxShown = 10;

interface CategoryDraft {
  readonly id: number;
  readonly name: string;
  readonly place: Place;
  /** The id of the category above it; undefined for a top-level one. */
  readonly parent: number | undefined;
}

/** A category nested in a record. */
interface Nested {
  readonly value: unknown;
  readonly trail: Trail;
  /** The id of the category above it. */
  readonly parent: number | undefined;
}

/** The path to a category as a linked list, because the length of a path grows with the depth. */
interface Trail {
  readonly above?: Trail;
  readonly depth: number;
  readonly steps: Path;
}

/** Categories below this depth are reported at their ancestor: a path for each would take quadratic time. */
const maxTrailDepth = 100;

/** Reads and checks the categories of every depth, and returns those with a valid id, in source order. */
export async function readCategories(reading: Reading): Promise<Category[]> {
  const byId = new Map<number, CategoryDraft>();
  for (const { file, record } of await reading.records('categories')) {
    const schema = file.format === 'csv' ? categoryRowSchema : categorySchema;
    for (const nested of everyCategory(record.value)) {
      const { value } = nested;
      const place = {
        file: file.path,
        record,
        get path() {
          return pathOf(nested.trail);
        },
      };
      const { id, subject } = identityOf(value, 'category');
      const parsed = schema.safeParse(value);
      if (!parsed.success) reading.reportShape(place, subject, schema, value, parsed.error);
      else reading.reportUnpairedSurrogates(place, subject, { name: parsed.data.name });
      if (id === undefined) {
        reading.incomplete.add('categories');
        continue;
      }
      const parent = parsed.data && 'parent' in parsed.data ? parsed.data.parent : nested.parent;
      const earlier = byId.get(id);
      if (earlier) await reading.reportDuplicate(place, subject, earlier.place);
      else byId.set(id, { id, name: parsed.data?.name ?? '', place, parent });
    }
  }
  return resolveParents(reading, [...byId.values()], byId);
}

/** A record and everything below it, in source order. Not recursive, because nesting may be arbitrarily deep. */
function* everyCategory(record: unknown): Generator<Nested> {
  const todo: Nested[] = [{ value: record, trail: { depth: 0, steps: [] }, parent: undefined }];
  // With YAML aliases, a category can occur in several places, even below itself.
  const walked = new Set<unknown>();
  for (let item = todo.pop(); item; item = todo.pop()) {
    const above = item;
    yield above;
    if (walked.has(above.value)) continue;
    walked.add(above.value);
    const parent = identityOf(above.value, 'category').id;
    const children = childrenOf(above.value).map((value, index) => {
      return { value, trail: trailBelow(above.trail, index), parent };
    });
    for (const child of children.toReversed()) todo.push(child);
  }
}

function trailBelow(above: Trail, index: number): Trail {
  const depth = above.depth + 1;
  if (depth > maxTrailDepth) return above;
  return { above, depth, steps: depth === maxTrailDepth ? ['children'] : ['children', index] };
}

function pathOf(trail: Trail): Path {
  const parts: Path[] = [];
  for (let part: Trail | undefined = trail; part; part = part.above) parts.push(part.steps);
  return parts.toReversed().flat();
}

function resolveParents(
  reading: Reading,
  drafts: readonly CategoryDraft[],
  byId: ReadonlyMap<number, CategoryDraft>,
): Category[] {
  const indexOf = new Map(drafts.map(({ id }, index) => [id, index]));
  const categories = drafts.map(({ id, name, parent, place }) => {
    const index = parent === undefined ? -1 : indexOf.get(parent);
    if (index === undefined && !reading.incomplete.has('categories')) {
      const finding = `unknown category ${parent} as parent`;
      const suggestion = suggestById(parent ?? 0, (near) => (near === id ? undefined : byId.get(near)?.name));
      reading.report(inside(place, 'parent'), `category ${id}`, { rule: 'category-known', finding, ...suggestion });
    }
    return { id, name, parent: index ?? -1 };
  });
  const cut = reportCycles(reading, drafts, byId);
  return categories.map((category) => (cut.has(category.id) ? { ...category, parent: -1 } : category));
}

/** Reports every cycle of categories, and returns one id of each. Visits each category once. */
function reportCycles(
  reading: Reading,
  drafts: readonly CategoryDraft[],
  byId: ReadonlyMap<number, CategoryDraft>,
): Set<number> {
  const cut = new Set<number>();
  const seenFrom = new Map<CategoryDraft, CategoryDraft>();
  for (const start of drafts) {
    const path: CategoryDraft[] = [];
    let at: CategoryDraft | undefined = start;
    while (at && !seenFrom.has(at)) {
      seenFrom.set(at, start);
      path.push(at);
      at = at.parent === undefined ? undefined : byId.get(at.parent);
    }
    if (!at || seenFrom.get(at) !== start) continue;
    const cycle = path.slice(path.indexOf(at));
    const ids = [...cycle, at].map(({ id }) => id);
    const finding = `is its own ancestor: ${ids.slice(0, maxShown).join(' < ')}${ids.length > maxShown ? ' < …' : ''}`;
    reading.report(inside(at.place, 'parent'), `category ${at.id}`, {
      rule: 'category-cycle',
      finding,
    });
    cut.add(at.id);
  }
  return cut;
}

function childrenOf(value: unknown): readonly unknown[] {
  const children = fieldOf(value, 'children');
  return Array.isArray(children) ? children : [];
}
