// Resources: the lists that are not paged, with the category tree (specification 2.1, 2.4, 2.5).
import type { ChildCategory, ListedProvider } from '../api/records.ts';
import { listedCategorySchema, listedProviderSchema } from '../api/schemas.ts';
import type { Request } from '../http/client.ts';
import { readLatest } from './latest.ts';
import type { VerifyRun } from './run.ts';
import { readRecords, type ListedRecords } from './shapes.ts';

export type ServiceResources = Awaited<ReturnType<typeof readResources>>;

/** Reads them and checks their records. Adds the courses of the latest list to those of the run. */
export async function readResources(run: VerifyRun) {
  const latest = await readLatest(run);
  const providers = await readProviders(run);
  const tree = await readTree(run);
  return { providers, tree, latest };
}

async function readProviders(run: VerifyRun): Promise<ListedRecords<ListedProvider>> {
  const nameOf = (number: number) => `provider ${number} in the list`;
  const list = await readRecords(run, 'providers', { rule: 'providers', schema: listedProviderSchema }, nameOf);
  const ids = new Set<number>();
  for (const { id, course_count, course_count_catalog } of list.records) {
    run.checks.expect('ids', !ids.has(id), list.request, `two providers have the id ${id}`);
    ids.add(id);
    const finding = `provider ${id} has the course_count_catalog ${course_count_catalog}, but the course_count ${course_count}`;
    run.checks.expect('catalog-count', course_count_catalog <= course_count, list.request, finding);
  }
  return list;
}

async function readTree(run: VerifyRun): Promise<ServiceTree> {
  const nameOf = (number: number) => `top-level category ${number}`;
  const list = await readRecords(run, 'categories', { rule: 'categories', schema: listedCategorySchema }, nameOf);
  const categories = list.records.flatMap(({ children, ...topCategory }) => {
    const top: TreeCategory = { ...topCategory, parent: null };
    return [top, ...children.map((child) => ({ ...child, parent: top }))];
  });
  checkIds(run, categories, list.request);
  return new ServiceTree(categories, list.isComplete);
}

/** Checks that ids are unique. A child may be listed under several parents if it is the same there. */
function checkIds({ checks }: VerifyRun, categories: readonly TreeCategory[], request: Request): void {
  const byId = new Map<number, TreeCategory[]>();
  for (const category of categories) {
    const id = Number(category.category_id);
    const isUnique = byId.get(id)?.every((occurrence) => isSameElsewhere(occurrence, category)) ?? true;
    checks.expect('ids', isUnique, request, `two categories of the tree have the id ${category.category_id}`);
    add(byId, id, category);
  }
}

function isSameElsewhere(a: TreeCategory, b: TreeCategory): boolean {
  const isMoved = a.parent !== null && b.parent !== null && a.parent !== b.parent;
  return isMoved && a.name === b.name && a.course_count === b.course_count;
}

interface TreeCategory extends ChildCategory {
  /** Its top-level category; null if it is one itself. */
  readonly parent: TreeCategory | null;
}

export class ServiceTree {
  private readonly byId = new Map<number, TreeCategory[]>();
  private readonly byPath = new Map<string, TreeCategory[]>();

  constructor(
    /** Top-level categories and their children; a child with two parents occurs twice. */
    readonly categories: readonly TreeCategory[],
    /** Whether every category could be read. */
    readonly isComplete: boolean,
  ) {
    for (const category of categories) {
      add(this.byId, Number(category.category_id), category);
      add(this.byPath, categoryPath(category), category);
    }
  }

  /** The occurrences of a category in the tree; none for an unknown id. */
  withId(id: number): readonly TreeCategory[] {
    return this.byId.get(id) ?? [];
  }

  /** The ancestors in the tree of a deeper category. Names may contain slashes, so several children can match a path. */
  ancestorsOf(path: string): readonly TreeCategory[] {
    const ends = [...path.matchAll(/\//gu)].map(({ index }) => index);
    return ends.flatMap((end) => this.byPath.get(path.slice(0, end)) ?? []);
  }
}

/** `All/<top-level name>[/<sub-level name>]` */
export function categoryPath({ name, parent }: TreeCategory): string {
  return parent === null ? `All/${name}` : `${categoryPath(parent)}/${name}`;
}

function add<Key>(map: Map<Key, TreeCategory[]>, key: Key, category: TreeCategory): void {
  const values = map.get(key);
  if (values) values.push(category);
  else map.set(key, [category]);
}
