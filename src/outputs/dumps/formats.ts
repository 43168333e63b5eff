// Dumps: the whole catalog as files to download. This is the table of their formats, and of their paths.
import { clientFiles } from '../../api/client-files.ts';
import { keysOf } from '../../text/keys.ts';

interface DumpFormatDetails {
  readonly ending: string;
  readonly title: string;
  readonly type: string;
  /** Whether its files are compressed, or compress themselves. */
  readonly isCompressed?: true;
  /** Whether IANA has no such type. */
  readonly isUnregistered?: true;
  /** The specification of the format. */
  readonly conformsTo?: string;
}

/** Formats in parts, with the fields of the API. Add one by adding a row here, and how it is rendered in `write-parts.ts`. */
const tableFormats = {
  ndjson: { ending: 'ndjson.gz', title: 'NDJSON', type: 'application/gzip', isCompressed: true },
  csv: { ending: 'csv', title: 'CSV', type: 'text/csv' },
  parquet: { ending: 'parquet', title: 'Parquet', type: 'application/vnd.apache.parquet', isCompressed: true },
} as const satisfies Record<string, DumpFormatDetails>;

/** Formats of harvesters, which take one file. Add one by adding a row here, and its records in `harvest-files.ts`. */
const harvestFormats = {
  moochub: {
    ending: 'moochub.json',
    title: 'MOOChub',
    type: 'application/json',
    conformsTo: 'https://github.com/MOOChub/schema/releases/tag/v3.0.1',
  },
  amb: {
    ending: 'amb.ndjson',
    title: 'AMB',
    type: 'application/x-ndjson',
    isUnregistered: true,
    conformsTo: 'https://w3id.org/kim/amb/latest/',
  },
} as const satisfies Record<string, DumpFormatDetails>;

export type TableFormat = keyof typeof tableFormats;
export const tableFormatNames = keysOf(tableFormats);
export type HarvestFormat = keyof typeof harvestFormats;
export const harvestFormatNames = keysOf(harvestFormats);

export type DumpFormat = TableFormat | HarvestFormat;
export const dumpFormatDetails: Readonly<Record<DumpFormat, DumpFormatDetails>> = {
  ...tableFormats,
  ...harvestFormats,
};
export const dumpFormatNames: readonly DumpFormat[] = [...tableFormatNames, ...harvestFormatNames];

/** The most that a part may hold. Its bytes are those of its records as JSON: no format is larger, and hosts refuse files over 25 MiB. */
export const maxOfPart = { courses: 50_000, bytes: 24 * 1024 * 1024 };

export const dumpsFolder = 'dumps';
export const dataPackagePath = clientFiles.dumps.path;

/** The tables beside the courses. They are small, so each is written in both of its formats. */
export const sideTables = ['providers', 'categories', 'languages'] as const;
export const sideFormats = ['csv', 'ndjson'] as const satisfies readonly TableFormat[];
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

export function isHarvestFormat(format: DumpFormat): format is HarvestFormat {
  return Object.hasOwn(harvestFormats, format);
}

/** The path of a file for harvesters: `dumps/moochub.json`. */
export function harvestPath(format: HarvestFormat): string {
  return `${dumpsFolder}/${harvestFormats[format].ending}`;
}

/** The path of a part: `dumps/courses.csv`, `dumps/courses-2.csv`. */
export function dumpPartPath(table: DumpTable, format: TableFormat, part = 1): string {
  return `${dumpsFolder}/${table}${part === 1 ? '' : `-${part}`}.${dumpFormatDetails[format].ending}`;
}
