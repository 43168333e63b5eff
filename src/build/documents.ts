// Documents: the files around the API that tell of the catalog as a whole, made anew by every build that reads it.
import { renderAtom, renderJsonFeed } from '../site/feeds.ts';
import { chooseExamples, type Examples } from '../site/openapi/chosen.ts';
import { renderOpenapi } from '../site/openapi/openapi.ts';
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

/** The texts of all documents, by their paths, in the order in which they are published; `frontPage` tells whether ours is at the root. */
export function renderDocuments(
  options: BuildOptions,
  frontPage: boolean,
  responses: Responses,
  years: Years,
  search: SearchIndex | undefined,
): ReadonlyMap<string, string> {
  const { baseUrl, title, description } = options;
  const courses: readonly NonNullable<Examples['course']>[] = JSON.parse(responses.latest);
  const feed = { baseUrl, title, description, courses, frontPage };
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
function examplesFrom(course: Examples['course'], responses: Responses): Examples {
  return chooseExamples(course, {
    providers: JSON.parse(responses.providers),
    categories: JSON.parse(responses.categories),
    languages: JSON.parse(responses.languages),
  });
}
