// Resources: the provider list, the category tree and the latest list, read in full (specification 2.4, 2.5, 4.3).
import { addressOf } from '../api/routes.ts';
import {
  categorySchema,
  courseSchema,
  providerSchema,
  type ChildCategory,
  type FullCourse,
  type ListedProvider,
} from '../api/schemas.ts';
import type { Courses } from './courses.ts';
import { itemsOf, readJson, type Run } from './run.ts';
import { readRecord } from './shapes.ts';

/** A category with its place in the tree. */
export interface TreeCategory extends ChildCategory {
  /** The top-level category above it; null for one of these. */
  readonly parent: TreeCategory | null;
}

export interface Resources {
  readonly providers: readonly ListedProvider[];
  /** Top-level ones and children. */
  readonly categories: readonly TreeCategory[];
  readonly latest: readonly FullCourse[];
  /** Whether the provider list was read whole. */
  readonly knowsProviders: boolean;
}

/** Reads the three and holds their records against the schemas. Courses of the latest list are seen. */
export async function readResources(run: Run, courses: Courses): Promise<Resources> {
  const latest = await readLatest(run, courses);
  const { providers, isWhole } = await readProviders(run);
  const categories = await readCategories(run);
  return { providers, categories, latest, knowsProviders: isWhole };
}

async function readProviders(run: Run): Promise<{ providers: ListedProvider[]; isWhole: boolean }> {
  const read = await readJson(run, addressOf(run.base, 'providers'));
  if (read === undefined) return { providers: [], isWhole: false };
  const { request } = read.answer;
  const items = itemsOf(run, 'providers', read);
  const providers = items.flatMap((item, at) => {
    const provider = readRecord(run, 'providers', providerSchema, item, request, `provider ${at + 1} in the list`);
    if (provider === undefined) return [];
    const { id, course_count, course_count_catalog } = provider;
    run.findings.expect(
      'catalog-count',
      course_count_catalog <= course_count,
      request,
      () => `provider ${id} has the course_count_catalog ${course_count_catalog} and the course_count ${course_count}`,
    );
    return [provider];
  });
  return { providers, isWhole: Array.isArray(read.value) && providers.length === items.length };
}

async function readCategories(run: Run): Promise<TreeCategory[]> {
  const read = await readJson(run, addressOf(run.base, 'categories'));
  if (read === undefined) return [];
  return itemsOf(run, 'categories', read).flatMap((item, at) => {
    const where = `top-level category ${at + 1}`;
    const category = readRecord(run, 'categories', categorySchema, item, read.answer.request, where);
    if (category === undefined) return [];
    const { children, ...own } = category;
    const top: TreeCategory = { ...own, parent: null };
    return [top, ...children.map((child) => ({ ...child, parent: top }))];
  });
}

async function readLatest(run: Run, courses: Courses): Promise<FullCourse[]> {
  const read = await readJson(run, addressOf(run.base, 'latest'));
  if (read === undefined) return [];
  const { request } = read.answer;
  const latest = itemsOf(run, 'course-record', read).flatMap((item, at) => {
    return readRecord(run, 'course-record', courseSchema, item, request, `course ${at + 1} of the latest`) ?? [];
  });
  for (const course of latest) courses.see(run, { ...course, categories: course.categories_ids }, request);
  for (const [at, later] of latest.slice(1).entries()) {
    const sooner = latest[at];
    const isOrdered = sooner === undefined || sortable(sooner.date_published) >= sortable(later.date_published);
    run.findings.expect(
      'latest-order',
      isOrdered,
      request,
      () => `course ${later.id} of ${later.date_published} stands after one of ${sooner?.date_published}`,
    );
  }
  return latest;
}

/** Fractions of a second may have different lengths. */
function sortable(date: string): string {
  return date.replace(/0+$/u, '');
}
