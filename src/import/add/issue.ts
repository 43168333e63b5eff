// A filled issue form of GitHub: its answers, as the event of the issue has them. Whoever opened the issue wrote them.
import { readFileSync } from 'node:fs';
import { messageOf } from '../../text/errors.ts';
import { foldName } from '../values/texts.ts';
import { localeTags } from '../../text/locales/tags.ts';
import { errorAt } from '../../text/problems.ts';
import type { FieldTable } from '../../catalog/fields.ts';
import { fieldOf } from '../../catalog/source/record.ts';
import type { FieldValues } from '../append.ts';
import { formLabels } from './form-fields.ts';

/** What GitHub writes for a field that was left empty, in every language. */
const noAnswer = '_No response_';

/** The answers in an event of GitHub, by field; throws a ProblemsError if it has none. */
export function fieldsFromIssue(file: string, table: FieldTable): FieldValues {
  const body = fieldOf(fieldOf(eventIn(file), 'issue'), 'body');
  if (typeof body !== 'string') throw errorAt(file, { rule: 'add-issue', finding: 'has no issue with a text' });
  const labels = localeTags.flatMap((tag) => [...formLabels(tag, table)]);
  const fields = new Map(labels.toReversed().map(([field, label]) => [foldName(label), field]));
  const answers = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of body.split(/\r?\n/u)) {
    const field = fields.get(foldName(/^### (.*)$/u.exec(line)?.[1] ?? ''));
    // The same heading again belongs to the text of an answer.
    if (field === undefined || answers.has(field)) lines.push(line);
    else answers.set(field, (lines = []));
  }
  const given = Array.from(answers, ([field, answer]) => [field, answer.join('\n').trim()] as const);
  if (given.length === 0)
    throw errorAt(file, { rule: 'add-issue', finding: 'has an issue without headings of the form' });
  return Object.fromEntries(given.filter(([, answer]) => answer !== '' && answer !== noAnswer));
}

function eventIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw errorAt(file, { rule: 'add-issue', finding: `cannot be read: ${messageOf(error)}` });
  }
}
