// Documents: the files around the API that tell of the catalog as a whole, made anew by every build that reads it.
import type { PublishedCatalog } from '../api/resources.ts';
import type { Feed } from './feeds.ts';
import { feedPaths } from './feeds/paths.ts';
import type { OpenapiInput } from './openapi/openapi.ts';
import { searchIndexPath, type SearchIndex } from './search/format.ts';

/** What the documents tell of, and how the site was built. */
export interface DocumentInput {
  readonly catalog: PublishedCatalog;
  readonly options: Omit<OpenapiInput, 'examples'>;
  /** Whether the page at the root is the catalog page. */
  readonly frontPage: boolean;
  /** Courses by the year of their publication, ascending: what the charts show and the API does not. */
  readonly years: readonly (readonly [year: number, courses: number])[];
  /** Undefined where there are no pages for people. */
  readonly search: SearchIndex | undefined;
}

interface Document {
  readonly path: string;
  /** Whether it serves the pages for people only. */
  readonly isForPages: boolean;
  /** Renders it, without the last line end. What renders it is loaded when it is first needed. */
  readonly render: (input: DocumentInput) => Promise<string>;
}

/** In the order in which they are published. A new document is a new row. */
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

/** The documents of a site; `hasPages` says whether it has pages for people. */
export function documentsOf(hasPages: boolean): readonly Document[] {
  return documents.filter(({ isForPages }) => hasPages || !isForPages);
}

function feedOf({ catalog, options: { baseUrl, title, description }, frontPage }: DocumentInput): Feed {
  return { baseUrl, title, description, courses: catalog.latest, frontPage };
}
