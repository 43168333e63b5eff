// A folder of lists: an import for each file in it, with the answers that stand in a file beside it.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { importNameFor } from './actions/import.ts';
import { lazy } from '../memoize.ts';
import { attempt, UsageError } from '../text/errors.ts';
import { labelsWith } from '../import/fields/columns.ts';
import { answerOptions } from '../import/questions.ts';
import { orderInNamed, typedDay } from '../options/typed-day.ts';
import { resolveOptions } from '../options/configuration.ts';
import { flagOf, optionTable, positiveFlagOf, type Options } from '../options/option-table.ts';
import { errorAt } from '../text/problems.ts';
import { importOptionsWithAnswers, type ImportRun } from './import-one.ts';
import type { Session } from './session.ts';

const answersEnding = '.answers.txt';
/** Options that a line may answer. The columns of `map` have lines of their own. */
const answerable = [...answerOptions.filter((name) => name !== 'map'), 'maxRemoved', 'name'] as const;

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * The imports of all lists in a folder, those that are there no longer included. Where one list took the place of another, it goes on
 * with the import of that. Throws a ProblemsError if there is none.
 */
export async function listImports(folder: string, session: Session): Promise<ImportRun[]> {
  const { options } = session;
  if (options.name !== undefined) throw new UsageError('--name: each list of a folder has the name of its file');
  const { importNames, readLedger } = await import('../storage/ledger.ts');
  const inputByName = new Map(
    importNames(options.data).map((name) => [name, readLedger(options.data, name)?.input ?? '']),
  );
  const isGone = (input: string) => resolve(dirname(input)) === resolve(folder) && !existsSync(input);
  const gone = [...inputByName].filter(([, input]) => isGone(input));
  const lists = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !isOther.test(entry.name))
    .map(({ name }) => join(folder, name))
    .toSorted();
  const added = lists.filter((input) => !inputByName.has(importNameFor(input)));
  const [[replaced] = []] = gone;
  const isReplaced = gone.length === 1 && added.length === 1;
  const answersOf = (input: string) => lazy(() => readAnswers(answersFileOf(input), options));
  const named = lists.map((input): NamedList => {
    const answers = answersOf(input);
    // What is wrong with its answers, the import itself says.
    const answered = attempt(() => answers().name);
    const given = answered ?? (isReplaced && input === added[0] ? replaced : undefined);
    const name = given ?? importNameFor(input);
    const isNameDerived = given === undefined && !isGone(inputByName.get(name) ?? input);
    return { input, name, isNameDerived, answers };
  });
  if (named.length === 0 && gone.length === 0)
    throw errorAt(folder, { rule: 'import-source', finding: 'holds no list' });
  const names = new Set(named.map(({ name }) => name));
  const left = gone
    .filter(([name]) => !names.has(name))
    .map(([name, input]): NamedList => ({ input, name, isNameDerived: false, answers: answersOf(input) }));
  return [...named, ...left].map((list) => {
    const first = named.find(({ name }) => name === list.name) ?? list;
    return listImport(list, first.input, session);
  });
}

/** Files to skip: hidden files, those of a program that has a list open, answers and explanations. */
const isOther = /^(?:[.~].*|(?:readme|contributing|licen[cs]e|code[_-]of[_-]conduct)(?:\.\w+)?|.*\.answers\.txt)$/iu;

function answersFileOf(input: string): string {
  return join(dirname(input), basename(input, extname(input)) + answersEnding);
}

interface NamedList {
  readonly input: string;
  readonly name: string;
  readonly isNameDerived: boolean;
  /** Reads its answers, once. Throws a ProblemsError for what is none. */
  readonly answers: () => Partial<Options>;
}

/** The import of a list; `first` is the first list of the folder that has its name. */
function listImport(
  { input, name, isNameDerived, answers: read }: NamedList,
  first: string,
  session: Session,
): ImportRun {
  const answersFile = answersFileOf(input);
  const prepare = async () => {
    const answers = read();
    if (first !== input) {
      const finding = `has the name of another list, ${first}: delete the older one of the two, or give this one another name`;
      throw errorAt(input, { rule: 'import-name', finding });
    }
    const origins = new Map(session.origins);
    for (const option of [...answerable, 'map'] as const) if (option in answers) origins.set(option, flagOf(option));
    const options = { ...session.options, ...answers, name };
    const answered = { ...session, argument: input, origins, options };
    return {
      importOptions: { ...(await importOptionsWithAnswers(input, answered)), isNameDerived },
      session: answered,
    };
  };
  return { name, input, inputs: [input, answersFile], answersFile, prepare };
}

/** The answers in a file: lines such as `provider: Example College` for options, `title=Course` for columns. */
function readAnswers(file: string, { fields: table, locale }: Pick<Options, 'fields' | 'locale'>): Partial<Options> {
  const fields = Object.keys(labelsWith(table));
  if (!existsSync(file)) return {};
  const lines = readFileSync(file, 'utf8')
    .replace(/^\ufeff/u, '')
    .split(/\r?\n/u);
  const flags: Record<string, string> = {};
  const pairs: string[] = [];
  for (const line of lines.map((text) => text.trim())) {
    const [, name, value = ''] = /^([a-z-]+)\s*:(?!=)\s*(.*)$/iu.exec(line) ?? [];
    const option = answerable.find((known) => answerLine(known) === `${name?.toLowerCase()}:`);
    const isPair = fields.some((field) => line.startsWith(field) && /^\s*:?=\s*\S/u.test(line.slice(field.length)));
    if (option !== undefined && value !== '') flags[option] = withLine(flags[option], option, value, file);
    else if (isPair) pairs.push(line);
    else if (option === undefined && !/^(?:#|$)|^\w+\s*:?=$/u.test(line))
      throw errorAt(file, { rule: 'import-answers', finding: `expected an answer, got "${line}"` });
  }
  if (pairs.length > 0) flags['map'] = pairs.join(',');
  const day = typedDay(flags['defaultDate'] ?? '', orderInNamed(flags['language'], locale));
  if (day) flags['defaultDate'] = day;
  try {
    const { options } = resolveOptions({ flags, environment: {}, config: undefined });
    return Object.fromEntries(Object.keys(flags).map((name) => [name, Reflect.get(options, name)]));
  } catch (error) {
    if (error instanceof UsageError) throw errorAt(file, { rule: 'import-answers', finding: error.reasons.join('; ') });
    throw error;
  }
}

/** The answer to an option with one more line, if it takes a list. Throws a ProblemsError for a second answer to another one. */
function withLine(earlier: string | undefined, option: keyof Options, value: string, file: string): string {
  if (earlier === undefined) return value;
  if (optionTable[option].isList) return `${earlier},${value}`;
  const finding = `"${answerLine(option)}" has two answers, "${earlier}" and "${value}"`;
  throw errorAt(file, { rule: 'import-answers', finding });
}

/** The line of a file of answers that answers an option, up to the answer. */
export function answerLine(option: keyof Options): string {
  if (option === 'defaultDate') return 'date:';
  return `${positiveFlagOf(option).slice(2)}:`;
}
