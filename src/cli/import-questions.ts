// Questions of an import: asked on a terminal, one after another; elsewhere answered by one command line, ready to copy.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import input from '@inquirer/input';
import select from '@inquirer/select';
import { withLedgerAsFile } from './actions/import.ts';
import { mapWithPair } from '../import/fields/map.ts';
import type { ImportOptions, ImportResult } from '../import/import.ts';
import { unanswered, type AskedOption, type OpenQuestions, type Question } from '../import/questions.ts';
import { npxCommand } from './init/project.ts';
import { configFile, resolveOptions } from '../options/configuration.ts';
import { customFieldsIn } from '../options/custom-fields.ts';
import { flagOf, optionTable, optionNamesOf, positiveFlagOf, type Options } from '../options/option-table.ts';
import { textOf, whyInvalid } from '../options/value-kinds.ts';
import { ProblemsError } from '../text/problems.ts';
import { shellWord } from '../text/shell.ts';
import { bold, escapeInvisible, line } from '../text/terminal.ts';
import { prompt, type Terminal } from './prompt.ts';
import { Interrupted, print, say, terminalOf, type Session } from './session.ts';

type Answers = Readonly<Partial<Record<AskedOption, string>>>;

/**
 * Imports, asks on a terminal for what the import cannot decide, and imports again, until it can. The answers are kept with what the
 * import writes, and nowhere else: if it ends otherwise, the command that goes on repeats them.
 */
export async function importAsking(
  options: ImportOptions,
  session: Session,
  command: 'import' | 'init',
  work: (options: ImportOptions, offersFields: boolean) => Promise<ImportResult | OpenQuestions>,
): Promise<ImportResult> {
  const terminal = terminalOf(session);
  // Fields that are chosen here go to the configuration file that `init` writes.
  const hasConfiguration = existsSync(join(session.io.cwd(), configFile));
  const beginsCatalog = command === 'init' && !session.origins.has('fields') && !hasConfiguration;
  const answers: Partial<Record<AskedOption, string>> = {};
  try {
    for (;;) {
      const outcome = await work(withAnswers(options, answers), beginsCatalog && answers.fields === undefined);
      if (!('questions' in outcome)) {
        if (options.dryRun && hasAnswers(answers)) {
          const given = new Map([...session.origins].filter(([name]) => name !== 'dryRun'));
          const whole = commandLine(command, { ...session, origins: given }, answers);
          say(session.io, 'Import it with your answers:', line`  ${bold(whole)}`);
        }
        return outcome;
      }
      showColumns(outcome, session);
      if (terminal === undefined) throw unansweredWith(outcome, options, session, command);
      for (const question of outcome.questions) {
        Object.assign(answers, await askQuestion(question, withAnswers(options, answers), terminal));
        // What else is asked depends on how the text reads.
        if (question.option === 'encoding' || question.option === 'headings') break;
      }
    }
  } catch (error) {
    if (error instanceof Interrupted && hasAnswers(answers)) {
      const goOn = `nothing was written; go on with your answers: ${commandLine(command, session, answers)}`;
      throw new Interrupted(error.signal, goOn);
    }
    if (!(error instanceof ProblemsError)) throw error;
    const isRepeated = error.nextCommand === undefined && (command === 'init' || hasAnswers(answers));
    const does = `${error.mayHaveChanged ? '' : 'Nothing was written. '}Once that is corrected, go on with`;
    const nextCommand = isRepeated ? { does, command: commandLine(command, session, answers) } : error.nextCommand;
    throw new ProblemsError(
      withLedgerAsFile(error.problems, options, session.origins),
      error.mayHaveChanged,
      nextCommand,
    );
  }
}

const hasAnswers = (answers: Answers) => Object.keys(answers).length > 0;

/** The open questions as problems, with the command that answers all of them. */
function unansweredWith(
  open: OpenQuestions,
  options: ImportOptions,
  session: Session,
  command: 'import' | 'init',
): ProblemsError {
  const { problems } = unanswered(open);
  const whole = commandLine(command, session, placeholders(open.questions, options));
  return new ProblemsError(problems, false, { does: 'All of it in one command', command: whole });
}

/** Shows what is known of the columns where some are asked for: a dry run prints their map, to be saved. */
function showColumns({ questions, map, columns }: OpenQuestions, { io, options }: Session): void {
  const { dryRun, json, quiet } = options;
  if (map === '' || json || quiet || !questions.some(({ prefix }) => prefix !== undefined)) return;
  if (dryRun) print(io, ...map.trimEnd().split('\n'));
  else if (columns !== '') say(io, line`What is known of the columns: ${columns}`);
}

/** Asks for one of the choices, which may be typed by their numbers, or for a text that the import accepts; returns it as options. */
async function askQuestion(question: Question, options: ImportOptions, terminal: Terminal): Promise<Answers> {
  const { option, choices, labels = {}, suggestion, proposal = suggestion, prefix, skipValue } = question;
  // It may quote what the list holds.
  const message = escapeInvisible(question.text);
  // An empty answer may be one of its own.
  const fallback = proposal !== undefined && skipValue === undefined && { default: proposal };
  const valueOf = (answer: string) =>
    prefix === undefined ? answer : mapWithPair(options.map ?? '', prefix + answer, options.fields);
  if (choices !== undefined) {
    const named = choices.map((value) => ({
      value,
      name: escapeInvisible(labels[value] ?? (value || 'none of these')),
    }));
    const config = { message, choices: named, ...fallback, theme: { indexMode: 'number' as const } };
    return { [option]: valueOf(await prompt(terminal, async (context) => select<string>(config, context))) };
  }
  const read = readerOf(question);
  const validate = (text: string) => {
    const answer = skipValue !== undefined && text.trim() === '' ? undefined : read(text.trim());
    return answer !== undefined && 'fault' in answer ? answer.fault : true;
  };
  const typed = (await prompt(terminal, async (context) => input({ message, ...fallback, validate }, context))).trim();
  if (skipValue !== undefined && typed === '') return { skipMissing: [...options.skipMissing, skipValue].join(',') };
  const answer = read(typed);
  return 'value' in answer ? { [option]: valueOf(answer.value) } : {};
}

/** Reads an answer as the question says, or else as the option does. */
function readerOf({ option, prefix = '', read }: Question): NonNullable<Question['read']> {
  return (typed) => {
    const answer = read?.(typed) ?? { value: typed };
    if ('fault' in answer) return answer;
    const fault = whyInvalid(prefix + answer.value, optionTable[option]);
    return fault === undefined ? answer : { fault };
  };
}

function withAnswers(options: ImportOptions, answers: Answers): ImportOptions {
  const { options: read } = resolveOptions({ flags: answers, environment: {}, config: undefined });
  return { ...options, ...Object.fromEntries(Object.keys(answers).map((name) => [name, Reflect.get(read, name)])) };
}

/** What stands for each answer in a command line: never a guess, which would be run as it stands. */
function placeholders(questions: readonly Question[], { map = '', fields }: ImportOptions): Answers {
  const answers: Partial<Record<AskedOption, string>> = {};
  for (const { option, choices, prefix, open } of questions) {
    if (prefix !== undefined) {
      const pair = open ?? prefix + (prefix.endsWith(':=') ? 'ADDRESS' : 'COLUMN');
      answers.map = mapWithPair(answers.map ?? map, pair, fields);
    } else {
      const kind = optionTable[option].placeholder?.toUpperCase() ?? '';
      answers[option] = choices !== undefined && choices.length < 5 ? choices.join('|') : kind;
    }
  }
  return answers;
}

/** The one of two flags that says a value, or both for an answer that is open. */
function negatedFlag(name: keyof Options, value: string): string {
  if (value === 'true') return positiveFlagOf(name);
  return value === 'false' ? flagOf(name) : shellWord(`${positiveFlagOf(name)}|${flagOf(name)}`);
}

/** The command line of a session, with answers in place of what was typed. */
function commandLine(command: 'import' | 'init', { argument, io, origins, options: typed }: Session, answers: Answers) {
  const given: Partial<Record<keyof Options, string>> = answers;
  const names = optionNamesOf(command).filter((name) => name in given || origins.get(name) === flagOf(name));
  const textsOf: Partial<Record<keyof Options, string>> = {
    fields: JSON.stringify(customFieldsIn(typed.fields)),
    ...(typed.maxRemoved && { maxRemoved: typed.maxRemoved.text }),
    ...given,
  };
  const valueOf = (name: keyof Options) => shellWord(textsOf[name] ?? textOf(typed[name], optionTable[name]));
  const options = names.flatMap((name) => [
    optionTable[name].isNegated === true ? negatedFlag(name, valueOf(name)) : flagOf(name),
    ...(optionTable[name].placeholder === undefined ? [] : [valueOf(name)]),
  ]);
  const words = argument === undefined ? [] : [shellWord(argument)];
  return [npxCommand(command, io.cwd()), command, ...words, ...options].join(' ');
}
