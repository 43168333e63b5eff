// Files beside the API that its clients read: what changed, and everything at once. Additions, as the specification has no such resources.
import type { SiteFeatures } from './published-paths.ts';
import { keysOf } from '../text/keys.ts';

export interface ClientFile {
  /** Relative to the site root. */
  readonly path: string;
  readonly type: string;
  readonly tag: keyof typeof clientFileTags;
  /** Its schema in the OpenAPI document, and those to which that refers. None if the file has a format of others, or is no JSON. */
  readonly schemas?: readonly string[];
  /** Summary in the OpenAPI document. */
  readonly summary: string;
  /** Description of the content for the OpenAPI document, in sentences. */
  readonly content: string;
  readonly isPublished: (features: SiteFeatures) => boolean;
}

/** The tags of these files in the OpenAPI document, each with its heading and its description. */
export const clientFileTags = {
  changes: { heading: 'What changed', description: 'For clients that have the catalog of yesterday.' },
  everything: { heading: 'Everything at once', description: 'For clients that want all courses in few requests.' },
} as const;

/** The path of each of them, by its key in the endpoint index. Apart from its row, of which scripts in browsers need nothing else. */
export const clientFilePaths = {
  build: 'build.json',
  changes: 'changes.ndjson',
  changes_since: 'changes/since.json',
  dumps: 'dumps/datapackage.json',
} as const;

/** Add a file by adding its path and a row: the index, the OpenAPI document and the API catalog follow. */
export const clientFiles = {
  build: {
    path: clientFilePaths.build,
    type: 'application/json',
    tag: 'changes',
    schemas: ['Build'],
    summary: 'Whether anything changed',
    content: 'The digest changes exactly when the catalog does.',
    isPublished: () => true,
  },
  changes: {
    path: clientFilePaths.changes,
    type: 'application/x-ndjson',
    tag: 'changes',
    summary: 'The last change of every course',
    content:
      'Lines of JSON, the newest first: a `linkhash` and an `id`; `change`, which is `created`, `updated` or `deleted`; its time as `at`; `created`, the earlier time of an updated course; and, unless it is deleted, `sha256` and `length` of the bytes at `/api/v1/courses/view/<linkhash>/`. These are the first 10,000 lines: `changes/since.json` names the others.',
    isPublished: ({ journal }) => journal,
  },
  changes_since: {
    path: clientFilePaths.changes_since,
    type: 'application/json',
    tag: 'changes',
    schemas: ['ChangeParts', 'ChangePart'],
    summary: 'The files of changes, with their times',
    content: 'To learn what changed since a time, read the files whose `until` is later.',
    isPublished: ({ journal }) => journal,
  },
  dumps: {
    path: clientFilePaths.dumps,
    type: 'application/json',
    tag: 'everything',
    summary: 'The files with the whole catalog',
    content:
      'A Data Package (datapackage.org, version 2.0): the path of each file relative to this one, its size, digest and columns. The files have all courses, providers, categories and languages.',
    isPublished: ({ dumps }) => dumps,
  },
} as const satisfies Record<keyof typeof clientFilePaths, ClientFile>;

/** Those of a site, with their keys. */
export function clientFilesOf(
  features: SiteFeatures,
): readonly (readonly [key: keyof typeof clientFiles, ClientFile])[] {
  return keysOf(clientFiles).flatMap((key) =>
    clientFiles[key].isPublished(features) ? [[key, clientFiles[key]] as const] : [],
  );
}
