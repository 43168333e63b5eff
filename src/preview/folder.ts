// The published folder: what lies in it, read without ever leaving it.
//
// All calls are synchronous: a rebuild in this process can then not come between two of them.
import { closeSync, fstatSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { apiRoot, indexFiles } from '../api/routes.ts';
import { errorCode } from '../errors.ts';
import { problemAt, ProblemsError } from '../problems.ts';
import { feedPaths } from '../site/feeds/paths.ts';
import { contentSecurityPolicy } from '../site/policy.ts';
import { pageFile } from '../site/published.ts';

/** A file that stays the same whatever is put in its place; whoever has it closes it. */
export interface OpenFile {
  readonly descriptor: number;
  readonly size: number;
}

/** Throws a ProblemsError where the folder holds no build. */
export function checkFolder(out: string): void {
  const finding = faultOf(out);
  if (finding !== undefined) {
    throw new ProblemsError([problemAt(out, undefined, '', { rule: 'preview-folder', finding })]);
  }
}

/** Whether there is a build to be served. */
export function holdsBuild(out: string): boolean {
  return faultOf(out) === undefined;
}

function faultOf(out: string): string | undefined {
  try {
    const entry = statSync(out, { throwIfNoEntry: false });
    if (!entry) return 'is not there';
    if (!entry.isDirectory()) return 'is not a folder';
    return indexOf(out, apiRoot.split('/')) ? undefined : `holds no build: it has no ${apiRoot}`;
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** What lies at a path. A link is nothing, wherever it leads: a build has none, and hosts do not follow them. */
export function kindOf(out: string, segments: readonly string[]): 'file' | 'folder' | undefined {
  try {
    const path = join(realpathSync.native(out), ...segments);
    if (realpathSync.native(path).normalize() !== path.normalize()) return undefined;
    const entry = statSync(path);
    if (entry.isFile()) return 'file';
    return entry.isDirectory() ? 'folder' : undefined;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** The file that answers for a folder; undefined where it has none. */
export function indexOf(out: string, folder: readonly string[]): readonly string[] | undefined {
  return indexFiles
    .toReversed()
    .map((name) => [...folder, name])
    .find((path) => kindOf(out, path) === 'file');
}

/** Which pages for people are ours, and not a person's own: there is a feed beside them, and the front page has our policy. */
export function pagesIn(out: string): { site: boolean; frontPage: boolean } {
  const site = kindOf(out, [feedPaths.atom]) === 'file';
  const page = site ? readPublished(out, [pageFile]) : undefined;
  return { site, frontPage: page?.includes(contentSecurityPolicy) === true };
}

/** The bytes of a file, or undefined where it has gone since it was found. */
export function readPublished(out: string, segments: readonly string[]): Buffer | undefined {
  try {
    return readFileSync(join(out, ...segments));
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** Opens a file; undefined where it has gone since it was found. Throws where this user may not read it. */
export function openPublished(out: string, segments: readonly string[]): OpenFile | undefined {
  try {
    const descriptor = openSync(join(out, ...segments), 'r');
    const entry = fstatSync(descriptor);
    if (entry.isFile()) return { descriptor, size: entry.size };
    closeSync(descriptor);
    return undefined;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EINVAL'].includes(errorCode(error) ?? '');
}
