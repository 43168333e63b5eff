// Documents: the renderers of the formats that are made from the whole catalog.
import type { PublishedCatalog } from '../api/resources.ts';
import type { Feed } from './feeds.ts';
import { feedPaths } from './feeds/paths.ts';
import { formatsOf, type SiteParts } from './formats.ts';
import { tagLookup } from './languages.ts';
import type { OpenapiInput } from './openapi/openapi.ts';
import { searchIndexPath, type SearchIndex } from './search/format.ts';

/** What the documents are rendered from. */
export interface DocumentInput {
  readonly catalog: PublishedCatalog;
  readonly options: Omit<OpenapiInput, 'examples'>;
  readonly parts: SiteParts;
  /** Courses by year of publication, ascending: the charts need them, and the API does not have them. */
  readonly years: readonly (readonly [year: number, courses: number])[];
  /** Undefined for a site without the catalog page. */
  readonly search: SearchIndex | undefined;
}

interface Document {
  readonly path: string;
  /** Renders it, without the final newline. Renderers are imported on first use. */
  readonly render: (input: DocumentInput) => Promise<string>;
}

/** By path, for each row of `formats.ts` that is made from the catalog. */
const renderers: Readonly<Record<string, Document['render']>> = {
  'openapi.json': async ({ catalog, options }) =>
    (await import('./openapi/contract.ts')).renderContract(catalog, options),
  'charts.json': async ({ years }) => JSON.stringify({ years }),
  [feedPaths.atom]: async (input) => (await import('./feeds.ts')).renderAtom(feedOf(input)),
  [feedPaths.json]: async (input) => (await import('./feeds.ts')).renderJsonFeed(feedOf(input)),
  [searchIndexPath]: async ({ search }) => JSON.stringify(search ?? null),
};

/** The documents of a site, in publication order. */
export function documentsOf(parts: SiteParts): Document[] {
  const paths = formatsOf(parts).flatMap(({ path, madeFrom }) => (madeFrom === 'catalog' ? [path] : []));
  return paths.map((path) => {
    const render = renderers[path];
    if (!render) throw new Error(`${path} has no renderer`);
    return { path, render };
  });
}

function feedOf({ catalog, options: { baseUrl, title, description }, parts: { frontPage } }: DocumentInput): Feed {
  return { baseUrl, title, description, courses: catalog.latest, frontPage, tagOf: tagLookup(catalog.references) };
}
