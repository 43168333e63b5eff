// Reads the records that courses refer to, and collects the problems found in them until their positions are looked up.
import type * as z from 'zod';
import { problemAt, type Finding, type Problem } from '../text/problems.ts';
import type { RecordKind, SourceFile } from './source/find.ts';
import { readFile } from './source/read.ts';
import type { ValuePath, SourceRecord } from './source/record.ts';
import { recordFields, shapeProblems, type RecordSchema } from './source/schema.ts';
import { describeValue } from '../text/quote.ts';

/** Where a value is: a record and a path in it. */
export interface SourcePosition {
  readonly file: string;
  readonly record: SourceRecord;
  readonly path: ValuePath;
}

export class ReferenceReader {
  readonly incomplete = new Set<RecordKind>();
  private readonly reported: Problem[] = [];
  private readonly pending: { position: SourcePosition; subject: string; finding: Finding }[] = [];

  constructor(private readonly files: readonly SourceFile[]) {
    for (const kind of ['providers', 'categories'] as const) {
      if (!files.some((file) => file.kind === kind)) this.incomplete.add(kind);
    }
  }

  async records(kind: RecordKind): Promise<{ file: SourceFile; record: SourceRecord }[]> {
    const records: { file: SourceFile; record: SourceRecord }[] = [];
    for (const file of this.files.filter((sourceFile) => sourceFile.kind === kind)) {
      await readFile(file, recordFields[kind], {
        record: (record) => records.push({ file, record }),
        problem: (problem) => {
          if (problem.level === 'error') this.incomplete.add(kind);
          this.reported.push(problem);
        },
      });
    }
    return records;
  }

  report(position: SourcePosition, subject: string, finding: Finding): void {
    this.pending.push({ position, subject, finding });
  }

  /** The fields of the value at a position; undefined if it violates the schema, which is reported. */
  parse<Schema extends RecordSchema>(
    position: SourcePosition,
    subject: string,
    schema: Schema,
    value: unknown,
  ): z.output<Schema> | undefined {
    const { data, error } = schema.safeParse(value);
    const lacksColumn = (field: string) => position.record.lacksColumn?.(field) ?? false;
    const problems = error ? shapeProblems(schema, value, error, lacksColumn) : [];
    for (const { path, ...finding } of problems) this.report(positionInside(position, ...path), subject, finding);
    return data;
  }

  /** Reports the strings that have no UTF-8 form. */
  reportUnpairedSurrogates(position: SourcePosition, subject: string, fields: object = {}): void {
    for (const [field, text] of Object.entries<unknown>({ ...fields })) {
      if (typeof text !== 'string' || text.isWellFormed()) continue;
      const finding = `"${field}" contains an unpaired surrogate: ${describeValue(text)}`;
      this.report(positionInside(position, field), subject, { rule: 'text-unicode', finding });
    }
  }

  /** Reports that the id of a record belongs to an earlier one. */
  async reportDuplicate(position: SourcePosition, subject: string, earlier: SourcePosition): Promise<void> {
    const { line } = await earlier.record.position(earlier.path);
    const finding = `the id is taken by ${earlier.file}:${line}`;
    this.report(positionInside(position, 'id'), subject, { rule: 'id-unique', finding });
  }

  async problems(): Promise<Problem[]> {
    for (const { position, subject, finding } of this.pending) {
      this.reported.push(problemAt(position.file, await position.record.position(position.path), subject, finding));
    }
    this.pending.length = 0;
    return this.reported;
  }
}

/** The position of a value inside another. */
export function positionInside(outer: SourcePosition, ...path: ValuePath): SourcePosition {
  return { ...outer, path: [...outer.path, ...path] };
}
