// The facts by which courses can be filtered and sorted: collected of each chunk, and made into a column for each fact.
import type { FactRow, Facts, FactTable } from '../../catalog/source/facts.ts';
import type { CourseNumbering } from '../../catalog/membership.ts';
import { shortened } from '../../text/shortened.ts';
import type { Collector } from '../output.ts';
import { knownWord } from '../shared/fact-words.ts';
import { choicesOfValue } from './fact-choices.ts';
import type { FacetColumn, PublishedFact } from './file-format.ts';

/** What a course has. Courses that have the same share one array. */
export type ValueSet = readonly string[];

/** The sets of values of a fact that occur in a chunk, and which courses have them; none are kept of a fact that is only shown. */
interface ChunkColumn {
  readonly sets: readonly ValueSet[];
  /** Pairs: the ordinal of a course, and the index of its set. */
  readonly courses: Uint32Array;
}

/** By the names of the facts that some courses of the chunk have. */
export type ChunkFacts = Readonly<Record<string, ChunkColumn>>;

/** Characters of a value to choose: more are not read as one. */
const longestValue = 200;

/** Sets of values of a filter: where hardly two courses have the same, there is nothing to filter by, and nothing but a large file. */
const mostSets = 10_000;

/** Collects the facts of courses, of a table. */
export function collectFacts(table: FactTable): Collector<{ readonly facts: ChunkFacts }> {
  let columns = new Map<string, ColumnBuilder>();
  return {
    add({ course: { facts } }, ordinal) {
      for (const [name, value] of Object.entries(facts)) {
        const { [name]: row } = table;
        if (row === undefined) continue;
        const column = columns.get(name) ?? new ColumnBuilder(row);
        columns.set(name, column);
        if (row.isFilter === true || row.isSortable === true) column.add(ordinal, value);
      }
    },
    finish() {
      const facts = Object.fromEntries(Array.from(columns, ([name, column]) => [name, column.finish()]));
      columns = new Map();
      return { facts };
    },
  };
}

class ColumnBuilder {
  /** By what courses have as their source states it: several texts may be one set. */
  private readonly indexes = new Map<string, number>();
  private readonly indexesOfSets = new Map<string, number>();
  private readonly sets: ValueSet[] = [];
  private readonly courses: number[] = [];

  constructor(private readonly row: FactRow) {}

  add(ordinal: number, value: Facts[string]): void {
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

/** Each value once, in code unit order. Known words have the case in which pages know them. */
function valuesOf({ words }: FactRow, values: readonly string[]): ValueSet {
  return [...new Set(values.map((value) => knownWord(words, value) ?? shortened(value, longestValue)))].toSorted();
}

/** What a build makes of a fact: its row in the table of the page, and its column if courses can be filtered or sorted by it. */
export interface MadeFact {
  readonly fact: PublishedFact;
  readonly column: FacetColumn | undefined;
}

/**
 * The facts that some courses have, in the order of the table. `factsOf` reads those of a chunk by its number, which are valid until the
 * next ones are read; `offsets` and `byId` are those of the numbering.
 */
export function makeFacts(
  table: FactTable,
  factsOf: (chunk: number) => ChunkFacts,
  { offsets, byId }: Pick<CourseNumbering, 'offsets' | 'byId'>,
): MadeFact[] {
  const merged = new Map<string, MergedColumn>();
  for (const [chunk, offset] of offsets.subarray(0, -1).entries()) {
    for (const [name, column] of Object.entries(factsOf(chunk))) {
      const whole = merged.get(name) ?? new MergedColumn();
      merged.set(name, whole);
      whole.add(column, offset);
    }
  }
  return Object.entries(table).flatMap(([name, row]): MadeFact[] => {
    const column = merged.get(name)?.finish(byId);
    if (column === undefined) return [];
    const isSmall = column.sets.length <= mostSets;
    const isFilter = row.isFilter === true && isSmall && choicesIn(row, column.sets) > 1;
    const isSortable = row.isSortable === true && isSmall && currenciesIn(column.sets) < 2;
    const { kind, labels, words, isLanguage, isInRows } = row;
    const fact = { name, kind, labels, words, isLanguage, isInRows, isFilter, isSortable };
    return [{ fact, column: isFilter || isSortable ? column : undefined }];
  });
}

/** A column of all chunks. */
class MergedColumn {
  private readonly sets = new Map<string, ValueSet>();
  private readonly values: ValueSet[] = [];

  add({ sets, courses }: ChunkColumn, offset: number): void {
    const shared = sets.map((set) => {
      const key = JSON.stringify(set);
      const known = this.sets.get(key) ?? set;
      this.sets.set(key, known);
      return known;
    });
    for (let at = 0; at < courses.length; at += 2)
      this.values[offset + (courses[at] ?? 0)] = shared[courses[at + 1] ?? 0] ?? none;
  }

  finish(byId: Uint32Array): FacetColumn {
    return columnOf(Array.from(byId, (course) => this.values[course] ?? none));
  }
}

/** What a course has that has nothing. */
const none: ValueSet = [];

/** `courses` are in ascending order of ids, the sets in the order in which they first occur. */
export function columnOf(courses: readonly ValueSet[]): FacetColumn {
  const sets = [...new Set(courses)];
  const indexes = new Map(sets.map((values, index) => [values, index]));
  return { sets, courses: courses.map((values) => indexes.get(values) ?? 0) };
}

/** The number of values to choose from; of days, which of them are upcoming only the visitor's clock says. */
function choicesIn({ kind }: FactRow, sets: readonly ValueSet[]): number {
  const values = new Set(sets.flat());
  if (kind !== 'price') return values.size;
  return new Set([...values].flatMap((value) => choicesOfValue(kind, value, ''))).size;
}

/** The number of currencies of prices: amounts in several have no order. 0 is in none. */
function currenciesIn(sets: readonly ValueSet[]): number {
  return new Set(sets.flat().flatMap((value) => value.split(' ')[1] ?? [])).size;
}
