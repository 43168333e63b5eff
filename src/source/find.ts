// Finding: which files of a source folder hold which kind of record (design: source data).
import { lstatSync, statSync, type Stats } from 'node:fs';
import fastGlob from 'fast-glob';
import { nearestName } from '../names.ts';
import { compareText, problemAt, type Finding, type Problem } from '../problems.ts';
import { whyUnreadable } from './errors.ts';
import { stampOf, type FileStamp } from './stamp.ts';

export const kinds = ['providers', 'categories', 'courses', 'languages'] as const;
export type Kind = (typeof kinds)[number];

/** File name endings and what they hold. A new format needs a line here and a reader in `read.ts`. */
const formats = {
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  yaml: 'yaml',
  yml: 'yaml',
  csv: 'csv',
} as const satisfies Record<string, string>;
export type Format = (typeof formats)[keyof typeof formats];

export interface SourceFile {
  readonly kind: Kind;
  readonly format: Format;
  /** The path as a person would type it; it opens the file, too. */
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  /** Of the moment when it was found. */
  readonly stamp: FileStamp;
}

export interface FoundSource {
  /** In the order of their paths. */
  readonly files: SourceFile[];
  readonly problems: Problem[];
}

/** Searches `folder` for the files of the four kinds; reports what is missing, unreadable or probably misnamed. */
export async function findSource(folder: string): Promise<FoundSource> {
  const problems: Problem[] = [];
  const files: SourceFile[] = [];
  const report = (path: string, found: Finding) => {
    problems.push(problemAt(path, undefined, '', found));
  };
  const missing = whyNoFolder(folder);
  if (missing !== undefined) {
    report(folder, { rule: 'source-folder', finding: missing });
    return { files, problems };
  }
  const paths = await pathsIn(folder, report);
  if (!paths) return { files, problems };
  const root = folder.replace(/(?<=[^/])\/+$/u, '');
  const met = new Set<Kind>();
  const twins = new Map<string, string>();
  let skipped: string | undefined;
  for (const path of paths) {
    const shown = `${root}/${path}`;
    if (skipped !== undefined && shown.startsWith(skipped)) continue;
    const [top = '', ...rest] = path.split('/');
    const isTop = rest.length === 0;
    const kind = kinds.find((name) => name === (isTop ? stem(top) : top));
    const format = formatOf(path);
    const entry = statOrReport(shown, kind, report);
    const isFolder = entry?.isDirectory() === true;
    const twin = entry && kind && entry.ino !== 0 ? twins.get(idOf(entry)) : undefined;
    if (twin !== undefined) {
      const what = isFolder ? 'folder' : 'file';
      const finding = `is not read: it is the same ${what} as ${twin}`;
      report(shown, { level: 'warning', rule: 'source-name', finding, remedy: 'remove the link' });
      if (isFolder) skipped = `${shown}/`;
      continue;
    }
    if (entry && kind) twins.set(idOf(entry), shown);
    if (!kind) {
      if (isTop) suggestKind(shown, isFolder ? top : stem(top), report);
    } else if (!entry) met.add(kind);
    else if (isFolder) {
      if (kind === 'courses' && top === kind) met.add(kind);
    } else if (!format) report(shown, unreadEnding);
    else if (entry.isFile()) {
      met.add(kind);
      files.push({ kind, format, path: shown, size: entry.size, stamp: stampOf(entry) });
    } else report(shown, { rule: 'file-readable', finding: 'is neither a file nor a folder' });
  }
  for (const kind of ['providers', 'categories', 'courses'] as const) {
    const finding = `there is no file or folder of ${kind}`;
    if (!met.has(kind)) report(folder, { rule: 'source-kind', finding });
  }
  if (
    met.has('courses') &&
    !files.some(({ kind }) => kind === 'courses') &&
    problems.every(({ level }) => level !== 'error')
  ) {
    const finding = 'there is no file in it that holds courses';
    report(`${root}/courses`, { level: 'warning', rule: 'courses-empty', finding });
  }
  return { files, problems };
}

const unreadEnding: Finding = {
  level: 'warning',
  rule: 'source-name',
  finding: 'is not read: its ending is none of .json, .ndjson, .jsonl, .yaml, .yml, .csv',
};

/** Every path that may matter, in order; undefined where a folder cannot be searched, which is reported. */
async function pathsIn(folder: string, report: Report): Promise<string[] | undefined> {
  try {
    const paths = await fastGlob(['*', `{${kinds.join(',')}}/**`], { cwd: folder, onlyFiles: false, dot: false });
    return paths.toSorted(compareText);
  } catch (error) {
    const finding = whyUnreadable(error);
    if (finding === undefined) throw error;
    const path = error instanceof Error && 'path' in error ? String(error.path) : folder;
    report(path, { rule: 'file-readable', finding });
    return undefined;
  }
}

type Report = (path: string, found: Finding) => void;

/** The same for two paths that lead to one file or folder. */
function idOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}

function whyNoFolder(folder: string): string | undefined {
  const entry = statSync(folder, { throwIfNoEntry: false });
  if (!entry) return 'there is no such folder';
  return entry.isDirectory() ? undefined : 'is not a folder';
}

function stem(name: string): string {
  return name.replace(/\.[^.]*$/u, '');
}

function formatOf(path: string): Format | undefined {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return Object.entries(formats).find(([name]) => name === ending)?.[1];
}

/** What stands at the path. Where that cannot be told, it is reported if the path is one of a kind. */
function statOrReport(path: string, kind: Kind | undefined, report: Report): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    const isDangling = isLink && error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const finding = isDangling ? 'is a link to a file that is not there' : whyUnreadable(error);
    if (finding === undefined) throw error;
    if (kind) report(path, { rule: 'file-readable', finding });
    return undefined;
  }
}

function suggestKind(path: string, name: string, report: Report): void {
  const suggestion = nearestName(name, kinds);
  if (suggestion === undefined) return;
  const finding = 'is not read: its name is none of providers, categories, courses, languages';
  report(path, { level: 'warning', rule: 'source-name', finding, suggestion });
}
