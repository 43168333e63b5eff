// Messages: how problems and results read, for people, for GitHub Actions, and for programs.
import { count } from './amounts.ts';
import type { Problem } from './problems.ts';
import { bold, dim, line, visible, yellow, type Text } from './terminal.ts';

/** Problems that are printed one by one; the rest are counted. */
const shownProblems = 50;

/** Problems as lines: `data/courses/mit.csv:14:7 course 6002: unknown category 712; did you mean 721 "Electronics"?` */
export function problemLines(problems: readonly Problem[]): Text[] {
  const shown: Text[] = problems.slice(0, shownProblems).flatMap((problem) => {
    const level = problem.level === 'warning' ? [yellow('warning'), ' '] : '';
    return [
      line`${bold(placeOf(problem))} ${level}${sentenceOf(problem)}`,
      dim(`    ${problem.rule}: ${problem.remedy}`),
    ];
  });
  const rest = problems.length - shownProblems;
  if (rest > 0) shown.push(`… and ${count(rest, 'more problem', 'more problems')}; --json gives them all`);
  return shown;
}

/** The same as annotations of GitHub Actions, which puts them beside the lines of the source. */
export function annotationLines(problems: readonly Problem[]): string[] {
  return problems.slice(0, shownProblems).map((problem) => {
    const { file, position, level, rule, remedy } = problem;
    const place = position ? `,line=${position.line},col=${position.column}` : '';
    const message = escapeData(`${sentenceOf(problem)} (${remedy})`);
    return `::${level} file=${escapeProperty(file)}${place},title=${escapeProperty(rule)}::${message}`;
  });
}

/** `3 errors and 1 warning`. */
export function countProblems(problems: readonly Problem[]): string {
  const errors = problems.filter(({ level }) => level === 'error').length;
  const parts = [count(errors, 'error', 'errors'), count(problems.length - errors, 'warning', 'warnings')];
  return parts.filter((part) => !part.startsWith('0 ')).join(' and ');
}

/** A problem as `--json` gives it. */
export function problemData({ position, ...problem }: Problem): object {
  return { ...problem, line: position?.line ?? null, column: position?.column ?? null };
}

/** A problem in one line, without what to do. */
export function problemLine(problem: Problem): string {
  return `${placeOf(problem)} ${sentenceOf(problem)}`;
}

function placeOf({ file, position }: Problem): string {
  return position ? `${file}:${position.line}:${position.column}` : `${file}:`;
}

function sentenceOf({ subject, finding, suggestion }: Problem): string {
  return `${subject && `${subject}: `}${finding}${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`;
}

/** The commands of GitHub Actions have escapes of their own, for line ends and for what parts them. */
function escapeData(text: string): string {
  return visible(text).replaceAll('%', '%25');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
