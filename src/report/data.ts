// The data of a report: what a build did, as plain values.

/** Something that has courses. */
export interface Named {
  readonly name: string;
  readonly courses: number;
}

export interface ReportData {
  readonly version: string;
  readonly baseUrl: string;
  readonly out: string;
  readonly host: string;
  readonly courses: number;
  readonly providers: number;
  readonly categories: number;
  readonly languages: number;
  /** Pages of all lists. */
  readonly pages: number;
  readonly files: number;
  readonly folders: number;
  readonly bytes: number;
  /** Top-level categories, in source order. */
  readonly byCategory: readonly Named[];
  /** All providers. */
  readonly byProvider: readonly Named[];
  /** All languages, used or not. */
  readonly byLanguage: readonly Named[];
  /** Ascending; years without courses may be missing. */
  readonly byYear: readonly Year[];
  /** The biggest paged lists, the biggest first. */
  readonly biggestLists: readonly List[];
  /** By endpoint, in the order of the route table, and one row for the files around the API. */
  readonly endpoints: readonly Endpoint[];
  /** In the order in which they ran. */
  readonly stages: readonly Stage[];
  readonly changes: ReportChanges;
  readonly warnings: readonly string[];
}

export interface Year {
  readonly year: number;
  readonly courses: number;
}

export interface List {
  readonly name: string;
  readonly kind: 'category' | 'language' | 'provider';
  readonly courses: number;
  readonly pages: number;
  /** A full URL. */
  readonly address: string;
}

export interface Endpoint {
  readonly path: string;
  readonly files: number;
  readonly bytes: number;
}

export interface Stage {
  readonly name: string;
  readonly seconds: number;
}

export interface ReportChanges {
  /** Whether they are only what a build would do. */
  readonly isDryRun: boolean;
  /** Whether there was no build before. */
  readonly isFirst: boolean;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Some of the paths, for people. */
  readonly shown: readonly { readonly kind: ChangeKind; readonly path: string }[];
}

/** Every kind of change, in the order in which a report tells them. */
export const changeKinds = ['added', 'changed', 'removed'] as const;
export type ChangeKind = (typeof changeKinds)[number];
