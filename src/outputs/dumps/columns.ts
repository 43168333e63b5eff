// Columns: the fields of each table of the dumps, in order, with their types. CSV, Parquet and the data package follow from them.
import type { FullCourse } from '../../api/records.ts';
import type { DumpTable } from './formats.ts';
import { keysOf } from '../../text/keys.ts';

type ColumnType = 'text' | 'texts' | 'integer' | 'integers' | 'number' | 'boolean' | 'date' | 'timestamp';

export interface TableColumn {
  readonly type: ColumnType;
  /** Whether it may be null, which is an empty cell in CSV. */
  readonly isNullable?: true;
  /** Whether no two rows have the same value. */
  readonly isUnique?: true;
  /** Whether few rows share a value. */
  readonly isVaried?: true;
  /** Whether it may be an empty text, which is an empty cell in CSV too. */
  readonly isOptional?: true;
  readonly title?: string;
  readonly description?: string;
}

/** The fields of a full course record of the API, in its order. */
export const courseColumns = {
  linkhash: { type: 'text', isUnique: true },
  title: { type: 'text', isVaried: true },
  description: { type: 'text', isOptional: true, isVaried: true },
  tags: { type: 'text', isOptional: true, isVaried: true },
  provider: { type: 'integer' },
  provider_name: { type: 'text' },
  language: { type: 'texts' },
  date_published: { type: 'timestamp' },
  id: { type: 'integer', isUnique: true },
  linkurl: { type: 'text', isUnique: true },
  author: { type: 'text', isOptional: true, isVaried: true },
  categories: { type: 'texts' },
  catalog_id: { type: 'integer', isNullable: true },
  categories_ids: { type: 'integers' },
} as const satisfies Record<keyof FullCourse, TableColumn>;

export const courseFields = keysOf(courseColumns);

/** The first column is the key. */
export const tableColumns: Readonly<Record<DumpTable, Readonly<Record<string, TableColumn>>>> = {
  courses: courseColumns,
  providers: {
    id: { type: 'integer', isUnique: true },
    name: { type: 'text' },
    external_id: { type: 'text', isOptional: true },
    course_count_catalog: { type: 'integer' },
    course_count: { type: 'integer' },
  },
  categories: {
    id: { type: 'integer', isUnique: true },
    name: { type: 'text' },
    parent: { type: 'integer', isNullable: true },
    order: { type: 'integer', isUnique: true },
    path: { type: 'text' },
    course_count: { type: 'integer' },
  },
  languages: {
    name: { type: 'text', isUnique: true },
    tag: { type: 'text', isOptional: true },
    course_count: { type: 'integer' },
  },
};
