// Messages: problems formatted for people, for GitHub Actions and for programs.
import { posix } from 'node:path';
import { count } from './number-format.ts';
import type { Problem } from '../problems.ts';
import { bold, dim, line, escapeInvisible, yellow, type Text } from './terminal.ts';

/** Problems printed one by one; the rest are only counted. */
const maxShownProblems = 50;

/** Problems as lines: `data/courses/mit.csv:14:7 course 6002: unknown category 712; did you mean 721 "Electronics"?` */
export function problemLines(problems: readonly Problem[]): Text[] {
  const lines: Text[] = problems.slice(0, maxShownProblems).flatMap((problem) => {
    const level = problem.level === 'warning' ? [yellow('warning'), ' '] : '';
    return [
      line`${bold(locationOf(problem))} ${level}${sentenceOf(problem)}`,
      dim(`    ${problem.rule}: ${problem.remedy}`),
    ];
  });
  const hidden = problems.length - maxShownProblems;
  if (hidden > 0) lines.push(`… and ${count(hidden, 'more problem')}; --json prints them all`);
  return lines;
}

/** Problems as annotations, which GitHub Actions shows beside the lines of the source; `folder` is where their paths start, in the repository. */
export function annotationLines(problems: readonly Problem[], folder: string): string[] {
  return problems.slice(0, maxShownProblems).map((problem) => {
    const { file, position, level, rule, remedy } = problem;
    const location = position ? `,line=${position.line},col=${position.column}` : '';
    const message = escapeData(`${sentenceOf(problem)} (${remedy})`);
    return `::${level} file=${escapeProperty(posix.join(folder, file))}${location},title=${escapeProperty(rule)}::${message}`;
  });
}

/** `3 errors and 1 warning`. */
export function countProblems(problems: readonly Problem[]): string {
  const errors = problems.filter(({ level }) => level === 'error').length;
  const parts = [count(errors, 'error'), count(problems.length - errors, 'warning')];
  return parts.filter((part) => !part.startsWith('0 ')).join(' and ');
}

/** A problem as `--json` prints it. */
export function problemData({ position, ...problem }: Problem): object {
  return { ...problem, line: position?.line ?? null, column: position?.column ?? null };
}

/** A problem on one line, without its remedy. */
export function problemLine(problem: Problem): string {
  return `${locationOf(problem)} ${sentenceOf(problem)}`;
}

function locationOf({ file, position }: Problem): string {
  return position ? `${file}:${position.line}:${position.column}` : `${file}:`;
}

function sentenceOf({ subject, finding, suggestion }: Problem): string {
  return `${subject && `${subject}: `}${finding}${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`;
}

/** GitHub Actions commands have their own escapes for line ends and separators. */
function escapeData(text: string): string {
  return escapeInvisible(text).replaceAll('%', '%25');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
