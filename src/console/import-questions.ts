// Questions of an import: asked on a terminal, one after another; elsewhere answered by one command line, ready to copy.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import input from '@inquirer/input';
import select from '@inquirer/select';
import { valueWithAnswer } from '../import/fields/map.ts';
import type { ImportOptions, ImportResult } from '../import/import.ts';
import { answerOptions, OpenQuestions, type Question } from '../import/questions.ts';
import { importFiles } from '../import/write/existing-records.ts';
import { ledgerPath, ledgerText, readLedger } from '../import/write/ledger.ts';
import { packageName } from '../init/project.ts';
import { resolveOptions } from '../options/configuration.ts';
import { flagOf, optionTable, optionNamesOf, type Options } from '../options/option-table.ts';
import { textOf, whyInvalid } from '../options/value-kinds.ts';
import { ProblemsError, type Problem } from '../problems.ts';
import { writeSideFiles } from '../storage/side-files.ts';
import { problemLines } from '../text/messages.ts';
import { shellWord } from '../text/shell.ts';
import { line, escapeInvisible } from '../text/terminal.ts';
import { prompt, type Terminal } from './prompt.ts';
import { Interrupted, print, say, terminalOf, type Session } from './session.ts';

type Answers = Readonly<Record<string, string>>;

/**
 * Imports, asks on a terminal for what the import cannot decide, and imports again, until it can. The answers are kept even if
 * it fails in the end.
 */
export async function importAsking(
  options: ImportOptions,
  session: Session,
  command: 'import' | 'init',
  work: (options: ImportOptions) => Promise<ImportResult>,
): Promise<ImportResult> {
  const terminal = terminalOf(session);
  const answers: Record<string, string> = {};
  try {
    for (;;) {
      try {
        const result = await work(withAnswers(options, answers));
        if (options.dryRun) keepAnswers(options, answers);
        return result;
      } catch (error) {
        if (!(error instanceof ProblemsError)) throw error;
        const questions = error instanceof OpenQuestions ? error.questions : [];
        if (error instanceof OpenQuestions) showMap(error, session);
        // Without the answers that the import could not use, it asks again.
        const wrong = answerOptions.filter(
          (name) => name in answers && error.problems.some(({ file }) => file === flagOf(name)),
        );
        const problems = withLedgerAsFile(error.problems, options, session);
        if (terminal === undefined || (questions.length === 0 && wrong.length === 0)) throw error;
        if (questions.length === 0 || problems.some((problem, index) => problem !== error.problems[index]))
          say(session.io, ...problemLines(problems));
        for (const name of wrong) delete answers[name];
        for (const question of questions) {
          const answer = await askQuestion(question, terminal);
          answers[question.option] = valueWithAnswer(question, answer, withAnswers(options, answers));
          // What else is asked depends on how the text reads.
          if (question.option === 'encoding') break;
        }
      }
    }
  } catch (error) {
    const answersFile = keepAnswers(options, answers);
    const changed = answersFile && `nothing was written but your answers, in ${answersFile}; the same command goes on`;
    if (error instanceof Interrupted) throw new Interrupted(error.signal, changed);
    if (!(error instanceof ProblemsError)) throw error;
    const nextCommand = nextCommandFrom(error, answersFile, withAnswers(options, answers), session, command);
    throw new ProblemsError(withLedgerAsFile(error.problems, options, session), error.mayHaveChanged, nextCommand);
  }
}

/** Shows the map where columns are asked for: a dry run prints it, to be saved. */
function showMap({ questions, map }: OpenQuestions, { io, options: { dryRun, json, quiet } }: Session): void {
  if (map === '' || json || quiet || !questions.some(({ prefix }) => prefix !== undefined)) return;
  const lines = map.trimEnd().split('\n');
  const answered = lines.filter((pair) => !/^# \w+=$/u.test(pair)).map((pair) => line`  ${pair}`);
  if (dryRun) print(io, ...lines);
  else say(io, 'What is known of the columns:', ...answered);
}

/** Asks for one of the choices, which may be typed by their numbers, or for a text that the option accepts. */
async function askQuestion(question: Question, terminal: Terminal): Promise<string> {
  const { option, choices, labels = {}, suggestion, prefix = '' } = question;
  // It may quote what the list holds.
  const message = escapeInvisible(question.text);
  const fallback = suggestion !== undefined && { default: suggestion };
  if (choices !== undefined) {
    const named = choices.map((value) => ({
      value,
      name: escapeInvisible(labels[value] ?? (value || 'none of these')),
    }));
    const config = { message, choices: named, ...fallback, theme: { indexMode: 'number' as const } };
    return prompt(terminal, async (context) => select<string>(config, context));
  }
  const validate = (text: string) => whyInvalid(prefix + text.trim(), optionTable[option]) ?? true;
  const config = { message, ...fallback, validate };
  return (await prompt(terminal, async (context) => input(config, context))).trim();
}

/** The problems of an import. A problem with an answer to an earlier import is located in the file that keeps the answer. */
function withLedgerAsFile(
  problems: readonly Problem[],
  options: ImportOptions,
  { origins }: Session,
): readonly Problem[] {
  const earlier = answerOptions.filter((name) => options[name] !== undefined && !origins.has(name)).map(flagOf);
  const file = ledgerPath(options.data, options.name);
  return problems.map((problem) => {
    if (!earlier.some((option) => option === problem.file)) return problem;
    return { ...problem, file, finding: `an answer that was kept no longer fits: ${problem.finding}` };
  });
}

/** The command that continues after an import failed; undefined if the problems say enough. */
function nextCommandFrom(
  error: ProblemsError,
  answersFile: string | undefined,
  options: ImportOptions,
  session: Session,
  command: 'import' | 'init',
) {
  if (error instanceof OpenQuestions) {
    const answers = suggestedAnswers(error.questions, options);
    return { does: 'All of it in one command', command: commandLine(command, session, answers) };
  }
  if (command === 'import' && answersFile === undefined) return undefined;
  const but = answersFile === undefined ? '' : ` but your answers, in ${answersFile}`;
  const does = `${error.mayHaveChanged ? '' : `Nothing was written${but}. `}Once that is corrected, go on with`;
  return { does, command: commandLine(command, session, {}) };
}

function withAnswers(options: ImportOptions, answers: Answers): ImportOptions {
  const { options: read } = resolveOptions({ flags: answers, environment: {}, config: undefined });
  return { ...options, ...Object.fromEntries(Object.keys(answers).map((name) => [name, Reflect.get(read, name)])) };
}

/**
 * Keeps answers in the ledger of the import, which may not have been carried out yet; returns its path. Undefined if there are
 * none, or if there are courses whose ledger was lost, which a new one would hide.
 */
function keepAnswers({ data, name, source }: ImportOptions, answers: Answers): string | undefined {
  const path = ledgerPath(data, name);
  const ledger = readLedger(data, name);
  const isLost = ledger === undefined && existsSync(join(data, importFiles(name).courses));
  if (Object.keys(answers).length === 0 || isLost) return undefined;
  const before = ledger ?? { source, format: '', options: {}, files: {}, providers: [], categories: [], courses: [] };
  const text = ledgerText({ ...before, options: { ...before.options, ...answers } }, data)(before.files);
  const problems = writeSideFiles([[path, [text]]], { rule: 'import-write' });
  if (problems.length > 0) throw new ProblemsError(problems);
  return path;
}

/** The suggested answers; without a suggestion, a placeholder or the choices. */
function suggestedAnswers(questions: readonly Question[], before: ImportOptions): Answers {
  const answers: Record<string, string> = {};
  for (const question of questions) {
    const { option, choices, suggestion, prefix } = question;
    const kind = optionTable[option].placeholder?.toUpperCase() ?? '';
    const value = choices !== undefined && choices.length < 5 ? choices.join('|') : kind;
    const open = prefix === undefined ? value : prefix.endsWith(':=') ? 'ADDRESS' : 'COLUMN';
    answers[option] = valueWithAnswer(question, suggestion ?? open, option in answers ? answers : before);
  }
  return answers;
}

/** The command line of a session, with answers in place of what was typed. */
function commandLine(command: 'import' | 'init', { argument, origins, options: typed }: Session, answers: Answers) {
  const names = optionNamesOf(command).filter((name) => name in answers || origins.get(name) === flagOf(name));
  const valueOf = (name: keyof Options) =>
    shellWord(answers[name] ?? textOf(typed[name], optionTable[name].isList ?? false));
  const options = names.flatMap((name) => [
    flagOf(name),
    ...(optionTable[name].placeholder === undefined ? [] : [valueOf(name)]),
  ]);
  const words = argument === undefined ? [] : [shellWord(argument)];
  // Whoever begins a catalog may not have installed the command there yet.
  return ['npx', command === 'init' ? packageName : 'course-catalog', command, ...words, ...options].join(' ');
}
