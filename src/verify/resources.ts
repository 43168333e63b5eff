// Resources: reads the provider list and the category tree (specification 2.4, 2.5).
import { addressOf } from '../api/routes.ts';
import { categorySchema, providerSchema, type ListedProvider } from '../api/schemas.ts';
import type { Courses } from './courses.ts';
import type { Request } from '../client/client.ts';
import { readLatest, type Latest } from './latest.ts';
import { itemsOf, readJson, type Run } from './run.ts';
import { readRecord } from './shapes.ts';
import { Tree, type TreeCategory } from './tree.ts';

export interface Resources {
  readonly providers: readonly ListedProvider[];
  /** Whether every item of the provider list could be read. */
  readonly hasAllProviders: boolean;
  readonly tree: Tree;
  readonly latest: Latest;
}

/** Reads them and the latest list, and checks their records. Adds the courses of the latest list to `courses`. */
export async function readResources(run: Run, courses: Courses): Promise<Resources> {
  const latest = await readLatest(run, courses);
  const { providers, isComplete } = await readProviders(run);
  const tree = await readTree(run);
  return { providers, hasAllProviders: isComplete, tree, latest };
}

async function readProviders(run: Run): Promise<{ providers: ListedProvider[]; isComplete: boolean }> {
  const read = await readJson(run, addressOf(run.base, 'providers'));
  if (read === undefined) return { providers: [], isComplete: false };
  const { request } = read.answer;
  const items = itemsOf(run, 'providers', read);
  const ids = new Set<number>();
  const providers = items.flatMap((item, at) => {
    const provider = readRecord(run, 'providers', providerSchema, item, request, `provider ${at + 1} in the list`);
    if (provider === undefined) return [];
    const { id, course_count, course_count_catalog } = provider;
    run.findings.expect('ids', !ids.has(id), request, () => `two providers have the id ${id}`);
    ids.add(id);
    run.findings.expect(
      'catalog-count',
      course_count_catalog <= course_count,
      request,
      () => `provider ${id} has the course_count_catalog ${course_count_catalog}, but the course_count ${course_count}`,
    );
    return [provider];
  });
  return { providers, isComplete: Array.isArray(read.value) && providers.length === items.length };
}

async function readTree(run: Run): Promise<Tree> {
  const read = await readJson(run, addressOf(run.base, 'categories'));
  if (read === undefined) return new Tree([], false);
  const { request } = read.answer;
  const items = itemsOf(run, 'categories', read);
  const trees = items.flatMap((item, at) => {
    const where = `top-level category ${at + 1}`;
    const category = readRecord(run, 'categories', categorySchema, item, request, where);
    if (category === undefined) return [];
    const { children, ...own } = category;
    const top: TreeCategory = { ...own, parent: null };
    return [[top, ...children.map((child) => ({ ...child, parent: top }))]];
  });
  const categories = trees.flat();
  checkIds(run, categories, request);
  return new Tree(categories, Array.isArray(read.value) && trees.length === items.length);
}

/** Checks that ids are unique. A child may be listed under several parents if it is the same there. */
function checkIds({ findings }: Run, categories: readonly TreeCategory[], request: Request): void {
  const byId = new Map<number, TreeCategory[]>();
  for (const category of categories) {
    const id = Number(category.category_id);
    const known = byId.get(id) ?? [];
    const isUnique = known.every((one) => isSameElsewhere(one, category));
    findings.expect('ids', isUnique, request, () => `two categories of the tree have the id ${category.category_id}`);
    byId.set(id, [...known, category]);
  }
}

function isSameElsewhere(one: TreeCategory, other: TreeCategory): boolean {
  const isMoved = one.parent !== null && other.parent !== null && one.parent !== other.parent;
  return isMoved && one.name === other.name && one.course_count === other.course_count;
}
