// Dumps: the whole catalog as files to download. This is the table of their formats, and of their paths.
import { clientFiles } from '../../api/client-files.ts';
import { keysOf } from '../../text/keys.ts';

/** Add a format by adding a row here, and how it is rendered in `write-parts.ts`. */
export const dumpFormatDetails = {
  ndjson: { ending: 'ndjson.gz', title: 'NDJSON', type: 'application/gzip' },
  csv: { ending: 'csv', title: 'CSV', type: 'text/csv' },
  parquet: { ending: 'parquet', title: 'Parquet', type: 'application/vnd.apache.parquet' },
} as const;

export type DumpFormat = keyof typeof dumpFormatDetails;
export const dumpFormatNames = keysOf(dumpFormatDetails);

/** The most that a part may hold. Its bytes are those of its records as JSON: no format is larger, and hosts refuse files over 25 MiB. */
export const maxOfPart = { courses: 50_000, bytes: 24 * 1024 * 1024 };

export const dumpsFolder = 'dumps';
export const dataPackagePath = clientFiles.dumps.path;

/** The tables beside the courses. They are small, so each is written in both of its formats. */
export const sideTables = ['providers', 'categories', 'languages'] as const;
export const sideFormats = ['csv', 'ndjson'] as const satisfies readonly DumpFormat[];
export type DumpTable = 'courses' | (typeof sideTables)[number];

export interface DumpFile {
  readonly table: DumpTable;
  readonly format: DumpFormat;
  /** From 1. */
  readonly part: number;
  readonly path: string;
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** The path of a part: `dumps/courses.csv`, `dumps/courses-2.csv`. */
export function dumpPartPath(table: DumpTable, format: DumpFormat, part = 1): string {
  return `${dumpsFolder}/${table}${part === 1 ? '' : `-${part}`}.${dumpFormatDetails[format].ending}`;
}
