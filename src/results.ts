// Results: what the functions of the package return, and what commands print with `--json`. All of it is plain data.

/** How much of some work is done. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** What is done so far, in words: `1,204 courses`. */
  readonly what: string;
}

/** What is wrong with a catalog, a source, a host or the disk. */
export interface Problem {
  readonly level: 'error' | 'warning';
  /** The name of the rule that is broken: `provider-known`. */
  readonly rule: string;
  /** The file or folder, spelled as the options spell it. */
  readonly file: string;
  /** From 1; in CSV the row. Null if the problem concerns the whole file or folder. */
  readonly line: number | null;
  /** From 1; in CSV the number of the cell. */
  readonly column: number | null;
  /** The record concerned: `course 6002`; empty if there is none. */
  readonly subject: string;
  readonly finding: string;
  /** What to do. */
  readonly remedy: string;
  /** A near name: `721 "Electronics"`. */
  readonly suggestion?: string;
}

/** The result of work that could not be done. */
export interface Failure {
  readonly ok: false;
  /** Every problem that was found, at least one of them an error. */
  readonly problems: readonly Problem[];
  /** Whether something may have been written, which the next run completes. */
  readonly mayHaveChanged: boolean;
  /** What an import has to be told before it can write anything, if that is all that is wrong. The problems say the same. */
  readonly questions?: readonly ImportQuestion[];
}

/** What a catalog contains. */
export interface CatalogSummary {
  readonly courses: number;
  readonly providers: number;
  readonly categories: number;
  readonly languages: number;
  /** Pages of the paged lists; a page that is written twice counts once. */
  readonly pages: number;
}

/** The result of a check that found no error. */
export interface CheckReport extends CatalogSummary {
  readonly ok: true;
  /** Warnings. */
  readonly problems: readonly Problem[];
}

/** Paths below the output folder, with `/`, each in one of the first three lists. A list is made when it is first read: that of a large first build is long. */
export interface ChangedFiles {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** The addresses to purge from a cache. */
  readonly purge: readonly string[];
}

/** The result of a build. */
export interface BuildReport extends CatalogSummary {
  readonly ok: true;
  /** Whether the output folder was left as it was. */
  readonly dryRun: boolean;
  readonly out: string;
  readonly host: string;
  readonly baseUrl: string;
  readonly pageLinks: 'query' | 'path';
  /** `3/5`; absent for a whole build. */
  readonly shard?: string;
  readonly files: number;
  readonly folders: number;
  readonly bytes: number;
  readonly changes: ChangedFiles;
  /** Next steps on the host. */
  readonly notes: readonly string[];
  /** How long each phase took. */
  readonly timings: readonly { readonly name: string; readonly seconds: number }[];
  readonly seconds: number;
  /** Warnings. */
  readonly problems: readonly Problem[];
}

/** What became of one rule in a verification. */
export interface RuleReport {
  readonly rule: string;
  readonly title: string;
  /** The section of the specification. */
  readonly section: string;
  /** `unsupported`: a limit that clients can live with; `untested`: nothing to check the rule on. */
  readonly outcome: 'passed' | 'broken' | 'unsupported' | 'untested';
  readonly checks: number;
  readonly failures: number;
  /** The first three failures: what was found, in one sentence, and the commands that repeat the requests. */
  readonly examples: readonly { readonly finding: string; readonly curl: string }[];
  readonly advice?: string;
}

/** The result of a verification, also of one that finds rules broken: `'rules' in result` tells it from a failure. */
export interface VerifyReport {
  /** Whether no rule of the contract is broken; limits of the host do not count. */
  readonly ok: boolean;
  readonly url: string;
  readonly requests: number;
  /** Lists that were walked. */
  readonly lists: number;
  readonly pages: number;
  /** Single courses that were read. */
  readonly courses: number;
  readonly rules: readonly RuleReport[];
  /** What to do, most important first. */
  readonly advice: readonly string[];
}

/** A course that an import adds, changes or misses in the input. */
export interface PlannedCourse {
  readonly id: number;
  readonly title: string;
  readonly linkurl: string;
  /** Its location in the input; for a missing one, the file of the import. */
  readonly location: string;
}

/** A record that was edited in a file of an import, and moved to a file of its own, where it wins. */
export interface MovedRecord {
  readonly kind: 'providers' | 'categories' | 'languages' | 'courses';
  /** Its title or name. */
  readonly title: string;
  /** The file that has it now. */
  readonly file: string;
}

/** A kind of thing that an import skipped or guessed. */
export interface ImportNote {
  /** A skipped record, a skipped value of a record, or a value that the input does not state as such. */
  readonly kind: 'skipped' | 'valueSkipped' | 'guessed';
  /** What was done and why: `no title`. */
  readonly reason: string;
  readonly count: number;
  /** Every location, with what was found there. */
  readonly examples: readonly string[];
}

/** Numbers of records, and of their values. */
export interface ImportCounts {
  readonly read: number;
  /** Records that repeat a course. */
  readonly repeated: number;
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly missing: number;
  readonly skipped: number;
  readonly valuesSkipped: number;
  readonly guessed: number;
}

/** A course with the file that has its edited form. */
export interface EditedCourse extends PlannedCourse {
  readonly file: string;
}

/** The result of an import. */
export interface ImportReport {
  readonly ok: true;
  readonly input: string;
  /** The name of the import, and of its files. */
  readonly name: string;
  /** The format of the input, and how it was detected. */
  readonly format: string;
  readonly formatReason: string;
  /** Whether the input was read to its end: otherwise no course counts as missing. */
  readonly isComplete: boolean;
  readonly requests: number;
  /** False in a dry run, and if nothing has changed. */
  readonly hasWritten: boolean;
  readonly counts: ImportCounts;
  readonly new: readonly PlannedCourse[];
  readonly changed: readonly PlannedCourse[];
  readonly missing: readonly PlannedCourse[];
  /** Whether missing courses are removed. */
  readonly removesMissing: boolean;
  /** Records that somebody edited in the files of the import. */
  readonly moved: readonly MovedRecord[];
  /** New courses that somebody removed from the file of the import, and the input still has. */
  readonly restored: readonly PlannedCourse[];
  /** Courses that changed in the input, but somebody has edited in a file of the catalog, which wins. */
  readonly editedChanged: readonly EditedCourse[];
  /** Courses that somebody has edited in a file of the catalog, and the input no longer has. */
  readonly editedMissing: readonly EditedCourse[];
  readonly skipped: readonly ImportNote[];
  readonly guessed: readonly ImportNote[];
  /** The map of the columns, as the option `map` takes it, and in words; empty for an input without columns. */
  readonly map: string;
  readonly columns: string;
  /** Columns that are not used. */
  readonly unusedColumns: readonly string[];
  /** What the input states about the site that is made from it. */
  readonly site: { readonly title?: string | undefined; readonly language?: string | undefined };
  /** Warnings. */
  readonly problems: readonly Problem[];
}

/** What an import cannot decide. */
export interface ImportQuestion {
  /** The option that answers it. */
  readonly option: string;
  /** One sentence that ends with a question mark: what was found, and what is wanted. */
  readonly text: string;
  /** Answers to choose from; without them, it may be any that the option takes. */
  readonly choices?: readonly string[] | undefined;
  /** What choices that say little by themselves mean. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly suggestion?: string | undefined;
  /** What stands before the answer in the value of the option: `title=` for a column in `map`. */
  readonly prefix?: string | undefined;
  /** The value of the option `skipMissing` that leaves the records out instead. */
  readonly skipValue?: 'provider' | 'language' | 'date' | undefined;
}
