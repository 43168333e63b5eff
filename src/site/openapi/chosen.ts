// Chosen records: which of a catalog's records the OpenAPI document shows, and whether they belong together.
import type { PagedRoute } from '../../api/routes.ts';
import type { ChildCategory, FullCourse, ListedProvider } from '../../api/schemas.ts';

export interface Examples {
  readonly course?: FullCourse;
  readonly provider?: ListedProvider;
  readonly category?: ChildCategory & { readonly children: readonly ChildCategory[] };
  readonly language?: { readonly name: string; readonly course_count: number };
}

export interface Listed {
  readonly providers: readonly NonNullable<Examples['provider']>[];
  readonly categories: readonly NonNullable<Examples['category']>[];
  readonly languages: readonly NonNullable<Examples['language']>[];
}

/** The course, and of every list the record that it belongs to; the first where there is none. */
export function chooseExamples(course: FullCourse | undefined, listed: Listed): Examples {
  const provider = listed.providers.find(({ id }) => id === course?.provider) ?? listed.providers[0];
  const category = course ? categoryFor(course, listed.categories) : listed.categories[0];
  const language = listed.languages.find(({ name }) => name === course?.language[0]) ?? listed.languages[0];
  return {
    ...(course && { course }),
    ...(provider && { provider }),
    ...(category && { category }),
    ...(language && { language }),
  };
}

/** Whether the course is in the list of the record that `chooseExamples` put beside it. */
export function isListed(route: PagedRoute, { course, provider, category, language }: Examples): boolean {
  if (!course) return false;
  const answers = {
    provider: provider?.id === course.provider,
    category: category !== undefined && (isInById(course, category) || isInByPath(course, category)),
    language: language !== undefined && course.language.includes(language.name),
  };
  return answers[route];
}

type Category = NonNullable<Examples['category']>;

/** The top-level category of a course. Where it has none, or more than one may be meant, one that it is not in. */
function categoryFor(course: FullCourse, all: readonly Category[]): Category | undefined {
  const byId = all.find((one) => isInById(course, one));
  if (byId) return byId;
  const byPath = all.filter((one) => isInByPath(course, one));
  return byPath.length === 1 ? byPath[0] : all.find((one) => !byPath.includes(one));
}

function isInById({ categories_ids }: FullCourse, top: Category): boolean {
  return [top, ...top.children].some(({ category_id }) => categories_ids.includes(Number(category_id)));
}

/** The tree has two levels: what is below them is known by its path alone. Names may hold a slash. */
function isInByPath({ categories }: FullCourse, { name }: Category): boolean {
  return categories.some((path) => `${path}/`.startsWith(`All/${name}/`));
}
