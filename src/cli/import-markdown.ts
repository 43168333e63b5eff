// The report of imports in Markdown, for people without a terminal: what became of each list, and the lines that answer its questions.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ImportResult } from '../import/import.ts';
import type { Question } from '../import/questions.ts';
import { importLines } from '../import/report.ts';
import { flagOf, optionNames } from '../options/option-table.ts';
import { isInside } from '../paths.ts';
import type { Problem, ProblemsError } from '../text/problems.ts';
import { count } from '../text/number-format.ts';
import { codeBlock, markdownText } from '../text/markdown.ts';
import { problemLine } from '../text/messages.ts';
import { escapeInvisible, printed } from '../text/terminal.ts';
import type { ImportRun } from './import-one.ts';
import { answerLine } from './list-folder.ts';
import type { Io, Session } from './session.ts';

export type ImportOutcome = ImportRun & (SuccessfulImport | FailedImport);

interface SuccessfulImport {
  readonly result: ImportResult;
}

interface FailedImport {
  readonly error: ProblemsError;
  /** What it has to ask; the error has a problem for each. */
  readonly questions: readonly Question[];
}

/** A question in words, and the line of the file of answers that answers it, up to the answer or with one that is proposed. */
interface AnswerLine {
  readonly question: readonly string[];
  readonly line: string;
}

/** An issue on GitHub has at most 65,536 characters. */
const maxLength = 50_000;
/** More of a kind only make it long. */
const maxItems = 20;

/** The report, as far as it fits into an issue on GitHub; the imports that failed come first. */
export function importsMarkdown(outcomes: readonly ImportOutcome[], { io, options }: Session): string {
  const ordered = outcomes.toSorted((a, b) => Number('error' in b) - Number('error' in a));
  let report = '';
  for (const [index, outcome] of ordered.entries()) {
    const body = 'error' in outcome ? failureOf(outcome, io, options) : resultOf(outcome, io, options);
    const section = [`### ${markdownText(outcome.input)}`, ...body].join('\n\n');
    if (report.length + section.length > maxLength && index > 0)
      return `${report}… and ${count(ordered.length - index, 'more list')}\n`;
    report += `${section}\n\n`;
  }
  return report;
}

function resultOf(
  { result, answersFile }: ImportRun & SuccessfulImport,
  io: Io,
  { data, dryRun }: Session['options'],
): string[] {
  // The last of them says what to type next.
  const lines = importLines(result, data, dryRun).slice(0, -1);
  const optional = result.optionalQuestions.map(lineOfQuestion);
  return [
    codeBlock(lines.map((text) => printed(text, false))),
    ...(answersFile === undefined || optional.length === 0
      ? []
      : ['This may be answered, too, or left open.', ...answersFor(answersFile, optional, io)]),
  ];
}

function failureOf(
  { error, questions, answersFile, input }: ImportRun & FailedImport,
  io: Io,
  { data }: Session['options'],
): string[] {
  const isAsked = (problem: Problem) => questions.length > 0 || lineOfProblem(problem) !== undefined;
  const others = error.problems.filter((problem) => answersFile === undefined || !isAsked(problem));
  // Somebody edited them there.
  const isInCatalog = ({ file, position }: Problem) => position !== undefined && isInside(resolve(file), resolve(data));
  const edited = new Set(others.filter(isInCatalog).map(({ file }) => file));
  const isOfList = answersFile !== undefined && !others.every(isInCatalog);
  const lines = questions.length > 0 ? questions.map(lineOfQuestion) : error.problems.flatMap(linesOfProblem);
  return [
    ...(error.mayHaveChanged ? [] : ['This list was not imported, and nothing was changed.']),
    ...(others.length > 0 ? [problemItems(others, answersFile)] : []),
    ...(answersFile === undefined
      ? []
      : Array.from(edited, (file) => `Correct the file ${linkTo(file, undefined, io)}.`)),
    ...(isOfList ? [correction(input, answersFile)] : []),
    ...(answersFile === undefined || lines.length === 0 ? [] : answersFor(answersFile, lines, io)),
  ];
}

function problemItems(problems: readonly Problem[], answersFile: string | undefined): string {
  const items = problems.slice(0, maxItems).map((problem) => problemItem(problem, answersFile));
  const more = problems.length - items.length;
  return [...items, ...(more > 0 ? [`- … and ${count(more, 'more problem')}`] : [])].join('\n');
}

function problemItem(problem: Problem, answersFile: string | undefined): string {
  // Whoever has a file for answers has no command line for options.
  const remedy = answersFile !== undefined && problem.remedy.includes('--') ? '' : ` (${problem.remedy})`;
  return `- ${markdownText(problemLine(problem) + remedy)}`;
}

function correction(input: string, answersFile: string): string {
  const answers = existsSync(answersFile) ? `, or the answers in ${markdownText(answersFile)}` : '';
  return existsSync(input)
    ? `Correct the list, and upload it again under the same name${answers}. If it takes the place of another list, delete that one.`
    : 'Upload the list again under this name, or delete the files of its courses in `data/`, and the one in `data/.import/`.';
}

function linesOfProblem(problem: Problem): AnswerLine[] {
  const line = lineOfProblem(problem);
  if (problem.rule === 'import-name' && line !== undefined) {
    const choices = 'Leave the name if it is that list as it is now, or else write a name of its own.';
    return [{ question: [`${problem.file} ${problem.finding}.`, choices], line }];
  }
  const { finding, suggestion } = problem;
  const question = [finding, ...(suggestion === undefined ? [] : [`Did you mean ${suggestion}?`])];
  return line === undefined ? [] : [{ question, line }];
}

function lineOfQuestion(question: Question): AnswerLine {
  const { text, finding, option, prefix, choices = [], labels = {}, skipValue, proposal } = question;
  // On a terminal, an empty answer skips them.
  const leaving = `Give them one, or skip these courses by a line of its own, skip-missing: ${skipValue}`;
  const proposed = proposal === undefined ? '' : ` ${proposal}`;
  if (skipValue !== undefined) return { question: [finding, leaving], line: answerLine(option) + proposed };
  const named = (choice: string) => (labels[choice] === undefined ? choice : `${choice} (${labels[choice]})`);
  const shown = choices.filter((choice) => choice !== '').map((choice) => `  ${named(choice)}`);
  const more = shown.length > maxItems ? ['  …'] : [];
  const answers = shown.length > 0 ? ['One of these:', ...shown.slice(0, maxItems), ...more] : [];
  return { question: [text, ...answers], line: prefix ?? answerLine(option) + proposed };
}

/** The line that would help with a problem: another answer, or permission to remove courses. */
function lineOfProblem({ rule, file, suggestion }: Problem): string | undefined {
  if (rule === 'removals-many') return answerLine('maxRemoved');
  if (rule === 'import-name' && suggestion !== undefined) return suggestion.replace('--name', answerLine('name'));
  const option = optionNames.find((name) => flagOf(name) === file);
  return option === undefined || option === 'map' ? undefined : answerLine(option);
}

function answersFor(file: string, questions: readonly AnswerLine[], io: Io): string[] {
  const lines = questions
    .flatMap(({ question, line }) => [...question.map((text) => `# ${text}`), line])
    .map(escapeInvisible);
  const isThere = existsSync(file);
  const name = isThere
    ? 'Complete or correct these lines in'
    : 'Write the answers behind these lines, or correct those that are proposed, in';
  const where = linkTo(file, isThere ? undefined : lines, io);
  return [`${name} the file ${where}, and commit it. Lines with \`#\` are remarks.`, codeBlock(lines)];
}

/** The name of a file, which leads to where it is edited or begun with these lines. */
function linkTo(file: string, lines: readonly string[] | undefined, io: Io): string {
  const link = editLink(file, lines, io);
  return link === undefined ? markdownText(file) : `[${markdownText(file)}](${link})`;
}

/** More than this does not fit into an address. */
const maxPrefilled = 4000;

/** The page of GitHub on which a file is edited, or begun with these lines; undefined elsewhere. */
function editLink(file: string, lines: readonly string[] | undefined, { env }: Io): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_REF_NAME: branch } = env;
  if (server === undefined || repository === undefined || branch === undefined) return undefined;
  const place = `${server}/${repository}`;
  if (lines === undefined) return `${place}/edit/${inPath(branch)}/${inPath(file)}`;
  const value = encoded(`${lines.join('\n')}\n`);
  const prefilled = value.length > maxPrefilled ? '' : `&value=${value}`;
  return `${place}/new/${inPath(branch)}?filename=${encoded(file)}${prefilled}`;
}

function inPath(text: string): string {
  return text.split('/').map(encoded).join('/');
}

/** A text in an address, in which no character ends a link in Markdown. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('(', '%28').replaceAll(')', '%29');
}
