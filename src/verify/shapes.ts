// Shapes: checks records against their schemas, and describes what is wrong.
import * as z from 'zod';
import { describeValue, quoteText } from '../problems.ts';
import type { Request } from '../client/client.ts';
import type { RuleName } from './rules.ts';
import type { Run } from './run.ts';

/**
 * Parses a record by its schema; undefined if a field is missing or has the wrong type. Unknown fields break the rule too,
 * but the rest of the record is still checked by other rules. `where` names the record in the finding.
 */
export function readRecord<Schema extends z.ZodObject>(
  run: Run,
  rule: RuleName,
  schema: Schema,
  value: unknown,
  request: Request,
  where: string,
): z.output<Schema> | undefined {
  const strict = schema.safeParse(value);
  run.findings.expect(
    rule,
    strict.success,
    request,
    () => `${where}: ${strict.error && faultsOf(strict.error, value)}`,
  );
  if (strict.success) return strict.data;
  const hasUnknownOnly = strict.error.issues.every(
    (issue) => issue.code === 'unrecognized_keys' && issue.path.length === 0,
  );
  if (!hasUnknownOnly || typeof value !== 'object' || value === null) return undefined;
  const known = Object.entries(value).filter(([name]) => Object.hasOwn(schema.shape, name));
  return schema.safeParse(Object.fromEntries(known)).data;
}

const maxShownFaults = 3;

function faultsOf(error: z.ZodError, value: unknown): string {
  const faults = error.issues.flatMap((issue) => faultOf(issue, value));
  const rest = faults.length - maxShownFaults;
  return faults.slice(0, maxShownFaults).join(', ') + (rest > 0 ? `, and ${rest} more` : '');
}

function faultOf(issue: z.core.$ZodIssue, value: unknown): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${nameOf(issue.path)}unknown field ${quoteText(key)}`);
  }
  if (issue.path.length === 0) return [`it is ${describeValue(value)}`];
  const found = valueAt(value, issue.path);
  const name = quoteText(issue.path.join('.'));
  if (found === undefined) return [`${name} is missing`];
  return [`${name} is ${describeValue(found)}${issue.code === 'invalid_type' ? `, expected ${issue.expected}` : ''}`];
}

function nameOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? '' : `${quoteText(path.join('.'))} has the `;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Object.getOwnPropertyDescriptor(at, step)?.value;
  }
  return at;
}
