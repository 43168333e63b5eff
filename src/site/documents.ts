// Documents: files outside `api/v1` that are derived from the whole catalog, so every build that reads it renders them again.
import type { PublishedCatalog } from '../api/resources.ts';
import type { Feed } from './feeds.ts';
import { feedPaths } from './feeds/paths.ts';
import type { OpenapiInput } from './openapi/openapi.ts';
import { searchIndexPath, type SearchIndex } from './search/format.ts';

/** What the documents are rendered from. */
export interface DocumentInput {
  readonly catalog: PublishedCatalog;
  readonly options: Omit<OpenapiInput, 'examples'>;
  /** Whether `index.html` at the site root is the catalog page. */
  readonly frontPage: boolean;
  /** Courses by year of publication, ascending: the charts need them, and the API does not have them. */
  readonly years: readonly (readonly [year: number, courses: number])[];
  /** Undefined for a site without HTML pages. */
  readonly search: SearchIndex | undefined;
}

interface Document {
  readonly path: string;
  /** Whether only the HTML pages need it. */
  readonly isForPages: boolean;
  /** Renders it, without the final newline. Renderers are imported on first use. */
  readonly render: (input: DocumentInput) => Promise<string>;
}

/** In publication order. Add a document by adding a row. */
const documents: readonly Document[] = [
  {
    path: 'openapi.json',
    isForPages: false,
    render: async ({ catalog, options }) => (await import('./openapi/contract.ts')).renderContract(catalog, options),
  },
  { path: 'charts.json', isForPages: true, render: async ({ years }) => JSON.stringify({ years }) },
  {
    path: feedPaths.atom,
    isForPages: true,
    render: async (input) => (await import('./feeds.ts')).renderAtom(feedOf(input)),
  },
  {
    path: feedPaths.json,
    isForPages: true,
    render: async (input) => (await import('./feeds.ts')).renderJsonFeed(feedOf(input)),
  },
  { path: searchIndexPath, isForPages: true, render: async ({ search }) => JSON.stringify(search ?? null) },
];

/** The documents of a site, with or without HTML pages. */
export function documentsOf(hasPages: boolean): readonly Document[] {
  return documents.filter(({ isForPages }) => hasPages || !isForPages);
}

function feedOf({ catalog, options: { baseUrl, title, description }, frontPage }: DocumentInput): Feed {
  return { baseUrl, title, description, courses: catalog.latest, frontPage };
}
