// Finding: which files of a source folder hold which kind of record (design: source data).
import { lstatSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import fastGlob from 'fast-glob';
import { nearestName } from '../names.ts';
import { compareText, problemAt, type Problem } from '../problems.ts';

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
  const missing = whyNoFolder(folder);
  if (missing) {
    return { files, problems: [problemAt(folder, undefined, '', { rule: 'source-folder', finding: missing })] };
  }
  const paths = await fastGlob(['*', `{${kinds.join(',')}}/**`], { cwd: folder, onlyFiles: false, dot: false });
  for (const path of paths.toSorted(compareText)) {
    const shown = posix.join(folder.replaceAll('\\', '/'), path);
    const [top = '', ...rest] = path.split('/');
    const kind = kinds.find((name) => name === (rest.length > 0 ? top : stem(top)));
    const format = formatOf(path);
    const entry = statOrProblem(shown, folder, path, kind, problems);
    if (!entry || entry.isDirectory()) {
      if (entry && rest.length === 0 && !kind) suggestKind(shown, top, problems);
      continue;
    }
    if (kind && format) files.push({ kind, format, path: shown, size: entry.size });
    else if (kind) {
      problems.push(
        problemAt(shown, undefined, '', {
          level: 'warning',
          rule: 'source-name',
          finding: 'is not read: its ending is none of .json, .ndjson, .jsonl, .yaml, .yml, .csv',
        }),
      );
    } else suggestKind(shown, stem(top), problems);
  }
  for (const kind of kinds) {
    const here = (item: { path?: string; file?: string }) =>
      (item.path ?? item.file ?? '').startsWith(posix.join(folder, kind));
    if (kind === 'languages' || files.some((file) => file.kind === kind) || problems.some(here)) continue;
    if (kind === 'courses' && isFolder(join(folder, kind))) continue;
    problems.push(problemAt(folder, undefined, '', { rule: 'source-kind', finding: `there is no ${kind}` }));
  }
  return { files, problems };
}

function whyNoFolder(folder: string): string | undefined {
  const entry = statSync(folder, { throwIfNoEntry: false });
  if (!entry) return 'there is no such folder';
  return entry.isDirectory() ? undefined : 'is not a folder';
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function stem(name: string): string {
  return name.replace(/\.[^.]*$/u, '');
}

function formatOf(path: string): Format | undefined {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return Object.entries(formats).find(([name]) => name === ending)?.[1];
}

function statOrProblem(shown: string, folder: string, path: string, kind: Kind | undefined, problems: Problem[]) {
  const entry = statSync(join(folder, path), { throwIfNoEntry: false });
  if (entry || !kind) return entry;
  const isLink = lstatSync(join(folder, path), { throwIfNoEntry: false })?.isSymbolicLink();
  const finding = isLink ? 'is a link to a file that is not there' : 'is not there any more';
  problems.push(problemAt(shown, undefined, '', { rule: 'file-readable', finding }));
  return undefined;
}

function suggestKind(shown: string, name: string, problems: Problem[]): void {
  const suggestion = nearestName(name, kinds);
  if (suggestion === undefined) return;
  const finding = 'is not read: its name is none of providers, categories, courses, languages';
  problems.push(problemAt(shown, undefined, '', { level: 'warning', rule: 'source-name', finding, suggestion }));
}
