// The page fields by which courses can be filtered and sorted: collected from each chunk, and merged into one column for each field.
import type { PageField, CourseFields, FieldTable } from '../../catalog/fields.ts';
import type { CourseNumbering } from '../../catalog/membership.ts';
import { shortened } from '../../text/shortened.ts';
import type { Collector } from '../output.ts';
import { knownWord } from '../shared/field-words.ts';
import { choicesOfValue } from './field-choices.ts';
import { orderedColumn, type BuiltColumn, type ValueSet } from './columns.ts';
import type { PublishedField } from './file-format.ts';

/** The sets of values of a field in a chunk, and the courses that have them. Empty for a field that is only shown. */
interface ChunkColumn {
  readonly sets: readonly ValueSet[];
  /** Pairs: the ordinal of a course, and the index of its set. */
  readonly courses: Uint32Array;
}

/** By the names of the fields that some courses of the chunk have. */
export type ChunkFields = Readonly<Record<string, ChunkColumn>>;

/** Maximum characters of a value that visitors choose; longer ones are shortened. */
const longestValue = 200;

/** Maximum sets of values of a filter. If almost every course has its own, a filter is useless and its file large. */
const mostSets = 10_000;

/** Collects the fields of courses that are in a table, and that learners choose by. */
export function collectFields(table: FieldTable): Collector<{ readonly fields: ChunkFields }> {
  let columns = new Map<string, ColumnBuilder>();
  return {
    add({ course: { fields } }, ordinal) {
      for (const [name, value] of Object.entries(fields)) {
        const { [name]: row } = table;
        if (row === undefined || row.isDetail === true) continue;
        const column = columns.get(name) ?? new ColumnBuilder(row);
        columns.set(name, column);
        if (row.isFilterable === true || row.isSortable === true) column.add(ordinal, value);
      }
    },
    finish() {
      const fields = Object.fromEntries(Array.from(columns, ([name, column]) => [name, column.finish()]));
      columns = new Map();
      return { fields };
    },
  };
}

class ColumnBuilder {
  /** By the value as the source has it: several texts may be one set. */
  private readonly indexes = new Map<string, number>();
  private readonly indexesOfSets = new Map<string, number>();
  private readonly sets: ValueSet[] = [];
  private readonly courses: number[] = [];

  constructor(private readonly row: PageField) {}

  add(ordinal: number, value: CourseFields[string]): void {
    // A list begins with a bracket.
    const key = typeof value === 'string' ? `text ${value}` : JSON.stringify(value);
    const index = this.indexes.get(key) ?? this.indexOf(valuesOf(this.row, [value].flat()));
    this.indexes.set(key, index);
    this.courses.push(ordinal, index);
  }

  private indexOf(values: ValueSet): number {
    const key = JSON.stringify(values);
    const index = this.indexesOfSets.get(key) ?? this.sets.push(values) - 1;
    this.indexesOfSets.set(key, index);
    return index;
  }

  finish(): ChunkColumn {
    return { sets: this.sets, courses: Uint32Array.from(this.courses) };
  }
}

/** Each value once, in code unit order. Known words get the case that pages use. */
function valuesOf({ words }: PageField, values: readonly string[]): ValueSet {
  return [...new Set(values.map((value) => knownWord(words, value) ?? shortened(value, longestValue)))].toSorted();
}

/** The row of a field in the table of the page, and its column if courses can be filtered or sorted by it. */
interface MadeField {
  readonly field: PublishedField;
  readonly column: BuiltColumn | undefined;
}

/**
 * The fields that some courses have, in the order of the table. `fieldsOf` reads those of a chunk by its number; they are valid until the
 * next call. `offsets` and `byId` are those of the numbering.
 */
export function makeFields(
  table: FieldTable,
  fieldsOf: (chunk: number) => ChunkFields,
  { offsets, byId }: Pick<CourseNumbering, 'offsets' | 'byId'>,
): MadeField[] {
  const merged = new Map<string, MergedColumn>();
  for (const [chunk, offset] of offsets.subarray(0, -1).entries()) {
    for (const [name, column] of Object.entries(fieldsOf(chunk))) {
      const whole = merged.get(name) ?? new MergedColumn(byId.length);
      merged.set(name, whole);
      whole.add(column, offset);
    }
  }
  return Object.entries(table).flatMap(([name, row]): MadeField[] => {
    const column = merged.get(name)?.finish(byId);
    if (column === undefined) return [];
    const isSmall = column.sets.length <= mostSets;
    const hasChoices = row.isFilterable === true && isSmall;
    const isFilterable = hasChoices && choicesIn(row, column.sets) > 1;
    const isSortable = row.isSortable === true && isSmall && currenciesIn(column.sets) < 2;
    const { kind, labels, words, isLanguage, isInRows } = row;
    // Programs may ask for the only value, too.
    const isSearchable = hasChoices || isSortable;
    const field = { name, kind, labels, words, isLanguage, isInRows, isFilterable, isSortable, isSearchable };
    return [{ field, column: isSearchable ? column : undefined }];
  });
}

/** A column of all chunks. */
class MergedColumn {
  private readonly indexes = new Map<string, number>();
  private readonly sets: ValueSet[] = [[]];
  private readonly courses: Uint32Array;

  constructor(count: number) {
    this.courses = new Uint32Array(count);
  }

  add({ sets, courses }: ChunkColumn, offset: number): void {
    const indexes = sets.map((set) => {
      const key = JSON.stringify(set);
      const index = this.indexes.get(key) ?? this.sets.push(set) - 1;
      this.indexes.set(key, index);
      return index;
    });
    for (let at = 0; at < courses.length; at += 2)
      this.courses[offset + (courses[at] ?? 0)] = indexes[courses[at + 1] ?? 0] ?? 0;
  }

  finish(byId: Uint32Array): BuiltColumn {
    return orderedColumn({ sets: this.sets, courses: this.courses }, byId);
  }
}

/** The number of values to choose from. Whether a day is upcoming depends on the visitor's clock. */
function choicesIn({ kind }: PageField, sets: readonly ValueSet[]): number {
  const values = new Set(sets.flat());
  if (kind !== 'price') return values.size;
  return new Set([...values].flatMap((value) => choicesOfValue(kind, value, ''))).size;
}

/** The number of currencies of prices: amounts in several currencies have no order. A price of 0 has no currency. */
function currenciesIn(sets: readonly ValueSet[]): number {
  return new Set(sets.flat().flatMap((value) => value.split(' ')[1] ?? [])).size;
}
