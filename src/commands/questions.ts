// Questions of an import: asked on a terminal, one after another; elsewhere answered by one command line, ready to copy.
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Interrupted, terminalOf, type Session } from '../console/session.ts';
import type { ImportOptions, ImportResult } from '../import/import.ts';
import { ownFiles } from '../import/existing-records.ts';
import { ledgerPath, ledgerText, pathFrom, readLedger } from '../import/ledger.ts';
import { OpenQuestions, valueWith, type Question } from '../import/questions.ts';
import { unwritable } from '../import/write.ts';
import { askQuestion, PromptCancelled } from '../init/ask.ts';
import { packageName } from '../init/project.ts';
import { resolveSettings } from '../options/configuration.ts';
import { textOf } from '../options/parse.ts';
import { optionOf, settings, settingsOf, type Settings } from '../options/settings.ts';
import { ProblemsError } from '../problems.ts';
import { shellWord } from '../text/shell.ts';

/** Options as texts, by name. */
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
      const outcome = await work(withAnswers(options, answers)).catch(openQuestions);
      if (!(outcome instanceof OpenQuestions)) return outcome;
      if (terminal === undefined) throw outcome;
      for (const question of outcome.questions) {
        const answer = await askQuestion(question, terminal);
        answers[question.option] = valueWith(question, answer, withAnswers(options, answers));
      }
    }
  } catch (error) {
    const kept = options.dryRun ? undefined : keepAnswers(options, answers);
    const words = kept && `your answers are kept in ${kept}, and the same command goes on`;
    if (error instanceof PromptCancelled) throw new Interrupted('SIGINT', words);
    if (error instanceof Interrupted) throw new Interrupted(error.signal, words);
    if (!(error instanceof ProblemsError)) throw error;
    throw new ProblemsError(error.problems, error.hasBegun, goOnFrom(error, kept, session, command));
  }
}

function openQuestions(error: unknown): OpenQuestions {
  if (error instanceof OpenQuestions) return error;
  throw error;
}

/** What goes on from an import that failed; undefined if the problems say all. */
function goOnFrom(error: ProblemsError, kept: string | undefined, session: Session, command: 'import' | 'init') {
  if (error instanceof OpenQuestions) {
    return { does: 'All of it in one command', command: commandLine(command, session, givenTo(error.questions)) };
  }
  if (command === 'import' && kept === undefined) return undefined;
  const does = kept === undefined ? 'Once that is corrected' : `Once that is corrected, with your answers from ${kept}`;
  return { does, command: commandLine(command, session, {}) };
}

function withAnswers(options: ImportOptions, answers: Answers): ImportOptions {
  const { settings: read } = resolveSettings({ flags: answers, environment: {}, config: undefined });
  return { ...options, ...Object.fromEntries(Object.keys(answers).map((name) => [name, Reflect.get(read, name)])) };
}

/**
 * Keeps answers in the ledger of the import, which may not have been carried out yet; returns its path. Undefined if there are
 * none, or if there are courses whose ledger was lost, which a new one would hide.
 */
function keepAnswers({ data, name, source }: ImportOptions, answers: Answers): string | undefined {
  const path = ledgerPath(data, name);
  const ledger = readLedger(data, name);
  const isLost = ledger === undefined && existsSync(join(data, ownFiles(name).courses));
  if (Object.keys(answers).length === 0 || isLost) return undefined;
  const before = ledger ?? { source, format: '', options: {}, files: {}, providers: [], categories: [], courses: [] };
  const map = before.options['map'];
  const options = { ...before.options, ...(map !== undefined && { map: pathFrom(data, map) }), ...answers };
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      `${path}.part`,
      ledgerText({ ...before, source: pathFrom(data, before.source), options })(before.files),
    );
    renameSync(`${path}.part`, path);
  } catch (error) {
    throw unwritable(data, error);
  }
  return path;
}

/** The suggested answers; for others, what may be answered. */
function givenTo(questions: readonly Question[]): Answers {
  const answers: Record<string, string> = {};
  for (const question of questions) {
    const { option, choices, suggestion } = question;
    const open = choices !== undefined && choices.length < 5 ? choices.join('|') : option.toUpperCase();
    answers[option] = valueWith(question, suggestion ?? open, answers);
  }
  return answers;
}

/** The command line of a session, with answers in place of what was typed. */
function commandLine(
  command: 'import' | 'init',
  { argument, given, settings: typed }: Session,
  answers: Answers,
): string {
  const names = settingsOf(command).filter((name) => name in answers || given.get(name) === optionOf(name));
  const valueOf = (name: keyof Settings) =>
    shellWord(answers[name] ?? textOf(typed[name], settings[name].isList ?? false));
  const options = names.flatMap((name) => [
    optionOf(name),
    ...(settings[name].placeholder === undefined ? [] : [valueOf(name)]),
  ]);
  const words = argument === undefined ? [] : [shellWord(argument)];
  // Whoever begins a catalog may not have installed the command there yet.
  return ['npx', command === 'init' ? packageName : 'course-catalog', command, ...words, ...options].join(' ');
}
