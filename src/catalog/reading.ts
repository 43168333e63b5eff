// The reading: hands out the records of a kind, and gathers what is found wrong with them until their places are looked up.
import { describeValue, problemAt, type Finding, type Problem } from '../problems.ts';
import type { Kind, SourceFile } from '../source/find.ts';
import type { z } from 'zod';
import { splitFile } from '../source/ranges.ts';
import { readRange } from '../source/read.ts';
import type { Path, SourceRecord } from '../source/record.ts';
import { csvFields, shapeFindings, type RecordSchema } from '../source/schema.ts';

/** Where a value stands: in a record, at a path. The path may be worked out only when it is asked for. */
export interface Place {
  readonly file: string;
  readonly record: SourceRecord;
  readonly path: Path;
}

export class Reading {
  readonly incomplete = new Set<Kind>();
  private readonly found: Problem[] = [];
  private readonly pending: { place: Place; subject: string; found: Finding }[] = [];

  constructor(private readonly files: readonly SourceFile[]) {
    for (const kind of ['providers', 'categories'] as const) {
      if (!files.some((file) => file.kind === kind)) this.incomplete.add(kind);
    }
  }

  async records(kind: Kind): Promise<{ file: SourceFile; record: SourceRecord }[]> {
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

  /** Reports everything that keeps the value at `place` from having the shape of `schema`. */
  reportShape(place: Place, subject: string, schema: RecordSchema, value: unknown, error: z.ZodError): void {
    const lacksColumn = (field: string) => place.record.lacksColumn?.(field) ?? false;
    for (const { path, found } of shapeFindings(schema, value, error, lacksColumn)) {
      this.report(inside(place, ...path), subject, found);
    }
  }

  /** Reports the texts that have no UTF-8 form. */
  reportHalves(place: Place, subject: string, texts: Record<string, unknown>): void {
    for (const [field, text] of Object.entries(texts)) {
      if (typeof text !== 'string' || text.isWellFormed()) continue;
      const finding = `"${field}" holds half of a surrogate pair: ${describeValue(text)}`;
      this.report(inside(place, field), subject, { rule: 'text-unicode', finding });
    }
  }

  /** Reports that the id at `place` belongs to an earlier record. */
  async reportTwin(place: Place, subject: string, earlier: Place): Promise<void> {
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

/** A problem of a piece whose first line is not the first of the file. */
export function shiftProblem(problem: Problem, lines: number): Problem {
  const { position } = problem;
  return position && lines > 0 ? { ...problem, position: { ...position, line: position.line + lines } } : problem;
}

/** A record of such a piece. */
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

/** The id of a record, where it has a sound one, and the words that name the record. */
export function identityOf(value: unknown, kind: string): { id: number | undefined; subject: string } {
  const id = fieldOf(value, 'id');
  return isId(id) ? { id, subject: `${kind} ${id}` } : { id: undefined, subject: '' };
}

/** Whether a value can be an id: a positive whole number that is held exactly. */
export function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/** A field of a record that may be anything; undefined where it has none of its own. */
export function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, field)?.value : undefined;
}
