// Examples in the OpenAPI document: parameters and responses built from a few records of the catalog.
import { pageCount, renderEnvelope, type LinkOptions } from '../../api/paging.ts';
import type { RouteName } from '../../api/routes.ts';
import type { Examples } from './example-records.ts';

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
