// All problems of the courses: those of single records, with lines counted from the start of the file, and those across records.
import { join } from 'node:path';
import { checkConstraints, type FoundRecord, type RecordKey } from '../../catalog/constraints.ts';
import type { References } from '../../catalog/references.ts';
import { attempt } from '../../text/errors.ts';
import { fileProblem, type Problem } from '../../text/problems.ts';
import { readBlocks } from '../../catalog/source/bytes.ts';
import { countLines } from '../../catalog/source/encoding.ts';
import type { SourceRange } from '../../catalog/source/ranges.ts';
import { readRange } from '../../catalog/source/read.ts';
import { importedFiles } from '../../storage/ledger.ts';
import { shiftProblem, shiftRecord } from '../../catalog/source/record.ts';
import { recordFields } from '../../catalog/source/schema.ts';
import type { Chunk } from './chunks.ts';
import type { ChunkResult } from './result.ts';

/** If the chunks are the whole catalog, `folder` is its source folder, which is reported if there is no course. */
export async function problemsOfCourses(
  chunks: readonly Chunk[],
  results: readonly ChunkResult[],
  references: References,
  folder: string | undefined,
): Promise<Problem[]> {
  let counted: number[][] | undefined;
  const firstLines = () => (counted ??= countFirstLines(chunks, results));
  const problems = results.flatMap(({ ranges }, chunk) =>
    ranges.flatMap((range, index) =>
      range.problems.map((problem) => shiftProblem(problem, firstLines()[chunk]?.[index] ?? 0)),
    ),
  );
  const columns = results.map((result) => result.columns());
  const recall = (keys: readonly RecordKey[]) => rereadRecords(keys, chunks, results, firstLines);
  // What cannot be read is reported as such.
  const imported = new Set(folder === undefined ? [] : attempt(() => importedFiles(folder)));
  const acrossRecords = await checkConstraints(columns, references.languages, recall, (file) =>
    imported.has(join(file)),
  );
  const records = columns.reduce((sum, { ids }) => sum + ids.length, 0);
  // If there is no file at all, `findSource` has reported it.
  if (folder !== undefined && chunks.length > 0 && records === 0 && problems.every(({ level }) => level !== 'error')) {
    problems.push(fileProblem(folder, { level: 'warning', rule: 'courses-empty', finding: 'there is no course' }));
  }
  return [...firstSyntaxErrors(problems), ...acrossRecords];
}

/** For each range of each chunk, the number of lines before it in its file. */
function countFirstLines(chunks: readonly Chunk[], results: readonly ChunkResult[]): number[][] {
  let file = '';
  let lines = 0;
  return chunks.map((ranges, chunk) =>
    ranges.map((range, index) => {
      // A shard may begin in the middle of a file.
      if (range.file.path !== file) lines = lineEndsBefore(range);
      file = range.file.path;
      const before = lines;
      lines += results[chunk]?.ranges[index]?.lines ?? 0;
      return before;
    }),
  );
}

/** The number of line ends in a file before a range. */
export function lineEndsBefore({ file, start }: Pick<SourceRange, 'file' | 'start'>): number {
  let lines = 0;
  if (start === 0) return lines;
  for (const { bytes } of readBlocks(file, 0, start)) lines += countLines(bytes);
  return lines;
}

/** After a syntax error in a JSON array its later ranges are unreadable as well: only the first error is reported. */
function firstSyntaxErrors(problems: readonly Problem[]): Problem[] {
  const broken = new Set<string>();
  return problems.filter(({ rule, file }) => {
    if (rule !== 'file-syntax' || !file.toLowerCase().endsWith('.json')) return true;
    const isFirst = !broken.has(file);
    broken.add(file);
    return isFirst;
  });
}

async function rereadRecords(
  keys: readonly RecordKey[],
  chunks: readonly Chunk[],
  results: readonly ChunkResult[],
  firstLines: () => readonly (readonly number[])[],
): Promise<FoundRecord[]> {
  const records = new Map<string, FoundRecord>();
  const ordinals = new Map<number, Set<number>>();
  for (const { chunk, ordinal } of keys) ordinals.set(chunk, (ordinals.get(chunk) ?? new Set()).add(ordinal));
  for (const [chunk, wantedOrdinals] of ordinals) {
    let ordinal = 0;
    for (const [index, range] of (chunks[chunk] ?? []).entries()) {
      const end = ordinal + (results[chunk]?.ranges[index]?.records ?? 0);
      const isWanted = [...wantedOrdinals].some((wanted) => wanted >= ordinal && wanted < end);
      if (isWanted) {
        let current = ordinal;
        await readRange(range, recordFields.courses, {
          record: (record) => {
            if (wantedOrdinals.has(current)) {
              const shown = shiftRecord(record, firstLines()[chunk]?.[index] ?? 0);
              records.set(`${chunk}:${current}`, { file: range.file.path, record: shown });
            }
            current += 1;
          },
          problem: () => {
            // Reported when the range was first read.
          },
        });
      }
      ordinal = end;
    }
  }
  return keys.flatMap(({ chunk, ordinal }) => records.get(`${chunk}:${ordinal}`) ?? []);
}
