// Staging: a plan is written to a temporary folder, checked together with the rest of the catalog, and only then carried out, file by file.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { ensureDirSync, removeSync } from 'fs-extra/esm';
import { attempt } from '../../text/errors.ts';
import { check } from '../../build/check.ts';
import type { CatalogOptions } from '../../build/build-options.ts';
import { ProblemsError, writeProblem, type Problem } from '../../text/problems.ts';
import { makeTemporaryFolder, removeAbandonedFolders } from '../../storage/temporary-folder.ts';
import { fileDigest } from '../../catalog/source/bytes.ts';
import { withStaged } from '../../catalog/source/find.ts';
import { removePart, replaceFile, writeContent, type Content } from '../../storage/replace-file.ts';
import { importPrefix } from './edited-records.ts';
import type { ExistingRecords } from './existing-records.ts';
import { ledgerPath, ledgerText, type Ledger } from '../../storage/ledger.ts';
import type { ImportPlan, PlannedFile } from './plan.ts';

/** The files of a plan, written to a folder of their own until the catalog takes them. */
export class ImportStaging {
  private readonly folder: string;
  private readonly files: readonly (PlannedFile & Readonly<Record<'staged' | 'digest', string>>)[];

  constructor({ files }: ImportPlan, data: string, isDryRun: boolean) {
    const target = resolve(data);
    removeAbandonedFolders(importPrefix);
    this.folder = isDryRun ? folderOfDryRun() : join(dirname(target), `.${basename(target)}.staged`);
    try {
      if (!isDryRun) {
        this.remove();
        mkdirSync(this.folder, { mode: 0o700 });
      }
      this.files = files.map((file) => {
        const staged = join(this.folder, file.isEarlier ? `${file.path}.earlier` : file.path);
        ensureDirSync(dirname(staged));
        writeContent(staged, withLineEnds(file));
        return { ...file, staged, digest: fileDigest(staged) };
      });
    } catch (error) {
      this.remove();
      throw unwritable(this.folder, error);
    }
  }

  /** Checks what the catalog would hold; returns the warnings, or throws a ProblemsError. Both name the locations in the input. */
  async check(
    { source }: ExistingRecords,
    locations: readonly string[],
    options: CatalogOptions,
    signal: AbortSignal,
  ): Promise<readonly Problem[]> {
    const finalFiles = this.files.filter(({ isEarlier }) => isEarlier !== true);
    const staged = finalFiles.map(({ kind, path, staged: part }) => {
      return { kind, format: kind === 'categories' ? 'csv' : 'ndjson', path, part } as const;
    });
    const inSource = ({ position, ...problem }: Problem): Problem => {
      if (!finalFiles.some(({ path }) => path === problem.file)) return { ...problem, ...(position && { position }) };
      const location = problem.file.startsWith('courses/') && position ? locations[position.line - 1] : undefined;
      return { ...problem, file: location ?? problem.file };
    };
    try {
      // Workers would take more memory than all the rest.
      const { threads = 1 } = options;
      const io = { onProgress: () => {}, signal };
      const { warnings } = await check({ ...options, threads }, io, withStaged(source, staged));
      return warnings.map(inSource);
    } catch (error) {
      throw error instanceof ProblemsError ? new ProblemsError(error.problems.map(inSource)) : error;
    }
  }

  /**
   * Moves the files into the catalog; returns whether anything changed. The ledger comes first, with the digests of before and
   * after, so that the next import takes every file as its own wherever this one is killed; then what was edited, the records
   * that courses refer to, the courses, and the final ledger.
   */
  apply({ edited }: ExistingRecords, rest: Omit<Ledger, 'files'>, data: string, name: string): boolean {
    const path = ledgerPath(data, name);
    const { digests: ownDigests, ledger } = edited;
    const owned = Object.entries(ownDigests);
    for (const target of [path, ...Object.keys(ownDigests).map((file) => join(data, file))]) removePart(target);
    const files = Object.fromEntries(this.files.map((file) => [file.path, [file.digest]]));
    const textWith = ledgerText(rest, data);
    const text = textWith(files);
    const isSame = owned.every(([file, digest]) => digest === (files[file]?.[0] ?? ''));
    if (isSame && existsSync(path) && readFileSync(path, 'utf8') === text) return false;
    let hasBegun = false;
    // Each is written beside its target, as that may be on another file system than the staged files.
    const replace = (target: string, content: Content) => {
      replaceFile(target, content);
      hasBegun = true;
    };
    const possible = owned.map(([file, digest]) => {
      const versions = this.files.flatMap((planned) => (planned.path === file ? planned.digest : []));
      // What was edited still has to move.
      const before = edited.left.has(file) ? (ledger?.files[file] ?? ['']) : [digest];
      return [file, [...before, ...versions, versions.at(-1) ?? '']] as const;
    });
    const records = Object.fromEntries(
      owned.map(([file]) => [file, [...(ledger?.records[file] ?? []), ...(rest.records[file] ?? [])]]),
    );
    try {
      replace(path, ledgerText({ ...rest, records }, data)(Object.fromEntries(possible)));
      for (const { path: file, part } of edited.files) replace(file, [readFileSync(part, 'utf8')]);
      const digests = { ...ownDigests };
      for (const planned of this.files) {
        const { path: file, digest } = planned;
        if (digests[file] !== digest) replace(join(data, file), withLineEnds(planned));
        digests[file] = digest;
      }
      for (const [file] of owned) if (files[file] === undefined) rmSync(join(data, file), { force: true });
      replace(path, text);
      return true;
    } catch (error) {
      throw unwritable(data, error, hasBegun);
    }
  }

  /** Removes the folder. If that fails, the next import tries again. */
  remove(): void {
    attempt(() => removeSync(this.folder));
  }
}

/** A dry run writes nothing beside the catalog. */
function folderOfDryRun(): string {
  try {
    return makeTemporaryFolder(importPrefix);
  } catch (error) {
    throw unwritable(tmpdir(), error);
  }
}

/** A system error as a problem of an import; returns any other error unchanged. */
export function unwritable(path: string, error: unknown, mayHaveChanged = false): unknown {
  const remedy =
    'make sure the folder is writable and has free space, then import again: that completes what was begun';
  return writeProblem(path, error, { rule: 'import-write', mayHaveChanged, ...(mayHaveChanged && { remedy }) });
}

/** Joined, they may be longer than a string can be. */
function* withLineEnds({ lines }: Pick<PlannedFile, 'lines'>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}
