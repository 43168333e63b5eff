// Examples in the OpenAPI document: parameters and responses built from a few records of the catalog.
import { pagesOf, renderEnvelope, type LinkOptions, type List } from '../../api/paging.ts';
import type { PagedRoute, RouteName } from '../../api/routes.ts';
import type { Examples } from './chosen.ts';

/** Characters of a response that is short enough for an example. */
const mostCharacters = 200_000;

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
  const { course, provider, category, language } = input.examples;
  const lists: Record<PagedRoute, Omit<List, 'route'> | undefined> = {
    provider: provider && { parameter: String(provider.id), label: provider.name, count: provider.course_count },
    category: category && { parameter: category.category_id, label: category.name, count: category.course_count },
    language: language && { parameter: language.name, label: language.name, count: language.course_count },
  };
  const envelope = (route: PagedRoute): unknown => {
    const list = lists[route];
    const results = input.examples.pages?.[route];
    if (!list || !results) return undefined;
    const { head, tail } = renderEnvelope({ ...list, route }, 1, pagesOf(list.count, input.pageSize), input);
    return { ...JSON.parse(head + tail), results };
  };
  const responses: RouteExamples['responses'] = {
    ...input.examples.others,
    latest: course && [course],
    providers: provider && [provider],
    categories: category && [category],
    languages: language && [language],
    provider: envelope('provider'),
    category: envelope('category'),
    language: envelope('language'),
    course,
  };
  const isShort = (response: unknown) => JSON.stringify(response ?? null).length <= mostCharacters;
  return {
    parameters: {
      provider: lists.provider?.parameter,
      category: lists.category?.parameter,
      language: lists.language?.parameter,
      course: course?.linkhash,
    },
    responses: Object.fromEntries(Object.entries(responses).filter(([, response]) => isShort(response))),
  };
}
