// Examples in the OpenAPI document: which records of the catalog it shows, and the parameters and responses built from them.
import { pageCount, renderEnvelope, type LinkOptions, type List } from '../../api/paging.ts';
import type { PagedRoute, RouteName } from '../../api/routes.ts';
import type { CourseSummary, FullCourse, ListedCategory, ListedLanguage, ListedProvider } from '../../api/records.ts';

/** Characters of a response that is short enough for an example. */
const maxCharacters = 200_000;

export interface ExampleSource extends LinkOptions {
  readonly pageSize: number;
  /** Records of this catalog; undefined if it has none. */
  readonly examples: Examples;
}

export interface RouteExamples {
  /** The value of the path parameter; undefined if the catalog has no example. */
  readonly parameters: Readonly<Partial<Record<RouteName, string | undefined>>>;
  /** A response; undefined if the catalog has none that is short enough. */
  readonly responses: Readonly<Partial<Record<RouteName, unknown>>>;
}

/** Examples for every route: of a resource that is one array, with one item; of a paged list, all of page 1. None is long. */
export function examplesOf(input: ExampleSource): RouteExamples {
  const { course, provider, category, language, single } = input.examples;
  const lists = Object.values(input.examples.lists ?? {});
  const envelopes = lists.flatMap(({ results, ...list }) => {
    if (!results) return [];
    const { head, tail } = renderEnvelope(list, 1, pageCount(list.count, input.pageSize), input);
    return [[list.route, { ...JSON.parse(head + tail), results }]];
  });
  const responses: RouteExamples['responses'] = {
    ...single,
    ...Object.fromEntries(envelopes),
    latest: course && [course],
    providers: provider && [provider],
    categories: category && [category],
    languages: language && [language],
    course,
  };
  const isShort = (response: unknown) => JSON.stringify(response ?? null).length <= maxCharacters;
  return {
    parameters: {
      ...Object.fromEntries(lists.map(({ route, parameter }) => [route, parameter])),
      course: course?.linkhash,
    },
    responses: Object.fromEntries(Object.entries(responses).filter(([, response]) => isShort(response))),
  };
}

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
