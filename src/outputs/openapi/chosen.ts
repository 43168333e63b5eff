// Chosen records: which records of a catalog the OpenAPI document shows as examples.
import type { List } from '../../api/paging.ts';
import type { PagedRoute, RouteName } from '../../api/routes.ts';
import type { ChildCategory, CourseSummary, FullCourse, ListedProvider } from '../../api/schemas.ts';

export interface Examples {
  readonly course?: FullCourse;
  readonly provider?: ListedProvider;
  readonly category?: ChildCategory & { readonly children: readonly ChildCategory[] };
  readonly language?: { readonly name: string; readonly course_count: number };
  readonly lists?: ExampleLists;
  /** Whole responses of endpoints that have none of these records. */
  readonly others?: Readonly<Partial<Record<RouteName, unknown>>>;
}

/** A list of each paged endpoint, with the courses on its page 1 unless they are too many for an example. */
export type ExampleLists = Partial<Record<PagedRoute, List & { readonly results?: readonly CourseSummary[] }>>;

/** All providers, top-level categories and languages of a catalog. */
export interface Candidates {
  readonly providers: readonly NonNullable<Examples['provider']>[];
  readonly categories: readonly NonNullable<Examples['category']>[];
  readonly languages: readonly NonNullable<Examples['language']>[];
}

/** The course with its provider, category and language; without a course, the first of each. */
export function chooseExamples(
  course: FullCourse | undefined,
  candidates: Candidates,
): Omit<Examples, 'lists' | 'others'> {
  const { providers, categories, languages } = candidates;
  const provider = providers.find(({ id }) => id === course?.provider) ?? providers[0];
  const isOfCourse = (one: Category) => course !== undefined && (isInById(course, one) || isInByPath(course, one));
  const category = categories.find(isOfCourse) ?? categories[0];
  const language = languages.find(({ name }) => name === course?.language[0]) ?? languages[0];
  return {
    ...(course && { course }),
    ...(provider && { provider }),
    ...(category && { category }),
    ...(language && { language }),
  };
}

type Category = NonNullable<Examples['category']>;

function isInById({ categories_ids }: FullCourse, top: Category): boolean {
  return [top, ...top.children].some(({ category_id }) => categories_ids.includes(Number(category_id)));
}

/** For categories below the two levels of the tree, whose ids are unknown here. A match may be wrong: names can contain a slash. */
function isInByPath({ categories }: FullCourse, { name }: Category): boolean {
  return categories.some((path) => `${path}/`.startsWith(`All/${name}/`));
}
