// Reads the records of a kind, and collects the problems found in them until their positions are looked up.
import { describeValue, problemAt, type Finding, type Problem } from '../problems.ts';
import type { RecordKind, SourceFile } from '../source/find.ts';
import type * as z from 'zod';
import { splitFile } from '../source/ranges.ts';
import { readRange } from '../source/read.ts';
import type { Path, SourceRecord } from '../source/record.ts';
import { csvFields, shapeFindings, type RecordSchema } from '../source/schema.ts';

/** The place of a value: a record and a path in it. The path may be computed on demand. */
export interface Place {
  readonly file: string;
  readonly record: SourceRecord;
  readonly path: Path;
}

export class Reading {
  readonly incomplete = new Set<RecordKind>();
  private readonly found: Problem[] = [];
  private readonly pending: { place: Place; subject: string; found: Finding }[] = [];

  constructor(private readonly files: readonly SourceFile[]) {
    for (const kind of ['providers', 'categories'] as const) {
      if (!files.some((file) => file.kind === kind)) this.incomplete.add(kind);
    }
  }

  async records(kind: RecordKind): Promise<{ file: SourceFile; record: SourceRecord }[]> {
    const records: { file: SourceFile; record: SourceRecord }[] = [];
    for (const file of this.files.filter((one) => one.kind === kind)) {
      let firstLine = 0;
      for (const range of splitFile(file)) {
        const before = firstLine;
        const lines = await readRange(range, csvFields[kind], {
          record: (record) => records.push({ file, record: before === 0 ? record : shifted(record, before) }),
          problem: (problem) => {
            if (problem.level === 'error') this.incomplete.add(kind);
            this.found.push(shiftProblem(problem, before));
          },
        });
        firstLine += lines;
      }
    }
    return records;
  }

  report(place: Place, subject: string, found: Finding): void {
    this.pending.push({ place, subject, found });
  }

  /** Reports everything in the value at `place` that violates `schema`. */
  reportShape(place: Place, subject: string, schema: RecordSchema, value: unknown, error: z.ZodError): void {
    const lacksColumn = (field: string) => place.record.lacksColumn?.(field) ?? false;
    for (const { path, found } of shapeFindings(schema, value, error, lacksColumn)) {
      this.report(inside(place, ...path), subject, found);
    }
  }

  /** Reports the strings that have no UTF-8 form. */
  reportUnpairedSurrogates(place: Place, subject: string, texts: Record<string, unknown>): void {
    for (const [field, text] of Object.entries(texts)) {
      if (typeof text !== 'string' || text.isWellFormed()) continue;
      const finding = `"${field}" contains an unpaired surrogate: ${describeValue(text)}`;
      this.report(inside(place, field), subject, { rule: 'text-unicode', finding });
    }
  }

  /** Reports that the id at `place` belongs to an earlier record. */
  async reportDuplicate(place: Place, subject: string, earlier: Place): Promise<void> {
    const { line } = await earlier.record.position(earlier.path);
    const finding = `the id is taken by ${earlier.file}:${line}`;
    this.report(inside(place, 'id'), subject, { rule: 'id-unique', finding });
  }

  async problems(): Promise<Problem[]> {
    for (const { place, subject, found } of this.pending) {
      this.found.push(problemAt(place.file, await place.record.position(place.path), subject, found));
    }
    this.pending.length = 0;
    return this.found;
  }
}

/** A problem of a range that starts after `lines` lines of its file. */
export function shiftProblem(problem: Problem, lines: number): Problem {
  const { position } = problem;
  return position && lines > 0 ? { ...problem, position: { ...position, line: position.line + lines } } : problem;
}

/** A record of such a range. */
export function shifted(record: SourceRecord, lines: number): SourceRecord {
  const position = async (path: Path) => {
    const { line, column } = await record.position(path);
    return { line: line + lines, column };
  };
  return { value: record.value, position };
}

/** The place of a value inside the one at `place`. */
export function inside(place: Place, ...path: Path): Place {
  const { file, record } = place;
  return {
    file,
    record,
    get path() {
      return [...place.path, ...path];
    },
  };
}

/** The id of a record, if it has a valid one, and the words that identify the record in messages. */
export function identityOf(value: unknown, kind: string): { id: number | undefined; subject: string } {
  const id = fieldOf(value, 'id');
  return isId(id) ? { id, subject: `${kind} ${id}` } : { id: undefined, subject: '' };
}

/** Whether a value can be an id: a positive safe integer. */
export function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/** An own field of a value of any type; undefined if it has none. */
export function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, field)?.value : undefined;
}
