// Batches: the course files read piece by piece, or known already, and every problem that is found in them.
import type { Threads } from './threads.ts';
import type { ReadCourses } from './courses.ts';
import { checkLaws, type FoundRecord, type RecordKey } from '../catalog/laws.ts';
import { shiftProblem, shifted } from '../catalog/reading.ts';
import type { References } from '../catalog/references.ts';
import { problemAt, type Problem } from '../problems.ts';
import { readRange } from '../source/read.ts';
import { csvFields } from '../source/schema.ts';
import { asRead } from './known.ts';
import type { PlannedBatch } from './planned.ts';

/** Reads every batch that is not known; `onBatch` hears of each as it is done. Answers all of them, in their order. */
export async function readBatches(
  batches: readonly PlannedBatch[],
  threads: Threads,
  onBatch: (read: ReadCourses, index: number) => void,
): Promise<ReadCourses[]> {
  return Promise.all(
    batches.map(async ({ ranges, known }, index) => {
      const read = known ? asRead(known) : await threads.courses(ranges);
      onBatch(read, index);
      return read;
    }),
  );
}

/** Every problem of the courses: those of single records, with their lines counted from the start of the file, and broken laws. */
export async function courseProblems(
  batches: readonly PlannedBatch[],
  reads: readonly ReadCourses[],
  references: References,
  folder: string,
): Promise<Problem[]> {
  const firstLines = countFirstLines(batches, reads);
  const problems = reads.flatMap((read, batch) =>
    read.pieces.flatMap((piece, at) =>
      piece.problems.map((problem) => shiftProblem(problem, firstLines[batch]?.[at] ?? 0)),
    ),
  );
  const recall = (keys: readonly RecordKey[]) => recallRecords(keys, batches, reads, firstLines);
  const columns = reads.map((read) => read.columns);
  const laws = await checkLaws(columns, references.languages, recall);
  const records = columns.reduce((sum, { ids }) => sum + ids.length, 0);
  // Where there is no file at all, finding said so.
  const empty = batches.length > 0 && records === 0 && problems.every(({ level }) => level !== 'error');
  const warning = { level: 'warning', rule: 'courses-empty', finding: 'there is no course' } as const;
  return [...firstFaults(problems), ...laws, ...(empty ? [problemAt(folder, undefined, '', warning)] : [])];
}

/** How many lines of its file stand before each piece. */
function countFirstLines(batches: readonly PlannedBatch[], reads: readonly ReadCourses[]): number[][] {
  let file = '';
  let lines = 0;
  return batches.map(({ ranges }, batch) =>
    ranges.map((range, at) => {
      if (range.file.path !== file) lines = 0;
      file = range.file.path;
      const before = lines;
      lines += reads[batch]?.pieces[at]?.lines ?? 0;
      return before;
    }),
  );
}

/** A fault in a JSON array makes its later pieces unreadable, too: only the first is told. */
function firstFaults(problems: readonly Problem[]): Problem[] {
  const broken = new Set<string>();
  return problems.filter(({ rule, file }) => {
    if (rule !== 'file-syntax' || !file.toLowerCase().endsWith('.json')) return true;
    const isFirst = !broken.has(file);
    broken.add(file);
    return isFirst;
  });
}

async function recallRecords(
  keys: readonly RecordKey[],
  batches: readonly PlannedBatch[],
  reads: readonly ReadCourses[],
  firstLines: readonly (readonly number[])[],
): Promise<FoundRecord[]> {
  const found = new Map<string, FoundRecord>();
  for (const batch of new Set(keys.map((key) => key.batch))) {
    const wanted = new Set(keys.filter((key) => key.batch === batch).map(({ ordinal }) => ordinal));
    let ordinal = 0;
    for (const [at, range] of (batches[batch]?.ranges ?? []).entries()) {
      const end = ordinal + (reads[batch]?.pieces[at]?.records ?? 0);
      const isWanted = [...wanted].some((one) => one >= ordinal && one < end);
      if (isWanted) {
        let here = ordinal;
        await readRange(range, csvFields.courses, {
          record: (record) => {
            if (wanted.has(here)) {
              const shown = shifted(record, firstLines[batch]?.[at] ?? 0);
              found.set(`${batch}:${here}`, { file: range.file.path, record: shown });
            }
            here += 1;
          },
          problem: () => {
            // Told when the piece was read first.
          },
        });
      }
      ordinal = end;
    }
  }
  return keys.flatMap(({ batch, ordinal }) => found.get(`${batch}:${ordinal}`) ?? []);
}
