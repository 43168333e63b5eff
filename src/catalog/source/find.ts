// Finding: which files of a source folder contain which kind of record.
import { statSync } from 'node:fs';
import { errorCode } from '../../text/errors.ts';
import { entryAt } from '../../paths.ts';
import { compareText, fileProblem, type Finding, type Problem } from '../../text/problems.ts';
import { nearestName } from '../../text/suggestions.ts';
import { reasonOf } from './file-errors.ts';
import { stampOf, type StampedFile } from './stamp.ts';
import { walk, type Dirent, type SkippedLink } from './walk.ts';

export const recordKinds = ['providers', 'categories', 'courses', 'languages'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** File name extensions and their formats. A new format needs a line here and a reader in `source/read.ts`. */
const formats = {
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  yaml: 'yaml',
  yml: 'yaml',
  csv: 'csv',
} as const satisfies Record<string, string>;
export type SourceFormat = (typeof formats)[keyof typeof formats];

export interface SourceFile extends StampedFile {
  readonly kind: RecordKind;
  readonly format: SourceFormat;
  /** Size in bytes. */
  readonly size: number;
}

export interface FoundSource {
  /** Sorted by path. */
  readonly files: SourceFile[];
  readonly problems: Problem[];
}

/** Searches `folder` for the files of the four kinds; reports what is missing, unreadable, ignored or probably misnamed. */
export async function findSource(folder: string): Promise<FoundSource> {
  const unusable = whyUnusable(folder);
  if (unusable) return { files: [], problems: [fileProblem(folder, unusable)] };
  const root = sourceRoot(folder);
  const problems: Problem[] = [];
  const report = (path: string, finding: Finding) => void problems.push(fileProblem(path, finding));
  const present = new Set<RecordKind | undefined>();
  const isWanted = (entry: Dirent) => {
    const path = `${root}/${entry.name}`;
    const name = entry.isDirectory() ? entry.name : stem(entry.name);
    const isKind = recordKinds.some((kind) => kind === name);
    if (!isKind) suggestKind(path, name, report);
    if (name === 'courses' && entry.isDirectory()) present.add(name);
    return isKind;
  };
  const { files: walked, skipped, failures } = walk(root, isWanted);
  for (const { path, error } of failures) report(path, whyInaccessible(path, error));
  for (const link of skipped) report(link.path, whySkipped(link));
  if (failures.some(({ path }) => path === root)) return { files: [], problems };
  const kindOf = (path: string) => {
    const [top = '', ...below] = path.slice(root.length + 1).split('/');
    return recordKinds.find((kind) => kind === (below.length === 0 ? stem(top) : top));
  };
  const files = walked.flatMap(({ path, stats }): SourceFile[] => {
    const [kind, format] = [kindOf(path), formatOf(path)];
    if (kind && format && stats.isFile()) return [{ kind, format, path, size: stats.size, stamp: stampOf(stats) }];
    report(path, format ? { rule: 'file-readable', finding: 'is neither a file nor a folder' } : wrongExtension);
    return [];
  });
  for (const { path } of [...files, ...failures]) present.add(kindOf(path));
  for (const kind of ['providers', 'courses'] as const) {
    if (!present.has(kind)) report(folder, missingKind(kind));
  }
  if (problems.every(({ level }) => level !== 'error') && !files.some(({ kind }) => kind === 'courses')) {
    const finding = 'there is no file in it that holds courses';
    report(`${root}/courses`, { level: 'warning', rule: 'courses-empty', finding });
  }
  return { files: files.toSorted((a, b) => compareText(a.path, b.path)), problems };
}

/** A source folder as the paths of its files begin: without a slash at its end. */
export function sourceRoot(folder: string): string {
  return folder.replace(/(?<=[^/])\/+$/u, '');
}

/** A source as it will be once these files are moved to their paths. */
export function withStaged(
  { files, problems }: FoundSource,
  staged: readonly (Pick<SourceFile, 'kind' | 'format' | 'path'> & { readonly part: string })[],
): FoundSource {
  const added = new Set(staged.map(({ kind }) => missingKind(kind).finding));
  return {
    files: [
      ...files.filter((file) => !staged.some(({ path }) => path === file.path)),
      ...staged.map(({ kind, format, path, part }) => {
        const stats = statSync(part);
        return { kind, format, path, part, size: stats.size, stamp: stampOf(stats) };
      }),
    ],
    problems: problems.filter(({ rule, finding }) => rule !== 'courses-empty' && !added.has(finding)),
  };
}

/** What is found where a kind has no file. */
function missingKind(kind: RecordKind): Finding {
  return { rule: 'source-kind', finding: `there is no file or folder of ${kind}` };
}

const wrongExtension: Finding = {
  level: 'warning',
  rule: 'source-name',
  finding: 'is not read: its extension is not one of .json, .ndjson, .jsonl, .yaml, .yml, .csv',
};

function whyUnusable(folder: string): Finding | undefined {
  try {
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (!stats) return { rule: 'source-folder', finding: 'there is no such folder' };
    return stats.isDirectory() ? undefined : { rule: 'source-folder', finding: 'is not a folder' };
  } catch (error) {
    return whyInaccessible(folder, error);
  }
}

function whySkipped({ first }: SkippedLink): Finding {
  const [finding, remedy] =
    first === undefined
      ? ['is not read: it is a link to a folder', 'move the files here, or name the folder with --data']
      : [`is not read: it is the same file as ${first}`, 'remove the link'];
  return { level: 'warning', rule: 'source-name', finding, remedy };
}

function whyInaccessible(path: string, error: unknown): Finding {
  if (errorCode(error) === 'ENOENT') {
    if (entryAt(path)?.isSymbolicLink())
      return { rule: 'file-readable', finding: 'is a link to a file that does not exist' };
    // File names have this character in place of each byte that is not UTF-8.
    if (path.includes('\ufffd'))
      return { rule: 'file-readable', finding: 'has a name that is not UTF-8', remedy: 'rename it' };
  }
  return { rule: 'file-readable', finding: reasonOf(error) };
}

function stem(name: string): string {
  return name.replace(/\.[^.]*$/u, '');
}

/** The format that the name of a file says; undefined for none. */
export function formatOf(path: string): SourceFormat | undefined {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return Object.entries(formats).find(([name]) => name === extension)?.[1];
}

function suggestKind(path: string, name: string, report: (path: string, finding: Finding) => void): void {
  const suggestion = nearestName(name, recordKinds);
  if (suggestion === undefined) return;
  const finding = 'is not read: its name is not one of providers, categories, courses, languages';
  report(path, { level: 'warning', rule: 'source-name', finding, suggestion });
}
