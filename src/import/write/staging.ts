// Staging: a plan is written aside, checked together with the rest of the catalog, and only then carried out, file by file.
import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { attempt } from '../../errors.ts';
import { tryRemove } from '../../storage/side-files.ts';
import { writeChunks } from '../../storage/write-chunks.ts';
import { check } from '../../pipeline/check.ts';
import type { CatalogOptions } from '../../pipeline/options.ts';
import { holderIn, isAlive, ownHolder } from '../../pipeline/publish/holder.ts';
import { problemAt, ProblemsError, type Problem } from '../../problems.ts';
import { fileDigest } from '../../source/bytes.ts';
import type { SourceFile } from '../../source/find.ts';
import { stampOf } from '../../source/stamp.ts';
import type { ExistingRecords } from './existing-records.ts';
import { ledgerPath, ledgerText, type Ledger } from './ledger.ts';
import type { Plan, PlannedFile } from './plan.ts';

/** The files of a plan, written to a folder of their own until the catalog takes them. */
export class Staging {
  private readonly folder: string;
  private readonly files: readonly (Omit<PlannedFile, 'lines'> & Readonly<Record<'staged' | 'digest', string>>)[];

  constructor({ files }: Plan, data: string, isDryRun: boolean) {
    const target = resolve(data);
    removeAbandoned();
    // A dry run writes nothing beside the catalog, where the next import removes what one that was killed left.
    const folder = isDryRun
      ? join(tmpdir(), `${temporary}${randomUUID()}`)
      : join(dirname(target), `.${basename(target)}.staged`);
    this.folder = folder;
    try {
      this.remove();
      mkdirSync(folder, { mode: 0o700 });
      if (isDryRun) writeFileSync(join(folder, holderFile), JSON.stringify(ownHolder()));
      this.files = files.map(({ lines, ...file }) => {
        const staged = join(folder, file.isEarlier ? `${file.path}.earlier` : file.path);
        mkdirSync(dirname(staged), { recursive: true });
        writeChunks(staged, withLineEnds(lines));
        return { ...file, staged, digest: fileDigest(staged) };
      });
    } catch (error) {
      this.remove();
      throw unwritable(folder, error);
    }
  }

  /** Checks what the catalog would hold; returns the warnings, or throws a ProblemsError. Both name the places in the source. */
  async check(
    { source }: ExistingRecords,
    places: readonly string[],
    options: CatalogOptions,
    signal: AbortSignal,
  ): Promise<readonly Problem[]> {
    const finalFiles = this.files.filter(({ isEarlier }) => isEarlier !== true);
    const staged = finalFiles.map(({ kind, staged: path }): SourceFile => {
      const stats = statSync(path);
      return { kind, format: kind === 'categories' ? 'csv' : 'ndjson', path, size: stats.size, stamp: stampOf(stats) };
    });
    try {
      // Workers would take more memory than all the rest.
      const { threads = 1 } = options;
      const files = [...source.files, ...staged];
      const { warnings } = await check({ ...options, threads }, { onProgress: () => {}, signal }, { ...source, files });
      return warnings.map((problem) => this.problemInSource(problem, places));
    } catch (error) {
      if (!(error instanceof ProblemsError)) throw error;
      throw new ProblemsError(error.problems.map((problem) => this.problemInSource(problem, places)));
    }
  }

  /** A problem in a staged file, at the place in the source from which the record came. */
  private problemInSource({ position, ...problem }: Problem, places: readonly string[]): Problem {
    const finding = problem.finding.replaceAll(`${this.folder}/`, '');
    if (!problem.file.startsWith(this.folder)) return { ...problem, finding, ...(position && { position }) };
    const path = problem.file.slice(this.folder.length + 1);
    const place = path.startsWith('courses/') && position ? places[position.line - 1] : undefined;
    return { ...problem, finding, file: place ?? path };
  }

  /**
   * Moves the files into the catalog; returns whether anything changed. The ledger comes first, with the digests of before and
   * after, so that the next import takes every file as its own wherever this one is killed; then the records that courses
   * refer to, the courses, and the final ledger.
   */
  apply({ ownDigests }: ExistingRecords, rest: Omit<Ledger, 'files'>, data: string, name: string): boolean {
    const path = ledgerPath(data, name);
    const ownPaths = Object.keys(ownDigests);
    for (const target of [path, ...ownPaths.map((own) => join(data, own))]) tryRemove(`${target}${partial}`);
    const files = Object.fromEntries(this.files.map((file) => [file.path, [file.digest]]));
    const textWith = ledgerText(rest, data);
    const text = textWith(files);
    const isSame = Object.entries(ownDigests).every(([own, digest]) => digest === (files[own]?.[0] ?? ''));
    if (isSame && existsSync(path) && readFileSync(path, 'utf8') === text) return false;
    const replacing = new Replacing();
    try {
      replacing.replace(path, (part) => writeFileSync(part, textWith(this.possibleDigests(ownDigests))));
      const digests = { ...ownDigests };
      for (const { path: own, staged, digest } of this.files) {
        if (digests[own] !== digest) replacing.replace(join(data, own), (part) => copyFileSync(staged, part));
        digests[own] = digest;
      }
      for (const own of ownPaths) if (files[own] === undefined) rmSync(join(data, own), { force: true });
      replacing.replace(path, (part) => writeFileSync(part, text));
      return true;
    } catch (error) {
      replacing.removePart();
      throw unwritable(data, error, replacing.hasBegun);
    }
  }

  /** The digests that each file may have while files are written. */
  private possibleDigests(ownDigests: ExistingRecords['ownDigests']): Ledger['files'] {
    const digests = Object.entries(ownDigests).map(([path, digest]) => {
      const versions = this.files.flatMap((file) => (file.path === path ? file.digest : []));
      return [path, [digest, ...versions, versions.at(-1) ?? '']] as const;
    });
    return Object.fromEntries(digests);
  }

  /** Removes the folder. If that fails, the next import tries again. */
  remove(): void {
    attempt(() => rmSync(this.folder, { recursive: true, force: true }));
  }
}

/** Replaces files, each by one that is written beside it, as it may be on another file system than the staged ones. */
class Replacing {
  hasBegun = false;
  private part = '';

  replace(target: string, fill: (part: string) => void): void {
    mkdirSync(dirname(target), { recursive: true });
    this.part = `${target}${partial}`;
    fill(this.part);
    renameSync(this.part, target);
    this.hasBegun = true;
  }

  removePart(): void {
    if (this.part !== '') tryRemove(this.part);
  }
}

const partial = '.part';
const temporary = 'course-catalog-import-';
const holderFile = 'holder.json';

/** Removes what dry runs that were killed left among the temporary files. */
function removeAbandoned(): void {
  const names = attempt(() => readdirSync(tmpdir())) ?? [];
  for (const name of names.filter((entry) => entry.startsWith(temporary)))
    // It may belong to another user, or be gone by now.
    attempt(() => {
      const folder = join(tmpdir(), name);
      const holder = holderIn(readFileSync(join(folder, holderFile), 'utf8'));
      // Of a process elsewhere nothing is known.
      if (holder && !isAlive(holder, Date.now())) rmSync(folder, { recursive: true });
    });
}

/** An error of the system as a problem; any other is returned as it is. */
export function unwritable(data: string, error: unknown, hasBegun = false): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  const rest = hasBegun ? '; the next import completes what was begun' : '';
  const finding = `cannot be written: ${error.message}${rest}`;
  return new ProblemsError([problemAt(data, undefined, '', { rule: 'import-write', finding })], hasBegun);
}

/** All of them together may be longer than a text can be. */
function* withLineEnds(lines: readonly string[]): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}
