// Example records: which records of a catalog the OpenAPI document shows as examples.
import type { List } from '../../api/paging.ts';
import type { PagedRoute, RouteName } from '../../api/routes.ts';
import type { CourseSummary, FullCourse, ListedCategory, ListedLanguage, ListedProvider } from '../../api/schemas.ts';

export interface Examples {
  readonly course?: FullCourse | undefined;
  readonly provider?: ListedProvider | undefined;
  readonly category?: ListedCategory | undefined;
  readonly language?: ListedLanguage | undefined;
  readonly lists?: ExampleLists;
  /** Whole responses of endpoints that have none of these records. */
  readonly single?: Readonly<Partial<Record<RouteName, unknown>>>;
}

/** A list of each paged endpoint, with the courses on its page 1 unless they are too many for an example. */
export type ExampleLists = Partial<Record<PagedRoute, List & { readonly results?: readonly CourseSummary[] }>>;

/** The course with its provider, top-level category and language, of all of a catalog; without a course, the first of each. */
export function chooseExamples(
  course: FullCourse | undefined,
  providers: readonly ListedProvider[],
  categories: readonly ListedCategory[],
  languages: readonly ListedLanguage[],
): Omit<Examples, 'lists' | 'single'> {
  const provider = providers.find(({ id }) => id === course?.provider) ?? providers[0];
  const isOfCourse = (category: ListedCategory) =>
    course !== undefined && (isInById(course, category) || isInByPath(course, category));
  const category = categories.find(isOfCourse) ?? categories[0];
  const language = languages.find(({ name }) => name === course?.language[0]) ?? languages[0];
  return { course, provider, category, language };
}

function isInById({ categories_ids }: FullCourse, top: ListedCategory): boolean {
  return [top, ...top.children].some(({ category_id }) => categories_ids.includes(Number(category_id)));
}

/** For categories below the two levels of the tree, whose ids are unknown here. A match may be wrong: names can contain a slash. */
function isInByPath({ categories }: FullCourse, { name }: ListedCategory): boolean {
  return categories.some((path) => `${path}/`.startsWith(`All/${name}/`));
}
