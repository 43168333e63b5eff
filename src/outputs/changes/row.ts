// The list of changes, as every command knows it: for programs, and for harvesters that know ResourceSync.
import { cacheControl } from '../../api/http.ts';
import { journalFile } from '../journal.ts';
import type { OutputRow, OutputTypes } from '../output.ts';
import { changesFile, resourceSyncPaths, sincePath } from './paths.ts';
import { renderCapabilityList, renderSourceDescription } from './resource-sync.ts';

export interface ChangesTypes extends OutputTypes {
  readonly settings: { readonly baseUrl: string; readonly file: string; readonly sizes: Sizes };
  readonly part: {
    /** Of each course, the linkhash and the SHA-256 digest of the bytes of its view, in hexadecimal. */
    readonly digests: string;
    /** The lengths of the views, in bytes. */
    readonly lengths: Uint32Array;
  };
  readonly task: ChangesTask;
  readonly done: undefined;
  readonly kept: {
    /** What each list of entries was made from, by its path. */
    readonly keys: Readonly<Record<string, string>>;
    /** The files of the list of changes, the newest first. */
    readonly parts: readonly string[];
  };
}

/** How many lines, and how many addresses, a file has at most. */
interface Sizes {
  readonly lines: number;
  readonly addresses: number;
}

/** A file: its text, or what is before its entries, and the lines of the journal for them with the lengths of the views. */
export type ChangesTask =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly head: string; readonly lines: string; readonly lengths: Uint32Array };

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
  settings: ({ options }) => {
    const { baseUrl, sitemapSize: addresses = 50_000 } = options;
    return { baseUrl, file: journalFile(options) ?? '', sizes: { lines: Math.min(10_000, addresses), addresses } };
  },
  fields: ['digests', 'lengths'],
  *ready({ options: { baseUrl } }) {
    yield [capabilityList, renderCapabilityList(baseUrl)];
    yield [description, renderSourceDescription(baseUrl)];
  },
};
