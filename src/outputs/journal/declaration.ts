// The published journal, as every command knows it: lines for programs, and lists for harvesters that know ResourceSync.
import { cacheControl } from '../../api/http.ts';
import type { OutputDeclaration, OutputTypes } from '../output.ts';
import { maxAddresses } from '../shared/sitemap.ts';
import { fixedDocuments, resourceSyncPaths, type ResourceListFile } from './resource-sync.ts';

export interface JournalTypes extends OutputTypes {
  /** `maxSize` is the most addresses that a file may have. */
  readonly taskSettings: { readonly baseUrl: string; readonly maxSize: number };
  readonly task: readonly ResourceListFile[];
  /** All files of the resource list. */
  readonly kept: readonly Omit<ResourceListFile, 'lines'>[];
}

export const firstPartPath = 'changes.ndjson';
export const sincePath = 'changes/since.json';

/** The path of a part of the published journal; the first, with the newest lines, is number 1. */
export function journalPartPath(number: number): string {
  return number === 1 ? firstPartPath : `changes-${number}.ndjson`;
}

const made = { cache: cacheControl.default, madeFrom: 'courses' } as const;
const linesFile = { kind: 'data', type: 'application/x-ndjson', ...made } as const;
const { description, capabilityList, resourceList, changeList } = resourceSyncPaths;

export const journalDeclaration: OutputDeclaration<JournalTypes> = {
  name: 'journal',
  paths: [
    { path: firstPartPath, ...linesFile },
    { path: 'changes-*', owner: 'journal', ...linesFile },
    { kind: 'data', path: sincePath, ...made },
    { kind: 'sitemap', path: resourceList, ...made },
    { kind: 'sitemap', path: 'resourcelist-*', owner: 'resource list', ...made },
    { kind: 'sitemap', path: changeList, ...made },
    { kind: 'sitemap', path: capabilityList, ...made, madeFrom: 'options' },
    { kind: 'data', path: description, type: 'application/xml', ...made, madeFrom: 'options' },
  ],
  isWanted: (features) => features.journal,
  taskSettings: ({ options: { baseUrl, sitemapSize = maxAddresses } }) => ({ baseUrl, maxSize: sitemapSize }),
  fixedFiles: ({ options }) => fixedDocuments(options.baseUrl),
};
