// The list of changes, as every command knows it: for programs, and for harvesters that know ResourceSync.
import { cacheControl } from '../../api/http.ts';
import type { CourseTexts } from '../../storage/course-texts.ts';
import type { OutputRow, OutputTypes } from '../output.ts';
import type { SitemapTask } from '../shared/sitemap-files.ts';
import { maxAddresses } from '../shared/sitemap.ts';
import { changesFile, resourceSyncPaths, sincePath } from './paths.ts';
import { fixedDocuments } from './resource-sync.ts';

export interface JournalTypes extends OutputTypes {
  readonly chunkSettings: { readonly baseUrl: string };
  readonly part: {
    /** The lines of the courses in the journal. */
    readonly lines: Uint8Array;
    /** Their entries in the lists of resources. */
    readonly entries: CourseTexts;
  };
  /** The addresses that a file may have. */
  readonly taskSettings: { readonly baseUrl: string; readonly maxSize: number };
  readonly task: SitemapTask;
  /** The index of the lists of courses, if there is one. */
  readonly kept: string | undefined;
}

const made = { cache: cacheControl.lists, madeFrom: 'courses' } as const;
const linesFormat = { kind: 'document', type: 'application/x-ndjson', ...made } as const;
const { description, capabilityList, resourceList, changeList } = resourceSyncPaths;

export const journalRow: OutputRow<JournalTypes> = {
  name: 'journal',
  formats: [
    { path: changesFile, ...linesFormat },
    { path: 'changes-*', owner: 'list of changes', ...linesFormat },
    { kind: 'document', path: sincePath, ...made },
    { kind: 'sitemap', path: resourceList, ...made },
    { kind: 'sitemap', path: 'resourcelist-*', owner: 'list of resources', ...made },
    { kind: 'sitemap', path: changeList, ...made },
    { kind: 'sitemap', path: capabilityList, ...made, madeFrom: 'settings' },
    { kind: 'document', path: description, type: 'application/xml', ...made, madeFrom: 'settings' },
  ],
  isWanted: (features) => features.journal,
  fields: ['lines', 'entries'],
  journalLines: 'lines',
  chunkSettings: ({ options: { baseUrl } }) => ({ baseUrl }),
  taskSettings: ({ options: { baseUrl, sitemapSize = maxAddresses } }) => ({ baseUrl, maxSize: sitemapSize }),
  ready: ({ options }) => fixedDocuments(options.baseUrl),
};
