// Chosen records: which records of a catalog the OpenAPI document shows as examples, and whether they belong together.
import type { PagedRoute, RouteName } from '../../api/routes.ts';
import type { ChildCategory, FullCourse, ListedProvider } from '../../api/schemas.ts';

export interface Examples {
  readonly course?: FullCourse;
  readonly provider?: ListedProvider;
  readonly category?: ChildCategory & { readonly children: readonly ChildCategory[] };
  readonly language?: { readonly name: string; readonly course_count: number };
  /** Whole responses of endpoints that have none of these records. */
  readonly others?: Readonly<Partial<Record<RouteName, unknown>>>;
}

/** All providers, top-level categories and languages of a catalog. */
export interface Candidates {
  readonly providers: readonly NonNullable<Examples['provider']>[];
  readonly categories: readonly NonNullable<Examples['category']>[];
  readonly languages: readonly NonNullable<Examples['language']>[];
}

/** The course with its provider, category and language; without a course, the first of each. */
export function chooseExamples(course: FullCourse | undefined, candidates: Candidates): Omit<Examples, 'others'> {
  const { providers, categories, languages } = candidates;
  const provider = providers.find(({ id }) => id === course?.provider) ?? providers[0];
  const category = course ? categoryFor(course, categories) : categories[0];
  const language = languages.find(({ name }) => name === course?.language[0]) ?? languages[0];
  return {
    ...(course && { course }),
    ...(provider && { provider }),
    ...(category && { category }),
    ...(language && { language }),
  };
}

/** Whether the course is in the list of the chosen provider, category or language. */
export function isListed(route: PagedRoute, { course, provider, category, language }: Examples): boolean {
  if (!course) return false;
  const listedBy = {
    provider: provider?.id === course.provider,
    category: category !== undefined && (isInById(course, category) || isInByPath(course, category)),
    language: language !== undefined && course.language.includes(language.name),
  };
  return listedBy[route];
}

type Category = NonNullable<Examples['category']>;

/** The top-level category of a course. If it has none, or several match, a category that the course is not in. */
function categoryFor(course: FullCourse, all: readonly Category[]): Category | undefined {
  const byId = all.find((one) => isInById(course, one));
  if (byId) return byId;
  const byPath = all.filter((one) => isInByPath(course, one));
  return byPath.length === 1 ? byPath[0] : all.find((one) => !byPath.includes(one));
}

function isInById({ categories_ids }: FullCourse, top: Category): boolean {
  return [top, ...top.children].some(({ category_id }) => categories_ids.includes(Number(category_id)));
}

/** For categories below the two levels of the tree, whose ids are unknown here. A match may be wrong: names can contain a slash. */
function isInByPath({ categories }: FullCourse, { name }: Category): boolean {
  return categories.some((path) => `${path}/`.startsWith(`All/${name}/`));
}
