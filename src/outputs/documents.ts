// Documents: the renderers of the formats that are made from the whole catalog.
import type { PublishedCatalog } from './resources/resources.ts';
import type { About } from './about/about.ts';
import { renderApiCatalog } from './about/api-catalog.ts';
import { renderDcat } from './about/dcat.ts';
import { apiCatalogPath, dcatPath } from './about/paths.ts';
import { packagePath, type DumpFile } from './dumps/formats.ts';
import { renderPackage } from './dumps/package.ts';
import { renderAtom, renderJsonFeed, type Feed } from './feeds/feeds.ts';
import { feedPaths } from './feeds/paths.ts';
import type { SiteParts } from './formats.ts';
import { tagLookup } from '../catalog/language-tags.ts';
import { renderContract } from './openapi/contract.ts';
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

/** By path, for each row of `formats.ts` that is made from the catalog. */
const renderers: Readonly<Record<string, (input: DocumentInput) => string>> = {
  'openapi.json': ({ catalog, options }) => renderContract(catalog, options),
  'charts.json': ({ years }) => JSON.stringify({ years }),
  [feedPaths.atom]: (input) => renderAtom(feedOf(input)),
  [feedPaths.json]: (input) => renderJsonFeed(feedOf(input)),
  [packagePath]: ({ options, dumps, homepage }) => renderPackage(options, dumps, homepage),
  [dcatPath]: ({ options, dumps, parts, homepage }) => renderDcat(options, dumps, { hasDocs: parts.site, homepage }),
  [apiCatalogPath]: ({ options, parts }) => renderApiCatalog(options, parts.site),
  [searchIndexPath]: ({ search }) => JSON.stringify(search ?? null),
};

/** Renders the document at one of these paths, without the final newline. */
export function renderDocument(path: string, input: DocumentInput): string {
  const render = renderers[path];
  if (!render) throw new Error(`${path} has no renderer`);
  return render(input);
}

function feedOf({ catalog, options: { baseUrl, title, description }, parts: { frontPage } }: DocumentInput): Feed {
  return { baseUrl, title, description, courses: catalog.latest, frontPage, tagOf: tagLookup(catalog.references) };
}
