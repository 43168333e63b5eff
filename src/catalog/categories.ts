// Categories: a tree of any depth, read from nested records or from CSV rows that name their parents (specification 2.5).
import { fieldOf, identityOf, type ValuePath } from './source/record.ts';
import { categoryRowSchema, categorySchema } from './source/schema.ts';
import { suggestById } from '../text/suggestions.ts';
import { positionInside, type ReferenceReader, type SourcePosition } from './reference-reader.ts';

export interface Category {
  readonly id: number;
  readonly name: string;
  /** Index of the category above it in the same array; -1 for a top-level one. */
  readonly parent: number;
}

/** Maximum number of categories of a cycle that a message names. */
const maxShown = 10;

interface ReadCategory {
  readonly id: number;
  readonly name: string;
  readonly position: SourcePosition;
  /** The id of the category above it; undefined for a top-level one. */
  readonly parent: number | undefined;
}

/** A category nested in a record. */
interface NestedCategory {
  readonly value: unknown;
  readonly path: ValuePath;
  /** The id of the category above it. */
  readonly parent: number | undefined;
}

/** Categories at longer paths are reported at their ancestor: a path for each would take quadratic time. */
const maxPathLength = 199;

/** Reads and checks the categories of every depth, and returns those with a valid id, in source order. */
export async function readCategories(reader: ReferenceReader): Promise<Category[]> {
  const byId = new Map<number, ReadCategory>();
  for (const { file, record } of await reader.records('categories')) {
    const schema = file.format === 'csv' ? categoryRowSchema : categorySchema;
    for (const { value, path, parent: above } of everyCategory(record.value)) {
      const position = { file: file.path, record, path };
      const { id, subject } = identityOf(value, 'category');
      const fields = reader.parse(position, subject, schema, value);
      reader.reportUnpairedSurrogates(position, subject, fields);
      if (id === undefined) {
        reader.incomplete.add('categories');
        continue;
      }
      const parent = fields && 'parent' in fields ? (fields.parent ?? undefined) : above;
      const earlier = byId.get(id);
      if (earlier) await reader.reportDuplicate(position, subject, earlier.position);
      else byId.set(id, { id, name: fields?.name ?? '', position, parent });
    }
  }
  return resolveParents(reader, byId);
}

/** A record and everything below it, in source order. Not recursive, because nesting may be arbitrarily deep. */
function* everyCategory(record: unknown): Generator<NestedCategory> {
  const todo: NestedCategory[] = [{ value: record, path: [], parent: undefined }];
  // With YAML aliases, a category can occur in several places, even below itself.
  const walked = new Set<unknown>();
  for (let item = todo.pop(); item; item = todo.pop()) {
    yield item;
    const { value: above, path } = item;
    if (walked.has(above)) continue;
    walked.add(above);
    const parent = identityOf(above, 'category').id;
    const listed = fieldOf(above, 'children');
    const children: readonly unknown[] = Array.isArray(listed) ? listed : [];
    const nested = children.map((value, index) => ({ value, path: pathBelow(path, index), parent }));
    for (const child of nested.toReversed()) todo.push(child);
  }
}

function pathBelow(above: ValuePath, index: number): ValuePath {
  return above.length === maxPathLength ? above : [...above, 'children', index].slice(0, maxPathLength);
}

function resolveParents(reader: ReferenceReader, byId: ReadonlyMap<number, ReadCategory>): Category[] {
  const indexOf = new Map([...byId.keys()].map((id, index) => [id, index]));
  const categories = [...byId.values()].map(({ id, name, parent, position }) => {
    const index = parent === undefined ? -1 : indexOf.get(parent);
    if (index === undefined && !reader.incomplete.has('categories')) {
      const suggestion = suggestById(parent ?? 0, (near) => (near === id ? undefined : byId.get(near)?.name));
      const finding = {
        rule: 'category-known',
        finding: `unknown category ${parent} as parent`,
        ...suggestion,
      } as const;
      reader.report(positionInside(position, 'parent'), `category ${id}`, finding);
    }
    return { id, name, parent: index ?? -1 };
  });
  const cut = reportCycles(reader, byId);
  return categories.map((category) => (cut.has(category.id) ? { ...category, parent: -1 } : category));
}

/** Reports every cycle of categories, and returns one id of each. Visits each category once. */
function reportCycles(reader: ReferenceReader, byId: ReadonlyMap<number, ReadCategory>): Set<number> {
  const cut = new Set<number>();
  const seenFrom = new Map<ReadCategory, ReadCategory>();
  for (const start of byId.values()) {
    const path: ReadCategory[] = [];
    let category: ReadCategory | undefined = start;
    while (category && !seenFrom.has(category)) {
      seenFrom.set(category, start);
      path.push(category);
      category = category.parent === undefined ? undefined : byId.get(category.parent);
    }
    if (!category || seenFrom.get(category) !== start) continue;
    const cycle = path.slice(path.indexOf(category));
    const ids = [...cycle, category].map(({ id }) => id);
    const finding = `is its own ancestor: ${ids.slice(0, maxShown).join(' < ')}${ids.length > maxShown ? ' < …' : ''}`;
    const position = positionInside(category.position, 'parent');
    reader.report(position, `category ${category.id}`, { rule: 'category-cycle', finding });
    cut.add(category.id);
  }
  return cut;
}
