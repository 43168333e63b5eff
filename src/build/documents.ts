// Documents: the files around the API that tell of the catalog as a whole, made anew by every build that reads it.
import { renderAtom, renderJsonFeed } from '../site/feeds.ts';
import { renderOpenapi, type OpenapiInput } from '../site/openapi/openapi.ts';
import type { SearchIndex } from '../site/search/format.ts';
import type { BuildOptions } from './build.ts';
import { documentPaths } from './around.ts';

/** The responses that are one file each, as JSON. */
export interface Responses {
  readonly latest: string;
  readonly providers: string;
  readonly categories: string;
  readonly languages: string;
  readonly index: string;
}

/** Courses by the year of their publication, ascending: what the charts show and the API does not. */
export type Years = readonly (readonly [year: number, courses: number])[];

/** The texts of all documents, by their paths, in the order in which they are published. */
export function renderDocuments(
  options: BuildOptions,
  responses: Responses,
  years: Years,
  search: SearchIndex | undefined,
): ReadonlyMap<string, string> {
  const { baseUrl, title, description } = options;
  const courses: readonly NonNullable<OpenapiInput['examples']['course']>[] = JSON.parse(responses.latest);
  const feed = { baseUrl, title, description, courses };
  const texts = {
    openapi: () => renderOpenapi({ ...options, examples: examplesFrom(courses[0], responses) }),
    charts: () => JSON.stringify({ years }),
    atom: () => renderAtom(feed),
    jsonFeed: () => renderJsonFeed(feed),
    search: () => JSON.stringify(search ?? null),
  };
  return new Map(documentPaths(options).map(({ name, path }) => [path, texts[name]()]));
}

/** Records of this catalog that belong together: those of its newest course. */
function examplesFrom(course: OpenapiInput['examples']['course'], responses: Responses): OpenapiInput['examples'] {
  const providers: readonly NonNullable<OpenapiInput['examples']['provider']>[] = JSON.parse(responses.providers);
  const categories: readonly NonNullable<OpenapiInput['examples']['category']>[] = JSON.parse(responses.categories);
  const languages: readonly NonNullable<OpenapiInput['examples']['language']>[] = JSON.parse(responses.languages);
  const provider = providers.find(({ id }) => id === course?.provider) ?? providers[0];
  const top = course?.categories[0]?.split('/')[1];
  const category = categories.find(({ name }) => name === top) ?? categories[0];
  const language = languages.find(({ name }) => name === course?.language[0]) ?? languages[0];
  return {
    ...(course && { course }),
    ...(provider && { provider }),
    ...(category && { category }),
    ...(language && { language }),
  };
}
