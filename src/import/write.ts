// Writing: a plan is checked together with the rest of the catalog, and only then carried out, file by file.
import { createHash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { errorCode } from '../errors.ts';
import { check } from '../pipeline/check.ts';
import { problemAt, ProblemsError, type Problem } from '../problems.ts';
import type { SourceFile } from '../source/find.ts';
import { stampOf } from '../source/stamp.ts';
import type { Holdings } from './holdings.ts';
import { ledgerPath, ledgerText, type Ledger } from './ledger.ts';
import type { Plan, PlannedFile } from './plan.ts';

export interface CheckOptions {
  readonly data: string;
  readonly pageSize: number;
  readonly threads: number | undefined;
}

/** Checks what the catalog would hold. Throws a ProblemsError whose problems name the places in the source; returns the warnings. */
export async function checkPlan(
  plan: Plan,
  holdings: Holdings,
  options: CheckOptions,
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  const stage = mkdtempSync(join(tmpdir(), 'course-catalog-import-'));
  try {
    const staged = plan.files.map((file): SourceFile => {
      const path = join(stage, file.path);
      mkdirSync(dirname(path), { recursive: true });
      writeLines(path, file);
      const stats = statSync(path);
      return {
        kind: file.kind,
        format: file.kind === 'categories' ? 'csv' : 'ndjson',
        path,
        size: stats.size,
        stamp: stampOf(stats),
      };
    });
    const { files, problems } = holdings.source;
    const source = { files: [...files, ...staged], problems };
    const { warnings } = await check(options, { onProgress: () => {}, signal }, source);
    return warnings;
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    throw new ProblemsError(error.problems.map((problem) => placed(problem, stage, plan)));
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** A problem in a staged file, at the place in the source from which the record came. */
function placed({ position, ...problem }: Problem, stage: string, plan: Plan): Problem {
  const finding = problem.finding.replaceAll(`${stage}/`, '');
  if (!problem.file.startsWith(stage)) return { ...problem, finding, ...(position && { position }) };
  const path = problem.file.slice(stage.length + 1);
  const place = path.startsWith('courses/') && position ? plan.places[position.line - 1] : undefined;
  return { ...problem, finding, file: place ?? path };
}

/** The ledger after a plan is carried out. */
export function ledgerAfter(plan: Plan, head: Pick<Ledger, 'source' | 'format' | 'options'>): Ledger {
  return {
    ...head,
    files: Object.fromEntries(plan.files.map((file) => [file.path, [digestOf(file)]])),
    ...plan.ledger,
  };
}

/**
 * Carries out a plan; returns whether anything changed. The ledger comes first, with the digests of before and after, so that
 * the next import takes every file as its own wherever this one is killed; then the records that courses refer to, the
 * courses, and the final ledger.
 */
export function applyPlan(plan: Plan, holdings: Holdings, ledger: Ledger, data: string, name: string): boolean {
  const path = ledgerPath(data, name);
  const { digests } = holdings;
  const changed = plan.files.filter((file) => ledger.files[file.path]?.[0] !== digests[file.path]);
  const removed = Object.keys(digests).filter((own) => digests[own] !== '' && ledger.files[own] === undefined);
  const text = ledgerText(ledger);
  if (changed.length === 0 && removed.length === 0 && readText(path) === text) return false;
  try {
    mkdirSync(dirname(path), { recursive: true });
    const either = Object.keys(digests).map((own) => [
      own,
      [...new Set([digests[own] ?? '', ledger.files[own]?.[0] ?? ''])],
    ]);
    replace(path, [ledgerText({ ...ledger, files: Object.fromEntries(either) }).replace(/\n$/u, '')]);
    for (const { path: own, lines } of changed) replace(join(data, own), lines, `${path}.part`);
    for (const own of removed) rmSync(join(data, own), { force: true });
    replace(path, [text.replace(/\n$/u, '')]);
    return true;
  } catch (error) {
    throw unwritable(data, error);
  }
}

/** An error of the file system as a problem; any other is returned as it is. */
export function unwritable(data: string, error: unknown): unknown {
  if (!(error instanceof Error) || errorCode(error) === undefined) return error;
  const finding = `cannot be written: ${error.message}; the next import completes what was begun`;
  return new ProblemsError([problemAt(data, undefined, '', { rule: 'import-write', finding })]);
}

/** Puts a file in its place whole, by a rename of one that is written beside the ledger. */
function replace(path: string, lines: readonly string[], part = `${path}.part`): void {
  mkdirSync(dirname(path), { recursive: true });
  writeLines(part, { lines });
  renameSync(part, path);
}

/** Lines are joined into pieces of some megabytes: all of them together may be longer than a text can be. */
function* piecesOf({ lines }: Pick<PlannedFile, 'lines'>): Generator<string> {
  for (let at = 0; at < lines.length; at += 4096) yield `${lines.slice(at, at + 4096).join('\n')}\n`;
}

function writeLines(path: string, file: Pick<PlannedFile, 'lines'>): void {
  const descriptor = openSync(path, 'w');
  try {
    for (const piece of piecesOf(file)) {
      const bytes = Buffer.from(piece);
      for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
    }
  } finally {
    closeSync(descriptor);
  }
}

function digestOf(file: PlannedFile): string {
  const hash = createHash('sha256');
  for (const piece of piecesOf(file)) hash.update(piece);
  return hash.digest('hex');
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}
