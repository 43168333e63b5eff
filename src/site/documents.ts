// Documents: the renderers of the formats that are made from the whole catalog.
import type { PublishedCatalog } from '../api/resources.ts';
import type { About } from './about/about.ts';
import { apiCatalogPath, dcatPath } from './about/paths.ts';
import { packagePath, type DumpFile } from './dumps/formats.ts';
import type { Feed } from './feeds.ts';
import { feedPaths } from './feeds/paths.ts';
import { formatsOf, type PublishedFormat, type SiteParts } from './formats.ts';
import { tagLookup } from './languages.ts';
import type { OpenapiInput } from './openapi/openapi.ts';
import { searchIndexPath, type SearchIndex } from './search/format.ts';

/** What the documents are rendered from. */
export interface DocumentInput {
  readonly catalog: PublishedCatalog;
  readonly options: Omit<OpenapiInput, 'examples'> & About;
  readonly parts: SiteParts;
  /** See `SitePlan`. */
  readonly homepage: string | undefined;
  /** Courses by year of publication, ascending: the charts need them, and the API does not have them. */
  readonly years: readonly (readonly [year: number, courses: number])[];
  /** Undefined for a site without the catalog page. */
  readonly search: SearchIndex | undefined;
  /** All files of the dumps. */
  readonly dumps: readonly DumpFile[];
}

/** By path, for each row of `formats.ts` that is made from the catalog. Renderers are imported on first use. */
const renderers: Readonly<Record<string, (input: DocumentInput) => Promise<string>>> = {
  'openapi.json': async ({ catalog, options }) =>
    (await import('./openapi/contract.ts')).renderContract(catalog, options),
  'charts.json': async ({ years }) => JSON.stringify({ years }),
  [feedPaths.atom]: async (input) => (await import('./feeds.ts')).renderAtom(feedOf(input)),
  [feedPaths.json]: async (input) => (await import('./feeds.ts')).renderJsonFeed(feedOf(input)),
  [packagePath]: async ({ options, dumps, homepage }) =>
    (await import('./dumps/package.ts')).renderPackage(options, dumps, homepage),
  [dcatPath]: async ({ options, dumps, parts, homepage }) =>
    (await import('./about/dcat.ts')).renderDcat(options, dumps, { hasDocs: parts.site, homepage }),
  [apiCatalogPath]: async ({ options, parts }) =>
    (await import('./about/api-catalog.ts')).renderApiCatalog(options, parts.site),
  [searchIndexPath]: async ({ search }) => JSON.stringify(search ?? null),
};

/** The paths of the documents of a site, in publication order. */
export function documentPaths(parts: SiteParts, isWanted: (format: PublishedFormat) => boolean): string[] {
  const rendered = formatsOf(parts).filter((format) => format.madeFrom === 'catalog' && isWanted(format));
  return rendered.map(({ path }) => path);
}

/** Renders the document at one of these paths, without the final newline. */
export async function renderDocument(path: string, input: DocumentInput): Promise<string> {
  const render = renderers[path];
  if (!render) throw new Error(`${path} has no renderer`);
  return render(input);
}

function feedOf({ catalog, options: { baseUrl, title, description }, parts: { frontPage } }: DocumentInput): Feed {
  return { baseUrl, title, description, courses: catalog.latest, frontPage, tagOf: tagLookup(catalog.references) };
}
