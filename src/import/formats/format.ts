// Import formats: the interface that each of them implements, and what it reads of an input.
import type { FieldColumns } from '../fields/fields.ts';
import type { Probe, ReadContext } from '../input/probe.ts';
import type { Row } from '../rows.ts';

export interface ImportedProvider {
  /** How courses of the input refer to it. */
  readonly key: string;
  readonly name: string;
  /** Its id in the input, if the input has ids like ours. */
  readonly id?: number;
  readonly external_id?: string;
  readonly url?: string;
}

/** A category in an input, whose parent may come after it. */
export interface ImportedCategory {
  readonly key: string;
  readonly name: string;
  /** The key of the category above. */
  readonly parent?: string;
  readonly id?: number;
}

/** Between the names of a category and of those above it, where a format puts them into one text: in no name. */
export const levelSign = '\u001f';

export interface InputRows {
  readonly rows: Iterable<Row> & { readonly length: number };
  readonly fields: FieldColumns;
  /** Every column or top-level field that was seen. */
  readonly columns: readonly string[];
  /** False if the input could not be read to its end: then no course counts as missing. */
  readonly isComplete: boolean;
  /** Only of a table, whose columns may have any names. */
  readonly table?: TableColumns;
  /** How values separate several items: `cells` splits at `|`, `;` and line ends; `exact` takes each value as it stands. */
  readonly texts: 'cells' | 'values' | 'exact';
  /** What separates the levels of categories, which are then taken as they stand. */
  readonly levelSign?: string;
  /** Course ids by row, and the records that courses name by their keys; only for an input with ids like ours. */
  readonly catalog?: {
    readonly idOf: (row: Row) => number | undefined;
    readonly providers: readonly ImportedProvider[];
    readonly categories: readonly ImportedCategory[];
    /** Languages that no course uses; undefined if the input restricts no names. */
    readonly languages: readonly string[] | undefined;
  };
}

export interface TableColumns {
  /** What stands above the headings, in a cell as wide as several columns. */
  readonly title?: string | undefined;
  /** The language of most headings. */
  readonly language?: string | undefined;
  /** All but those that a spreadsheet hides. */
  readonly shown: readonly string[];
  /** Columns that a spreadsheet hides: no field is read from them. */
  readonly hidden?: readonly string[];
  /** The columns with what the cells of others link to. */
  readonly links: ReadonlyMap<string, string>;
  /** The columns of cells with formulas whose results were not saved, one for each cell. */
  readonly unsaved: readonly string[];
  /** A column of names, of which somebody has to say whose they are. */
  readonly unclear?: string;
  /** A template of the addresses of courses, as the system has them from which the table is. */
  readonly pages?: string | undefined;
  /** The column with the hosts of the addresses, which may be the providers. */
  readonly hosts?: string;
}

export interface ImportFormat {
  /** Says why a resource is of this format; undefined if it is not. */
  readonly recognize: (probe: Probe, context: ReadContext) => string | undefined | Promise<string | undefined>;
  readonly read: (probe: Probe, context: ReadContext) => Promise<InputRows>;
}
