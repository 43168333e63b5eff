// The command `add`: adds a course to the source, by its fields or from an issue form; a terminal asks for what is missing.
import { printJson, reportWarnings, say, terminalOf, type Session } from '../session.ts';
import type { Addition } from '../../import/add/add.ts';
import type { FieldValues } from '../../import/add/append.ts';
import { flagOf } from '../../options/option-table.ts';
import { count } from '../../text/number-format.ts';
import { problemData } from '../../text/messages.ts';
import { bold, line, type Text } from '../../text/terminal.ts';
import type { CommandRow } from './command.ts';

export const addCommand: CommandRow = {
  name: 'add',
  description: 'add a course to the source folder, with the next free id; a terminal asks for what is missing',
  examples: {
    'Add a course, and be asked for the rest': '--linkurl https://example.edu/optics',
    'Add one with its level and its price':
      '--title Optics --linkurl https://example.edu/optics --provider Example --language English --date-published 2026-11-23 --set level=beginner --set price=0',
    'Add the course of a filled issue form': '--from-issue event.json',
  },
  run: runAdd,
  afterProblems: '; nothing was added',
};

/** The fields that have options of their own. */
const flags = {
  title: 'title',
  linkurl: 'linkurl',
  provider: 'provider',
  language: 'language',
  date_published: 'datePublished',
  categories: 'categories',
} as const;

async function runAdd(session: Session): Promise<boolean> {
  const { io, options, signal } = session;
  const { addCourse } = await import('../../import/add/add.ts');
  const values = await givenValues(session);
  const { fromIssue } = options;
  const optionOf = new Map<string, keyof typeof options>(Object.entries(flags));
  const whereOf = (field: string) => fromIssue ?? flagOf(optionOf.get(field) ?? 'set');
  const terminal = terminalOf(session);
  const asking = terminal && (await import('../add-questions.ts')).addingQuestions(terminal);
  const addition = await addCourse({ values, whereOf, asking }, options, signal);
  reportWarnings(addition.warnings, session);
  const { warnings, summary, ...added } = addition;
  if (options.json) printJson(io, { ok: true, ...added, catalog: summary, problems: warnings.map(problemData) });
  else if (!options.quiet) say(io, ...linesOf(addition, options.data));
  return true;
}

/** The fields as given: by options over those of an issue. The configuration has other things under some of their names. */
async function givenValues({ options, origins }: Session): Promise<FieldValues> {
  const typed = Object.entries(flags).flatMap(([field, name]) => {
    const value = origins.get(name) === flagOf(name) ? options[name] : undefined;
    return value === undefined ? [] : [[field, value] as const];
  });
  const { fromIssue, facts, set } = options;
  const pairs = set.map((pair) => pair.split(/=(.*)/su, 2).map((part) => part.trim()));
  const ofIssue =
    fromIssue === undefined ? {} : (await import('../../import/add/issue.ts')).fieldsFromIssue(fromIssue, facts);
  return { ...ofIssue, ...Object.fromEntries(pairs), ...Object.fromEntries(typed) };
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
