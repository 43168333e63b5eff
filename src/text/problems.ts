// Problems: what is wrong with the input or the host, as data. Every rule is defined here.
import { isSystemError } from './errors.ts';

/** A position in a file. Lines and columns count from 1; in CSV they are the row and the column of the cell. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Problem {
  readonly level: 'error' | 'warning';
  readonly rule: Rule;
  /** The file or folder, spelled as the user spelled it. */
  readonly file: string;
  /** Absent if the problem concerns the whole file or folder. */
  readonly position?: Position;
  /** The record concerned: `course 6002`; empty if there is none. */
  readonly subject: string;
  readonly finding: string;
  readonly remedy: string;
  /** A near name: `721 "Electronics"`. */
  readonly suggestion?: string;
}

/** A problem without its location: the part that a check can tell from the value alone. */
export type Finding = Pick<Problem, 'rule' | 'finding'> & Partial<Pick<Problem, 'remedy' | 'suggestion' | 'level'>>;

/** Every rule: what it requires, or warns of, and what to do about a problem that names no remedy of its own. */
export const rules = {
  'source-folder': {
    meaning: 'the source folder is there',
    remedy: 'use --data to name the folder that holds providers, categories and courses',
  },
  'source-kind': {
    meaning: 'the source folder holds providers and courses',
    remedy: 'add a file or folder with that name: .json, .ndjson, .jsonl, .yaml, .yml or .csv',
  },
  'source-name': {
    meaning: 'warning: a file is not read although its name suggests that it should be',
    remedy: 'rename it if it belongs to the catalog',
  },
  'file-readable': { meaning: 'files can be read', remedy: 'make it a regular file that you may read' },
  'file-encoding': { meaning: 'files are UTF-8', remedy: 'save the file as UTF-8' },
  'file-syntax': { meaning: 'files are valid JSON, YAML or CSV', remedy: 'fix the syntax here' },
  'source-size': {
    meaning:
      'a YAML file has at most 32 MB, a CSV row 64 MB, a line of NDJSON 256 MB, a value of JSON 512 MB, and the texts of a course 64 MB together',
    remedy: 'split the file, or shorten the record; an NDJSON file may be of any size, with one record per line',
  },
  'csv-header': {
    meaning: 'the header names each field once',
    remedy: 'the first row must name the fields, each once',
  },
  'csv-row': {
    meaning: 'each row has as many cells as the header',
    remedy: 'give every row as many cells as the first row; quote text that contains a comma',
  },
  'record-shape': { meaning: 'a record is an object', remedy: 'a record must be an object of named fields' },
  'field-unknown': {
    meaning: 'a record has only fields of the source format',
    remedy: 'remove the field or correct its name',
  },
  'field-missing': { meaning: 'a record has every other required field', remedy: 'add the field' },
  'id-missing': { meaning: 'a record has an id', remedy: 'add an id that no other record of its kind has' },
  'field-value': { meaning: 'each field has a value of the right kind, once', remedy: 'correct the value' },
  'text-unicode': {
    meaning: 'no text contains an unpaired surrogate',
    remedy: 'remove the lone surrogate (\\ud800 to \\udfff)',
  },
  'provider-known': {
    meaning: 'the provider of a course is in `providers`',
    remedy: 'add the provider to providers, or use the id of one that is listed there',
  },
  'category-known': {
    meaning: 'the categories of a course are in `categories`',
    remedy: 'add the category to categories, or use the id of one that is listed there',
  },
  'language-known': {
    meaning:
      'the languages of a course are in `languages` if there is such a file; the language of `import --language` is known',
    remedy: 'add the language to languages, or use one that is listed there',
  },
  'id-unique': { meaning: 'ids are unique within their kind', remedy: 'give one of the two another id' },
  'title-reference': {
    meaning: 'warning: a title holds a character reference such as `&amp;`',
    remedy: 'write the character itself: pages show it, but clients of the API get the title as it stands',
  },
  'title-form': {
    meaning:
      'warning: a title is an address, holds a control character, a line end, a mark that overrides the direction of text or one that is not closed, or has more than 1,000 characters; of `add --from-issue`, an error for any text on one line',
    remedy: 'write the title of the course, on one line, without characters that nobody sees',
  },
  'linkurl-scheme': {
    meaning: 'warning: an address begins with a host such as `ocw.mit.edu/`, and has no `https://`',
    remedy: 'put https:// in front of it if it is an address; as it stands, it is a path, and gets no link',
  },
  'linkurl-form': {
    meaning:
      'warning: an address is a word, is a `javascript:` or `data:` address, holds white space, an invisible character, a second `https://` or a reference such as `&amp;`, leads above the root of the site by `..`, or has more than 8,000 characters; of `add --from-issue`, an error, and so is an address that is not on the web',
    remedy: 'correct the address, or percent-encode the character if it belongs there',
  },
  'linkurl-unique': {
    meaning:
      'no two courses have the same `linkurl`; warning of `add`: another course has the address but for its scheme, fragment or last slash',
    remedy: 'keep only one of the two: the address of a course is the MD5 of its linkurl',
  },
  'date-future': {
    meaning: 'warning: `date_published` is more than two years ahead',
    remedy: 'correct the year if it is wrong',
  },
  'date-time': {
    meaning: 'warning: a field for a day, such as `start_date`, has a time of day',
    remedy: 'write the day alone, and the time into `description` or a custom field',
  },
  'categories-many': {
    meaning: 'warning: a course is in more than 1,000 categories, and all of their lists name them all',
    remedy: 'keep the most important ones: each of their lists names them all, so the output grows with their square',
  },
  'category-cycle': {
    meaning: 'no category is its own ancestor',
    remedy: 'make one of these categories top-level by removing its parent',
  },
  'language-folder': {
    meaning: 'a language name can be the name of a folder on every system',
    remedy:
      'a language name becomes a folder name: no / \\ ? # % : * " < > |, no control characters, no dot or space at either end, no name reserved by Windows, at most 255 bytes',
  },
  'language-duplicate': {
    meaning: 'no two language names are the same folder on any system',
    remedy: 'spell the language the same way everywhere: some file systems cannot hold both folders',
  },
  'courses-empty': { meaning: 'warning: there is no course', remedy: 'add courses; until then every list is empty' },
  'init-kept': {
    meaning: 'warning of `init`: an existing file does not match the requested options',
    remedy: 'edit the file, or remove it and run init again',
  },
  'public-folder': {
    meaning: 'the folder of `--public` is there, apart from the source and the output',
    remedy: 'use --public to name a folder of files to publish that you may read, outside the source and the output',
  },
  'public-file': {
    meaning:
      'no file in the public folder has the name of one that the build writes, and no link leads out of it; warning: one lies in `docs/assets/`, which browsers cache for a year',
    remedy: 'rename the file, make it readable, or remove it',
  },
  'host-budget': {
    meaning:
      'the output is within the limits of the host: a warning near a limit or above that of a plan, an error above any other',
    remedy: 'use another host, or make the catalog smaller; a larger --page-size makes fewer files',
  },
  'host-page-links': {
    meaning: 'warning: the host cannot do what `--page-links` asks for',
    remedy: 'omit --page-links, or set it to path',
  },
  'host-index-file': {
    meaning: 'warning: the host cannot do what `--index-file` asks for',
    remedy: 'omit --index-file',
  },
  'host-prefix': {
    meaning: 'warning: the host cannot serve the output folder under the path of the base URL as it is',
    remedy: 'see the notes that the build prints',
  },
  'host-precompress': {
    meaning: 'warning: the host does not use the files of `--precompress`',
    remedy: 'omit --precompress',
  },
  'against-folder': {
    meaning: 'the folder of `--against` holds a build, and can be read',
    remedy: 'build first, or use --against to name the folder of a build that you may read',
  },
  'preview-folder': {
    meaning: 'the folder to be served holds a build',
    remedy: 'build first: npx --no static-course-catalog build',
  },
  'output-folder': {
    meaning: 'the output folder was made by this tool, or is new or empty, and is apart from the source',
    remedy: 'use --out to name a new or empty folder, or one that this tool created',
  },
  'output-file': {
    meaning: 'no file that this tool did not write is where the build writes one',
    remedy: 'move the file to the --public folder if you want to publish it; otherwise remove it',
  },
  'output-busy': {
    meaning: 'no other build works on the output folder',
    remedy: 'wait for that build to finish, or stop it',
  },
  'output-leftover': {
    meaning: 'warning: a temporary file or folder of the build cannot be removed',
    remedy: 'remove it; the next build also tries to',
  },
  'source-changed': {
    meaning: 'nobody writes to a source file while it is read',
    remedy: 'build again once nothing is writing to it',
  },
  'shard-missing': {
    meaning: 'a merge finds the finished results of every shard',
    remedy: 'run that shard, then merge again',
  },
  'shard-busy': {
    meaning: 'no shard is being built while it is merged',
    remedy: 'wait for that shard to finish, then merge again',
  },
  'shard-unique': { meaning: 'no two different shards have the same number', remedy: 'remove one of the two' },
  'shard-other': {
    meaning: 'all shards were built by the same version, with the same Node, options and number of shards',
    remedy: 'run that shard again with the options and the version of the merge',
  },
  'shard-damaged': { meaning: 'every file of a shard is intact', remedy: 'run that shard again' },
  'shards-folder': {
    meaning:
      'the folder of `--shards` or `--merge` is outside the source and the output, and a shard has a folder of its own in it',
    remedy:
      'use --shards and --merge to name a folder outside the source and the output, in which a shard has a folder of its own',
  },
  'journal-line': {
    meaning: 'a journal is intact',
    remedy: 'restore it from Git, or remove it to begin a new one, in which every course counts as created',
  },
  'journal-file': {
    meaning:
      'the file of `--journal` is outside the output and the public folder, and in the source only as a hidden file',
    remedy: 'name a file that no build publishes or reads as a source',
  },
  'journal-busy': {
    meaning: 'no other build keeps the same journal at the same time, whatever its output folder',
    remedy: 'wait for that build to finish, or stop it',
  },
  'diff-base': {
    meaning: 'what the catalog is compared with can be read',
    remedy: 'name a folder, a revision of Git such as origin/main, or the address of a published site',
  },
  'journal-time': {
    meaning: 'the time of the changes is known',
    remedy: 'set --at or SOURCE_DATE_EPOCH, or commit the source with Git, in a clone with the whole history',
  },
  'links-line': {
    meaning: 'the history file of `links` is intact',
    remedy: 'restore it, or remove it to begin a new one: every URL is then requested again',
  },
  'links-write': {
    meaning:
      'the history file of `links` can be written, and so can the file of `--report`, which is outside the source folder',
    remedy: 'make it a file that may be replaced',
  },
  'changes-write': {
    meaning:
      'the file of `--changes` can be written, outside the folders that are read or published, and is not the configuration',
    remedy: 'name a file that can be written, outside the source, output and public folders',
  },
  'import-source': {
    meaning: 'what is to be imported can be read',
    remedy: 'name a file that you may read, or an address that answers with one',
  },
  'import-format': {
    meaning: 'what is to be imported is of a known format',
    remedy: 'name the format with --format, or the columns with --map',
  },
  'import-map': {
    meaning: 'the table has the columns that `--map` names',
    remedy: 'write pairs such as title=Name, or one pair on each line of a file',
  },
  'import-edited': {
    meaning: 'the files of an import have a ledger',
    remedy:
      'restore the ledger from Git, which holds the ids; or move or delete the file; or import the list under another name',
  },
  'import-name': {
    meaning: 'it is clear which import a list belongs to',
    remedy: 'say which import it is with --name',
  },
  'import-secret': {
    meaning: 'warning: the address of an import, which is committed, has a password, a token or a key',
    remedy:
      'have it replaced where it is from, since Git keeps it; then import the address with a variable such as ${TOKEN} in its place, within single quotes, under the same --name',
  },
  'import-answers': {
    meaning: 'every line in the file of answers beside a list is one',
    remedy:
      'write one answer on each line, such as provider: Example College, or title=Course for the column of the titles',
  },
  'import-busy': {
    meaning: 'no other import or `add` works on the source folder',
    remedy: 'wait for it to finish, or stop it',
  },
  'import-ledger': {
    meaning: 'the ledger of an import, in `.import/` of the source folder, is intact',
    remedy: 'restore it from Git: it holds every id that was given',
  },
  'import-request': {
    meaning: 'every address of the source answers',
    remedy: 'see whether the address answers in a browser, and import again: what was read is kept for a day',
  },
  'import-robots': {
    meaning: 'the `robots.txt` of the host allows every address',
    remedy: 'ask the host for an export, or for permission to read these addresses',
  },
  'import-address': {
    meaning: 'no redirect leads to a private network, or from https to http',
    remedy: 'name the address itself if you trust it',
  },
  'import-write': {
    meaning:
      'the source folder can be written, and so can the file of `--report`, which is outside that folder and no file that the import reads',
    remedy: 'make sure the folder is writable and has free space, then import again',
  },
  'value-missing': {
    meaning: 'every imported course has a provider and a language',
    remedy: 'give a value for all with an option, or name the column with --map',
  },
  'date-ambiguous': {
    meaning: 'the order of day and month is known',
    remedy: 'say which it is: --date-order dmy or --date-order mdy',
  },
  'add-file': {
    meaning: 'the file that `add` writes to takes the record: it is a list, with columns for all fields',
    remedy: 'name another file of courses with --into, or a new one such as courses/added.yaml',
  },
  'add-issue': {
    meaning: 'the file of `add --from-issue` is the event of an issue with the headings of the form',
    remedy: 'give the JSON of the event, as GITHUB_EVENT_PATH names it, of an issue that the form was filled for',
  },
  'removals-many': {
    meaning: 'a build or an import removes no more courses than `--max-removed` allows',
    remedy:
      'see whether the source is whole; if these courses are to go, repeat it with --max-removed 100%, which --dry-run also takes',
  },
  'output-write': {
    meaning: 'the output can be written',
    remedy: 'make sure the folder and its parent are writable and have free space, then build again',
  },
} as const satisfies Record<string, { readonly meaning: string; readonly remedy: string }>;

export type Rule = keyof typeof rules;

/** Adds a location to a finding. The finding's own remedy, if it has one, replaces the rule's. */
export function problemAt(
  file: string,
  position: Position | undefined,
  subject: string,
  { rule, finding, level = 'error', remedy = rules[rule].remedy, suggestion }: Finding,
): Problem {
  return {
    level,
    rule,
    file,
    ...(position && { position }),
    subject,
    finding,
    remedy,
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** A problem of a file or folder as a whole. */
export function fileProblem(file: string, finding: Finding): Problem {
  return problemAt(file, undefined, '', finding);
}

/** Thrown when a command cannot continue; carries every problem found so far. */
export class ProblemsError extends Error {
  constructor(
    readonly problems: readonly Problem[],
    /** Whether something may have been changed, which the next run completes. */
    readonly mayHaveChanged = false,
    /** The command that continues from here. */
    readonly nextCommand?: { readonly does: string; readonly command: string },
  ) {
    super(problems.map((problem) => problem.finding).join('; '));
    this.name = 'ProblemsError';
  }
}

/** One problem that ends a command. */
export function errorAt(file: string, finding: Finding, position?: Position): ProblemsError {
  return new ProblemsError([problemAt(file, position, '', finding)]);
}

/** A system error as the problem of a file or folder that cannot be written; returns any other error unchanged. */
export function writeProblem(
  path: string,
  error: unknown,
  { mayHaveChanged, ...finding }: Omit<Finding, 'finding'> & { readonly mayHaveChanged?: boolean },
): unknown {
  if (!isSystemError(error)) return error;
  const problem = fileProblem(path, { ...finding, finding: `cannot be written: ${error.message}` });
  return new ProblemsError([problem], mayHaveChanged);
}

/** The problems sorted by file, line and column. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    (a, b) =>
      compareText(a.file, b.file) ||
      (a.position?.line ?? 0) - (b.position?.line ?? 0) ||
      (a.position?.column ?? 0) - (b.position?.column ?? 0) ||
      compareText(a.rule, b.rule) ||
      compareText(a.finding, b.finding),
  );
}

/** Orders texts by code unit: the same on every system and in every locale. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
