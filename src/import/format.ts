// Import formats: the interface that each of them implements, and what a reader hands over.
import type { Settings } from '../options/settings.ts';
import type { Decoder } from './decode.ts';
import type { Notes } from './notes.ts';
import type { Question } from './questions.ts';
import type { Row } from './rows.ts';
import type { ShownProgress } from '../text/progress.ts';
import type { Resource } from './resource.ts';
import type { Web } from './web.ts';

/** The fields of a course that a source can fill. `key` is the source's own id of the course. */
export const fieldNames = [
  'title',
  'linkurl',
  'provider',
  'language',
  'date_published',
  'description',
  'tags',
  'author',
  'categories',
  'catalog_id',
  'license',
  'date_modified',
  'provider_url',
  'key',
] as const;
export type FieldName = (typeof fieldNames)[number];

/**
 * Where the value of a field comes from: the first alternative that has one. An alternative is some columns whose values are
 * united, or split at a sign and nowhere else, or a template, in which `{column}` stands for a value.
 */
export type FieldTable = Partial<Record<FieldName, readonly Alternative[]>>;
export type Alternative =
  | readonly string[]
  | { readonly columns: readonly string[]; readonly split: string }
  | { readonly template: string };

export interface ImportedProvider {
  /** How courses of the source refer to it. */
  readonly key: string;
  readonly name: string;
  /** Its id in the source, if the source has ids like ours. */
  readonly id?: number;
  readonly external_id?: string;
  readonly url?: string;
}

/** A category in a source; one above another comes first. */
export interface ImportedCategory {
  readonly key: string;
  readonly name: string;
  /** The key of the category above. */
  readonly parent?: string;
  readonly id?: number;
}

/** What a reader hands over. */
export interface Source {
  readonly rows: Iterable<Row> & { readonly length: number };
  readonly fields: FieldTable;
  /** Every column or top-level field that was seen. */
  readonly columns: readonly string[];
  /** False if the source could not be read to its end: then nothing counts as gone. */
  readonly isWhole: boolean;
  /** Columns that may be fields, by what they hold, and how columns are shown. */
  readonly proposals?: Partial<Record<FieldName, string>>;
  readonly labels?: Question['labels'];
  /** How values separate several items: `cells` splits at `|`, `;` and line ends; `exact` takes each value as it stands. */
  readonly texts: 'cells' | 'values' | 'exact';
  /** Course ids by row, and the records that courses name by their keys; only for a source with ids like ours. */
  readonly catalog?: {
    readonly idOf: (row: Row) => number | undefined;
    readonly providers: readonly ImportedProvider[];
    readonly categories: readonly ImportedCategory[];
    /** Languages that no course uses; undefined if the source restricts no names. */
    readonly languages: readonly string[] | undefined;
  };
}

/** What is known of a resource before a format is chosen. */
export interface Probe {
  readonly resource: Resource;
  readonly start: string;
  readonly json: unknown;
  readonly spreadsheet?: 'xlsx' | 'ods' | undefined;
}

export interface ReadContext extends Pick<Settings, 'map' | 'sheet'> {
  readonly notes: Notes;
  readonly decoder: Decoder;
  /** Undefined for a file on this machine. */
  readonly web: Web | undefined;
  readonly onProgress: (progress: ShownProgress) => void;
  readonly signal: AbortSignal;
}

export interface Format {
  /** Says why a resource is of this format; undefined if it is not. */
  readonly recognize: (probe: Probe, context: ReadContext) => string | undefined | Promise<string | undefined>;
  readonly read: (probe: Probe, context: ReadContext) => Promise<Source>;
}
