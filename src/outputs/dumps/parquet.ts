// Parquet: courses in groups of rows, with every list, date and time as one.
import { ByteWriter, ParquetWriter, type ColumnSource } from 'hyparquet-writer';
import type { DumpedCourse } from '../../api/records.ts';
import type { TableColumn } from './columns.ts';
import type { Cell } from './csv.ts';
import type { CourseColumn } from './field-columns.ts';
import { gzip } from './gzip.ts';

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

/** Courses in a group of rows. Writing a group takes about ten times its size in memory. */
const groupSize = 1_000;

/** Writes one file, a group of rows at a time. */
export class ParquetFile {
  private readonly bytes = new ByteWriter();
  private readonly writer: ParquetWriter;
  private courses: DumpedCourse[] = [];

  constructor(private readonly columns: readonly CourseColumn[]) {
    this.writer = new ParquetWriter({
      writer: this.bytes,
      schema: schemaOf(columns),
      createdBy: 'static-course-catalog',
      // The compression that the writer brings is in JavaScript, and takes longer.
      codec: 'GZIP',
      compressors: { GZIP: gzip },
    });
  }

  add(course: DumpedCourse): void {
    this.courses.push(course);
    if (this.courses.length === groupSize) this.endGroup();
  }

  finish(): Uint8Array {
    if (this.courses.length > 0) this.endGroup();
    void this.writer.finish();
    return this.bytes.getBytes();
  }

  private endGroup(): void {
    const { courses } = this;
    const columnData = this.columns.map(({ name, valueOf, ...column }) => {
      const { cellOf, ...written } = cellsFor(column);
      return { name, data: courses.map((course) => cellOf(valueOf(course))), ...written };
    });
    void this.writer.write({ columnData, rowGroupSize: courses.length });
    this.courses = [];
  }
}

/** The value of a cell, and how its column is written. */
interface ColumnEncoding extends Pick<ColumnSource, 'encoding' | 'statistics'> {
  readonly cellOf: (value: Cell) => unknown;
}

function cellsFor({ type, isUnique, isVaried }: TableColumn): ColumnEncoding {
  // No dictionary, since nearly all values differ, and no statistics, since these columns are not filtered by range.
  if (type === 'text' && (isUnique || isVaried)) {
    return { cellOf: (value) => Buffer.from(textIn(value)), encoding: 'PLAIN', statistics: false };
  }
  return { cellOf: (value) => (value === null ? null : cellOfType[type](value)) };
}

function textIn(value: Cell): string {
  if (typeof value === 'string') return value;
  throw new TypeError('a column of texts has another value');
}

/** The value of a cell that is not null. */
const cellOfType: Readonly<Record<TableColumn['type'], (value: Cell) => unknown>> = {
  text: (value) => value,
  texts: (value) => value,
  integer: (value) => BigInt(numberIn(value)),
  integers: (value) => [value].flat().map((element) => BigInt(numberIn(element))),
  number: (value) => value,
  boolean: (value) => value,
  date: (value) => Date.parse(textIn(value)) / millisecondsOfDay,
  timestamp: (value) => microseconds(textIn(value)),
};

function numberIn(value: Cell): number {
  if (typeof value === 'number') return value;
  throw new TypeError('a column of numbers has another value');
}

const millisecondsOfDay = 24 * 60 * 60 * 1000;

const secondsLength = 'YYYY-MM-DDTHH:MM:SS'.length;

/** Microseconds since 1970 of a time without a zone, read as UTC. */
function microseconds(time: string): bigint {
  const fraction = time.slice(secondsLength + 1).padEnd(6, '0');
  return BigInt(Date.parse(`${time.slice(0, secondsLength)}Z`)) * 1000n + BigInt(fraction);
}

function schemaOf(columns: readonly CourseColumn[]): SchemaElement[] {
  return [
    { name: 'courses', num_children: columns.length },
    ...columns.flatMap(({ name, type, isNullable }): SchemaElement[] => {
      const repetition_type = isNullable ? 'OPTIONAL' : 'REQUIRED';
      if (type !== 'texts' && type !== 'integers') return [{ name, repetition_type, ...physical[type] }];
      return [
        { name, repetition_type, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', repetition_type: 'REQUIRED', ...physical[type === 'texts' ? 'text' : 'integer'] },
      ];
    }),
  ];
}

const physical = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  date: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  timestamp: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MICROS' } },
} as const satisfies Record<string, Partial<SchemaElement>>;
