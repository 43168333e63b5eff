// Messages: problems formatted for people, for GitHub Actions and for programs.
import { posix } from 'node:path';
import { countEach } from './count-each.ts';
import { count } from './number-format.ts';
import type { Problem } from './problems.ts';
import type { Problem as ReportedProblem } from '../results.ts';
import { bold, dim, line, escapeInvisible, yellow, type Text } from './terminal.ts';

/** Problems that are printed, or groups of equal ones; the rest are only counted. */
const maxShownProblems = 50;
/** Equal problems above which only the first is printed, with their number. */
const maxEqualProblems = 5;
/** Warnings of a rule that are printed: a few show what it is about. */
const maxWarningsOfRule = 5;

/** Problems as lines: `data/courses/mit.csv:14:7 course 6002: unknown category 712; did you mean 721 "Electronics"?` */
export function problemLines(problems: readonly Problem[]): Text[] {
  const shown = shownOf(problems);
  const lines: Text[] = shown.flatMap(({ problem, times }) => {
    const level = problem.level === 'warning' ? [yellow('warning'), ' '] : '';
    const kind = kindOf(problem);
    const records = count(times, kind, kind === 'category' ? 'categories' : `${kind}s`);
    return [
      times === 1
        ? line`${bold(locationOf(problem))} ${level}${sentenceOf(problem)}`
        : line`${bold(`${records}:`)} ${level}${problem.finding}, first at ${placeOf(problem)}${suggestionOf(problem)}`,
      dim(`    ${problem.rule}: ${problem.remedy}`),
    ];
  });
  const hidden = problems.length - shown.reduce((sum, { times }) => sum + times, 0);
  if (hidden > 0) lines.push(`… and ${count(hidden, 'more problem')}; --json prints them all`);
  return lines;
}

/** `course` for `course 6002`. */
function kindOf({ subject }: Problem): string {
  return subject.split(' ', 1)[0] ?? '';
}

/** The groups that are printed: of the warnings of a rule only the first few. */
function shownOf(problems: readonly Problem[]): ReturnType<typeof groupsOf> {
  const warnings = new Map<string, number>();
  const few = groupsOf(problems).filter(({ problem: { level, rule } }) => {
    if (level === 'error') return true;
    const before = warnings.get(rule) ?? 0;
    warnings.set(rule, before + 1);
    return before < maxWarningsOfRule;
  });
  return few.slice(0, maxShownProblems);
}

/** Errors, then warnings, each in the order given; many that differ only in where they are count as one, at the place of the first. */
function groupsOf(inOrder: readonly Problem[]): { readonly problem: Problem; readonly times: number }[] {
  const isError = ({ level }: Problem) => level === 'error';
  const problems = [...inOrder.filter(isError), ...inOrder.filter((problem) => !isError(problem))];
  const keys = problems.map((problem) => {
    const { level, rule, finding, remedy, suggestion = '' } = problem;
    return JSON.stringify([level, rule, kindOf(problem), finding, remedy, suggestion]);
  });
  const times = countEach(keys);
  const seen = new Set<string>();
  return problems.flatMap((problem, index) => {
    const { [index]: key = '' } = keys;
    const number = times.get(key) ?? 1;
    // What is wrong with a file is in one place of it.
    if (number <= maxEqualProblems || problem.subject === '') return [{ problem, times: 1 }];
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ problem, times: number }];
  });
}

/** Problems as annotations, which GitHub Actions shows beside the lines of the source; `folder` is where their paths start, in the repository. */
export function annotationLines(problems: readonly Problem[], folder: string): string[] {
  return groupsOf(problems)
    .slice(0, maxShownProblems)
    .map(({ problem, times }) => {
      const { file, position, level, rule, remedy } = problem;
      const location = position ? `,line=${position.line},col=${position.column}` : '';
      const message = escapeData(
        `${sentenceOf(problem)}${times > 1 ? `, ${count(times, 'time')}, first here` : ''} (${remedy})`,
      );
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
export function problemData({ position, ...problem }: Problem): ReportedProblem {
  return { ...problem, line: position?.line ?? null, column: position?.column ?? null };
}

/** A problem on one line, without its remedy. */
export function problemLine(problem: Problem): string {
  return `${locationOf(problem)} ${sentenceOf(problem)}`;
}

/** A place as a line begins with it: after a file alone there is a colon, so that it does not run into what follows. */
function locationOf(problem: Problem): string {
  return problem.position ? placeOf(problem) : `${placeOf(problem)}:`;
}

function placeOf({ file, position }: Problem): string {
  return position ? `${file}:${position.line}:${position.column}` : file;
}

function sentenceOf(problem: Problem): string {
  const { subject, finding } = problem;
  return `${subject && `${subject}: `}${finding}${suggestionOf(problem)}`;
}

function suggestionOf({ suggestion }: Problem): string {
  return suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
}

/** GitHub Actions commands have their own escapes for line ends and separators. */
function escapeData(text: string): string {
  return escapeInvisible(text).replaceAll('%', '%25');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
