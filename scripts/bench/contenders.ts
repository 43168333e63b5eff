// Owns the contenders of the benchmark: what is measured, in which order, and what each is called.

/** Cold commands, each run once in each round, in this order. */
export const COLD = [
  'small',
  'compressed',
  'pages',
  'coursePages',
  'journal',
  'dumpsNdjson',
  'dumpsAll',
  'before',
  'build',
  // Directly after the build, whose output it copies.
  'copy',
  'packs',
  'plain',
  'large',
  'sample',
  'sampleBefore',
  'version',
] as const;

/** Titles that are changed at once. */
export const MANY_TITLES = 1000;

/** Run in the first round only: no figure needs them, but their output must be identical. */
export const ONCE = ['threads1', 'threads2', 'threads4'] as const;

/** Measured by `incremental.ts`, once per round. */
const LIVE = [
  'unchanged',
  'unchangedBefore',
  'gitStatus',
  'titleOne',
  'titleOneBefore',
  'titles',
  'buildMany',
  'titleMany',
  'appended',
  'watchTitle',
  'watchAppend',
  'pagesUnchanged',
  'pagesTitle',
  'coursePagesUnchanged',
  'coursePagesTitle',
  'journalUnchanged',
  'journalTitle',
] as const;

export const CONTENDERS = [...COLD, ...ONCE, ...LIVE] as const;

export type Contender = (typeof CONTENDERS)[number];

/** Number of courses of the three generated catalogs. */
export interface Sizes {
  small: number;
  medium: number;
  large: number;
}

/** The description of a contender in the report. */
export function describe(contender: Contender, { small, medium, large }: Sizes): string {
  const courses = `${count(medium)} courses`;
  const named: Readonly<Record<Contender, string>> = {
    small: `build of ${count(small)} courses`,
    compressed: `build of ${count(small)} courses, --precompress gzip,brotli`,
    before: `build of ${courses} by the command of --before`,
    build: `build of ${courses}`,
    pages: `build of ${courses} with pages for people and search`,
    coursePages: 'the same with --course-pages',
    journal: `build of ${courses} with pages for people, search and --journal`,
    dumpsNdjson: `build of ${courses} with pages for people, search and --dumps ndjson`,
    dumpsAll: 'the same with --dumps ndjson,csv,parquet',
    copy: '`cp -r` of that output',
    packs: `build of ${courses}, --host cloudflare --pack`,
    plain: `scripts/plain-build.mjs, ${courses}`,
    threads1: `build of ${courses}, --threads 1 (one round)`,
    threads2: `build of ${courses}, --threads 2 (one round)`,
    threads4: `build of ${courses}, --threads 4 (one round)`,
    large: `build of ${count(large)} courses`,
    sample: 'build of data/',
    sampleBefore: 'build of data/ by the command of --before',
    version: 'course-catalog --version',
    unchanged: `build of ${courses}, nothing changed`,
    unchangedBefore: `build of ${courses} by the command of --before, nothing changed`,
    gitStatus: '`git status` of that output',
    titleOneBefore: `build of ${courses} by the command of --before, one title changed`,
    titles: `build of ${courses} in one file, ${count(MANY_TITLES)} titles changed`,
    titleOne: `build of ${courses} in one file, one title changed`,
    buildMany: `build of ${courses} in 1,000 files`,
    titleMany: `build of ${courses} in 1,000 files, one title changed`,
    appended: `build of ${courses} in one file, one course appended`,
    watchTitle: `build --watch, ${courses} in one file, one title changed: from save to published`,
    watchAppend: `build --watch, ${courses} in one file, one course appended: from save to published`,
    pagesUnchanged: `build of ${courses} with pages and search, nothing changed`,
    pagesTitle: `build of ${courses} with pages and search, one title changed`,
    coursePagesUnchanged: `build of ${courses} with --course-pages, nothing changed`,
    coursePagesTitle: `build of ${courses} with --course-pages, one title changed`,
    journalUnchanged: `build of ${courses} with --journal, nothing changed`,
    journalTitle: `build of ${courses} with --journal, one title changed`,
  };
  return named[contender];
}

/** A number of courses or files, formatted for the report. */
export function count(number: number): string {
  return number.toLocaleString('en-US');
}
