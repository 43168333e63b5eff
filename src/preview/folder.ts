// The published folder: reads its files, and never leaves it.
//
// All calls are synchronous, so that a rebuild in this process cannot happen between two of them.
import { closeSync, fstatSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pageFile, type SitePaths } from '../api/published-paths.ts';
import { apiRoot, indexFiles } from '../api/routes.ts';
import { messageOf } from '../text/errors.ts';
import { firstPartPath } from '../outputs/journal/declaration.ts';
import { dataPackagePath } from '../outputs/dumps/formats.ts';
import { feedPaths } from '../outputs/frame/feed-address.ts';
import { pagePolicy } from '../outputs/shared/policy.ts';
import { allPublishedPaths } from '../outputs/declarations.ts';
import { html } from '../text/html.ts';
import { errorAt } from '../text/problems.ts';
import { readRequestedPath } from '../storage/published.ts';

/** Throws a ProblemsError if the folder contains no build. */
export function checkFolder(out: string): void {
  const finding = faultOf(out);
  if (finding !== undefined) throw errorAt(out, { rule: 'preview-folder', finding });
}

/** Whether the folder contains a build to serve. */
export function hasBuild(out: string): boolean {
  return faultOf(out) === undefined;
}

function faultOf(out: string): string | undefined {
  try {
    const entry = statSync(out, { throwIfNoEntry: false });
    if (!entry) return 'does not exist';
    if (!entry.isDirectory()) return 'is not a folder';
    const root = apiRoot.split('/');
    return indexFileIn(out, root) ? undefined : `contains no build: ${apiRoot} is missing`;
  } catch (error) {
    return `cannot be read: ${messageOf(error)}`;
  }
}

/** What is at a path. Links are ignored: a build has none, and hosts do not follow them. */
export function entryKind(out: string, segments: readonly string[]): 'file' | 'folder' | undefined {
  return readRequestedPath(() => {
    const path = join(realpathSync.native(out), ...segments);
    if (realpathSync.native(path).normalize() !== path.normalize()) return undefined;
    const entry = statSync(path);
    if (entry.isFile()) return 'file';
    return entry.isDirectory() ? 'folder' : undefined;
  });
}

/** The index file of a folder; undefined if it has none. */
export function indexFileIn(out: string, folder: readonly string[]): readonly string[] | undefined {
  const paths = indexFiles.toReversed().map((name) => [...folder, name]);
  return paths.find((path) => entryKind(out, path) === 'file');
}

/** The parts of the site, judged by its files: feeds come with the pages, and a generated front page has our content security policy. */
export function sitePaths(out: string): SitePaths {
  const pages = entryKind(out, [feedPaths.atom]) === 'file';
  const page = pages ? readServedFile(out, [pageFile]) : undefined;
  const dumps = entryKind(out, dataPackagePath.split('/')) === 'file';
  const journal = entryKind(out, [firstPartPath]) === 'file';
  const frontPage = page?.includes(html`${pagePolicy}`.toString()) === true;
  return { paths: allPublishedPaths, pages, frontPage, coursePages: pages, dumps, journal };
}

/** The bytes of a file; undefined if it is gone since it was found. */
export function readServedFile(out: string, segments: readonly string[]): Buffer | undefined {
  return readRequestedPath(() => readFileSync(join(out, ...segments)));
}

/** Size of a file in bytes; undefined if it is gone since it was found. Throws if this user may not read it. */
export function readableSize(out: string, segments: readonly string[]): number | undefined {
  return readRequestedPath(() => {
    const file = openSync(join(out, ...segments), 'r');
    try {
      return fstatSync(file).size;
    } finally {
      closeSync(file);
    }
  });
}
