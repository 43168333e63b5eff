// Parquet: courses in groups of rows, with every list and time as one.
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { FullCourse } from '../../api/schemas.ts';
import { bytesOfUtf8, textOfUtf8 } from '../../source/utf8.ts';
import { courseColumns, type Column } from './columns.ts';
import { gzip } from './gzip.ts';

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];
type CourseColumn = keyof FullCourse;
const columns: readonly (readonly [CourseColumn, Column])[] = Object.keys(courseColumns)
  .filter((name): name is CourseColumn => name in courseColumns)
  .map((name) => [name, courseColumns[name]]);

/** Writes one file, a group of rows at a time. */
export class ParquetFile {
  private readonly bytes = new ByteWriter();
  private readonly writer = new ParquetWriter({
    writer: this.bytes,
    schema: schema(),
    createdBy: 'static-course-catalog',
    // The compression that the writer brings is in JavaScript, and takes longer.
    codec: 'GZIP',
    compressors: { GZIP: gzip },
  });

  /** Adds courses with UTF-8 texts (see `source/utf8.ts`). */
  addGroup(courses: readonly FullCourse[]): void {
    const columnData = columns.map(([name, { type, isUnique, isVaried }]) => {
      // No dictionary, as nearly all values differ, and no statistics, as nobody filters these columns by range.
      const isPlain = type === 'text' && (isUnique === true || isVaried === true);
      const data = courses.map((course) => valueOf(course[name], type, isPlain));
      return { name, data, ...(isPlain && { encoding: 'PLAIN' as const, statistics: false }) };
    });
    void this.writer.write({ columnData, rowGroupSize: courses.length });
  }

  /** The whole file. */
  finish(): Uint8Array {
    void this.writer.finish();
    return this.bytes.getBytes();
  }
}

/** Texts that have a dictionary are compared, so they are given as texts. */
function valueOf(value: FullCourse[CourseColumn], type: Column['type'], isPlain: boolean): unknown {
  if (typeof value === 'number') return BigInt(value);
  if (typeof value === 'string') {
    if (type === 'timestamp') return microseconds(value);
    return isPlain ? bytesOfUtf8(value) : textOfUtf8(value);
  }
  return value?.map((one) => (typeof one === 'number' ? BigInt(one) : textOfUtf8(one)));
}

const secondsLength = 'YYYY-MM-DDTHH:MM:SS'.length;

/** Microseconds since 1970 of a time without a zone, read as UTC. */
function microseconds(time: string): bigint {
  const fraction = time.slice(secondsLength + 1).padEnd(6, '0');
  return BigInt(Date.parse(`${time.slice(0, secondsLength)}Z`)) * 1000n + BigInt(fraction);
}

function schema(): SchemaElement[] {
  return [
    { name: 'courses', num_children: columns.length },
    ...columns.flatMap(([name, { type, isNullable }]): SchemaElement[] => {
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
  timestamp: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MICROS' } },
} as const satisfies Record<string, Partial<SchemaElement>>;
