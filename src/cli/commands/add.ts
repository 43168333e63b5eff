// The command `add`: adds a course to the source, by its fields or from an issue form; on a terminal it prompts for what is missing.
import { printJson, reportWarnings, say, terminalOf, type Session } from '../session.ts';
import type { Addition } from '../../import/add/add.ts';
import type { FieldValues } from '../../import/append.ts';
import { flagOf } from '../../options/option-table.ts';
import { count } from '../../text/number-format.ts';
import { problemData } from '../../text/messages.ts';
import { bold, line, type Text } from '../../text/terminal.ts';
import type { CommandRow } from './command.ts';

export const addCommand: CommandRow = {
  name: 'add',
  description: 'add a course to the source folder, with the next free id; on a terminal it prompts for what is missing',
  examples: {
    'Add a course, and be asked for the rest': '--set linkurl=https://example.edu/optics',
    'Add one with its level':
      '--set title=Optics --set linkurl=https://example.edu/optics --set provider=Example --set language=English --set date_published=2026-11-23 --set level=beginner',
    'Add the course of a filled issue form': '--from-issue event.json',
  },
  run: runAdd,
  afterProblems: '; nothing was added',
};

async function runAdd(session: Session): Promise<boolean> {
  const { io, options, signal } = session;
  const { addCourse } = await import('../../import/add/add.ts');
  const values = await givenValues(session);
  const isSet = (field: string) => options.set.some((pair) => pair.split('=', 1)[0]?.trim() === field);
  const isFromStranger = (field: string) => options.fromIssue !== undefined && !isSet(field);
  const whereOf = (field: string) => (isSet(field) ? undefined : options.fromIssue) ?? `${flagOf('set')} ${field}=…`;
  const terminal = terminalOf(session);
  const asking = terminal && (await import('../add-questions.ts')).addingQuestions(terminal);
  const addition = await addCourse({ values, whereOf, asking, isFromStranger }, options, signal);
  reportWarnings(addition.warnings, session);
  const { warnings, summary, ...added } = addition;
  if (options.json) printJson(io, { ok: true, ...added, catalog: summary, problems: warnings.map(problemData) });
  else if (!options.quiet) say(io, ...linesOf(addition, options.data));
  return true;
}

/** The fields as given: by `--set` over those of an issue. */
async function givenValues({ options }: Session): Promise<FieldValues> {
  const { fromIssue, fields, set } = options;
  const pairs = set.map((pair) => pair.split(/=(.*)/su, 2).map((part) => part.trim()));
  const ofIssue =
    fromIssue === undefined ? {} : (await import('../../import/add/issue.ts')).fieldsFromIssue(fromIssue, fields);
  return { ...ofIssue, ...Object.fromEntries(pairs) };
}

function linesOf({ id, title, file, references, summary }: Addition, data: string): Text[] {
  const nouns = { providers: 'provider', categories: 'category' };
  return [
    ...references.map(
      (one) => line`added ${nouns[one.kind]} ${String(one.id)} ${bold(one.name)}, which is new, to ${bold(one.file)}`,
    ),
    line`added course ${String(id)} ${bold(title)} to ${bold(file)}`,
    line`${bold(data)} is valid: ${count(summary.courses, 'course')}, ${count(summary.providers, 'provider')}`,
  ];
}
