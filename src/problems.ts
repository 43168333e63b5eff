// Problems: what is wrong with a person's input, as data. Every rule of the product and its remedy stand in this file.

/** A place in a file. Lines and columns count from 1; in CSV they are the row and the column of the cell. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Problem {
  readonly level: 'error' | 'warning';
  readonly rule: Rule;
  /** The file or folder, named as the person named it. */
  readonly file: string;
  /** Absent where the problem is one of the whole file or folder. */
  readonly position?: Position;
  /** The record spoken of: `course 6002`; empty where there is none. */
  readonly subject: string;
  /** What was found. */
  readonly finding: string;
  /** What to do. */
  readonly remedy: string;
  /** A near name: `721 "Electronics"`. */
  readonly suggestion?: string;
}

/** What is known of a problem before its place is: the part that a check can tell from a value alone. */
export type Finding = Pick<Problem, 'rule' | 'finding'> & Partial<Pick<Problem, 'remedy' | 'suggestion' | 'level'>>;

/** Every rule with its remedy. A new rule needs a line here; the README's list of rules is held against it. */
export const rules = {
  'source-folder': 'name the folder that holds providers, categories and courses with --data',
  'source-kind': 'add a file or a folder of that name: .json, .ndjson, .jsonl, .yaml, .yml or .csv',
  'source-name': 'rename it if it belongs to the catalog',
  'file-readable': 'make it a file that this user may read',
  'file-encoding': 'save the file as UTF-8',
  'file-syntax': 'correct the file here',
  'csv-header': 'the first row names the fields, each once',
  'csv-row': 'give every row as many cells as the first row has; put quotes round text that holds a comma',
  'record-shape': 'a record is an object of named fields',
  'field-unknown': 'remove the field or correct its name',
  'field-missing': 'add the field',
  'field-value': 'correct the value',
  'text-unicode': 'remove the lone half of a surrogate pair (\\ud800 to \\udfff)',
  'provider-known': 'add the provider to providers, or name one that is there by its id',
  'category-known': 'add the category to categories, or name one that is there by its id',
  'language-known': 'add the language to languages, or name one that is there',
  'id-unique': 'give one of the two another id',
  'linkurl-unique': 'keep one of the two; the MD5 of linkurl is the address of the course',
  'category-cycle': 'make one of these categories a top-level one by removing its parent',
  'language-folder':
    'a language name becomes a folder: no / \\ ? # % : * " < > |, no control character, no dot at either end, no space at either end, no name that Windows reserves, at most 255 bytes',
  'language-twins': 'spell the language in one way everywhere: some systems cannot hold both folders',
  'courses-empty': 'add courses; until then every list is empty',
  'init-kept': 'change the file, or remove it and run init again',
  'public-folder':
    'name a folder of files to publish that this user may read, apart from source and output, with --public',
  'public-file': 'rename the file, let this user read it, or remove it',
  'host-budget': 'publish on another host, or make the catalog smaller: larger pages make fewer files',
  'host-page-links': 'leave --page-links out, or name path',
  'host-index-file': 'leave --index-file out',
  'host-prefix': 'see the notes of the build',
  'host-precompress': 'leave --precompress out',
  'against-folder': 'build first, or name the folder of a build that this user may read with --against',
  'preview-folder': 'build first: npx course-catalog build',
  'output-folder': 'name an empty or new folder, or one that this tool made, with --out',
  'output-file': 'move the file to the folder given by --public if it is to be published, or remove it',
  'output-busy': 'wait until that build is done, or end it',
  'source-changed': 'build again once nobody writes to it',
  'changes-write': 'name a file that can be written, outside the source, the output and the public folder',
  'output-write': 'see to it that it and the folder it lies in can be written and have room, then build again',
} as const satisfies Record<string, string>;

export type Rule = keyof typeof rules;

/** Makes a problem of a finding by telling where it stands; the rule's remedy holds unless the finding has its own. */
export function problemAt(file: string, position: Position | undefined, subject: string, found: Finding): Problem {
  const { rule, finding, level = 'error', remedy = rules[rule], suggestion } = found;
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

/** Thrown where nothing can go on; carries every problem found until then. */
export class ProblemsError extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super(problems.map((problem) => problem.finding).join('; '));
    this.name = 'ProblemsError';
  }
}

/** The same problems in the order of their places: file, line, column. */
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

/** Orders texts by code unit: the same on every system, whatever its locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const shownLength = 60;

/** Names a value in a finding: its kind and, where short enough, itself. Never walks into it, however deep it is. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  switch (typeof value) {
    case 'string':
      return value === '' ? 'an empty text' : `the text ${quoteText(value)}`;
    case 'number':
    case 'bigint':
      return `the number ${value}`;
    case 'boolean':
      return String(value);
    case 'undefined':
      return 'nothing';
    default:
      return 'an object';
  }
}

/** A text in quotes, cut to a length that can be read; half surrogates and what cannot be seen are escaped. */
export function quoteText(text: string): string {
  const shown = text.length > shownLength ? `${text.slice(0, shownLength).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return JSON.stringify(shown).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeOf);
}

/** A character as JSON can write it: `\u0007`. */
export function escapeOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
