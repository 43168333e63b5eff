// The publication: what a build changes in the output, in the order in which a reader may see it.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pagesOf, type List } from '../api/paging.ts';
import { apiRoot, folderOf, pagesFolder } from '../api/routes.ts';
import { manifestFile, manifestText } from '../output/manifest.ts';
import { entryAt, pathsAbove } from '../output/obstacles.ts';
import type { Step } from '../output/publish.ts';
import { noneWritten, type Written } from '../output/writer.ts';
import type { Changes } from './changes.ts';
import { listKey, listRoot } from './layout.ts';

/** What was written, part by part. */
export interface Parts {
  readonly views: readonly Written[];
  readonly pages: readonly Written[];
  /** The responses that are one file each, in the order of `resourceNames`. */
  readonly resources: Written;
  /** What tells of the catalog beside the API: the search index and the documents, in the order in which they are published. */
  readonly around: readonly Written[];
  /** The other files around the API, and their list. */
  readonly root: Written;
}

/** What is no longer part of the output. */
export interface Gone {
  /** Files and whole folders of the API. */
  readonly api: readonly string[];
  /** Files around it. */
  readonly root: readonly string[];
}

/** The list of files while old and new ones lie side by side. */
const bothFile = `${manifestFile}.both`;

/**
 * The steps of a publication: new views before the pages that name them, new pages before the ones that lead to them, then
 * what tells of the catalog beside the API, then the lists of lists, the index last; what is gone goes after all that named it.
 */
export function stepsFor(
  { views, pages, resources, around, root }: Parts,
  gone: Gone,
  rootFiles: readonly string[],
): Step[] {
  const put = (path: string): Step => ({ put: path, from: path });
  const remove = (path: string): Step => ({ remove: path });
  const isList = (path: string) => path === manifestFile;
  const rootPaths = [...root.added, ...root.changed];
  const first = inTheWayOf(rootFiles, gone.root);
  const apiParts = [...views, ...pages];
  return [
    // Whatever happens between, the next build knows old and new ones.
    ...(rootPaths.some(isList) ? [{ put: manifestFile, from: bothFile }] : []),
    ...first.map(remove),
    ...rootPaths.filter((path) => !isList(path)).map(put),
    ...views.flatMap(({ added }) => added.map(put)),
    // Each page names the next one.
    ...pages.toReversed().flatMap(({ added }) => added.toReversed().map(put)),
    ...apiParts.flatMap(({ changed }) => changed.map(put)),
    ...around.flatMap(({ added }) => added.map(put)),
    ...around.flatMap(({ changed }) => changed.map(put)),
    ...inOrder(resources).map(put),
    ...[...apiParts, resources].flatMap(({ stale }) => stale.map(remove)),
    ...gone.api.map(remove),
    ...gone.root.filter((path) => !first.includes(path)).map(remove),
    ...rootPaths.filter(isList).map(put),
  ];
}

/** The steps where no API is published yet: it appears at once. `index` is any file of it. */
export function firstSteps({ around, root }: Parts, gone: Gone, rootFiles: readonly string[], index: string): Step[] {
  const resources = { ...noneWritten, added: [index] };
  return stepsFor({ views: [], pages: [], resources, around, root }, gone, rootFiles);
}

/** Writes the list of files that holds old and new ones to the stage. */
export function writeBothLists(stage: string, rootFiles: readonly string[], { root }: Gone): void {
  mkdirSync(stage, { recursive: true });
  writeFileSync(join(stage, bothFile), `${manifestText([...root, ...rootFiles])}\n`);
}

/** What changes, file by file; removed folders are asked what they hold. */
export function changesOf({ views, pages, resources, around, root }: Parts, gone: Gone, target: string): Changes {
  const parts = [...views, ...pages, ...around, resources, root];
  const stale = parts.flatMap((part) => part.stale);
  const removed = new Set([...stale, ...[...gone.api, ...gone.root].flatMap((path) => filesBelow(target, path))]);
  return {
    added: parts.flatMap(({ added }) => added),
    changed: parts.flatMap(({ changed }) => changed),
    removed: [...removed],
  };
}

/** The lists, and the last pages of lists, that were there before and are no more. */
export function goneLists(
  before: readonly List[],
  beforeSize: number,
  now: readonly List[],
  pageSize: number,
): string[] {
  const pagesNow = new Map(now.map((list) => [listKey(list), pagesOf(list.count, pageSize)]));
  return before.flatMap((list) => {
    const left = pagesNow.get(listKey(list));
    if (left === undefined) return [listRoot(list)];
    const extra = pagesOf(list.count, beforeSize) - left;
    if (extra <= 0) return [];
    const folder = `${folderOf(list.route, list.parameter)}/${pagesFolder}`;
    return Array.from({ length: extra }, (_, at) => `${folder}/${left + at + 1}`);
  });
}

/** The index of the endpoints last, as they were written. */
function inOrder({ added, changed }: Written): string[] {
  const paths = [...added, ...changed];
  const isIndex = (path: string) => path.split('/').length === apiRoot.split('/').length + 1;
  return [...paths.filter((path) => !isIndex(path)), ...paths.filter(isIndex)];
}

/** Those of the gone files that stand where a new one needs a folder, or in a folder where a new one stands. */
function inTheWayOf(rootFiles: readonly string[], gone: readonly string[]): string[] {
  const [written, folders] = [new Set(rootFiles), new Set(rootFiles.flatMap(pathsAbove))];
  return gone.filter((path) => folders.has(path) || pathsAbove(path).some((one) => written.has(one)));
}

function filesBelow(target: string, path: string): string[] {
  const whole = join(target, path);
  const entry = entryAt(whole);
  if (!entry) return [];
  if (!entry.isDirectory()) return [path];
  const entries = readdirSync(whole, { recursive: true, withFileTypes: true });
  return entries
    .filter((one) => !one.isDirectory())
    .map(({ parentPath, name }) => relative(target, join(parentPath, name)).replaceAll(sep, '/'));
}
