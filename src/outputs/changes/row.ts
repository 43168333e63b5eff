// The list of changes, as every command knows it: for programs, and for harvesters that know ResourceSync.
import { cacheControl } from '../../api/http.ts';
import type { OutputRow, OutputTypes } from '../output.ts';
import { maxAddresses } from '../sitemap.ts';
import { changesFile, resourceSyncPaths, sincePath } from './paths.ts';
import { fixedDocuments, type CourseFile } from './resource-sync.ts';

export interface ChangesTypes extends OutputTypes {
  readonly part: { readonly views: string };
  /** The addresses that a file may have. */
  readonly settings: { readonly baseUrl: string; readonly maxSize: number };
  /** The lines as the journal has them. */
  readonly task: Omit<CourseFile, 'lines'> & { readonly lines: string };
  /** The index of the lists of courses, if there is one. */
  readonly kept: string | undefined;
}

const made = { cache: cacheControl.lists, madeFrom: 'courses' } as const;
const ofLines = { kind: 'document', type: 'application/x-ndjson', ...made } as const;
const { description, capabilityList, resourceList, changeList } = resourceSyncPaths;

export const changesRow: OutputRow<ChangesTypes> = {
  name: 'changes',
  formats: [
    { path: changesFile, ...ofLines },
    { path: 'changes-*', owner: 'list of changes', ...ofLines },
    { kind: 'document', path: sincePath, ...made },
    { kind: 'sitemap', path: resourceList, ...made },
    { kind: 'sitemap', path: 'resourcelist-*', owner: 'list of resources', ...made },
    { kind: 'sitemap', path: changeList, ...made },
    { kind: 'sitemap', path: capabilityList, ...made, madeFrom: 'settings' },
    { kind: 'document', path: description, type: 'application/xml', ...made, madeFrom: 'settings' },
  ],
  isWanted: (parts) => parts.journal,
  fields: ['views'],
  views: 'views',
  settings: ({ options: { baseUrl, sitemapSize = maxAddresses } }) => ({ baseUrl, maxSize: sitemapSize }),
  ready: ({ options }) => fixedDocuments(options.baseUrl),
};
