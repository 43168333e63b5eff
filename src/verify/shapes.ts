// Shapes: checks records against their schemas, and describes what is wrong.
import type * as z from 'zod';
import { addressOf } from '../api/routes.ts';
import type { Request } from '../http/client.ts';
import { valueAt } from '../catalog/source/schema.ts';
import { describeValue, quoteText } from '../text/quote.ts';
import type { RuleName } from './rules.ts';
import { requestJson, type VerifyRun } from './run.ts';

/** A list that is not paged. */
export interface ListedRecords<Item> {
  readonly records: readonly Item[];
  readonly request: Request;
  /** Whether the list and every record in it could be read. */
  readonly isComplete: boolean;
}

/** What records must be: one that does not match `schema` breaks `rule`. */
interface Shape<Schema> {
  readonly rule: RuleName;
  readonly schema: Schema;
}

/** Reads a list that is not paged. `nameOf` names a record by its number. */
export async function readRecords<Schema extends z.ZodObject>(
  run: VerifyRun,
  route: 'latest' | 'providers' | 'categories',
  shape: Shape<Schema>,
  nameOf: (number: number) => string,
): Promise<ListedRecords<z.output<Schema>>> {
  const request = { method: 'GET', url: addressOf(run.base, route) };
  const value = await requestJson(run, request.url);
  if (value === undefined) return { records: [], request, isComplete: false };
  const isList = Array.isArray(value);
  run.checks.expect(shape.rule, isList, request, `${request.url} is ${describeValue(value)}, not an array`);
  const items: readonly unknown[] = isList ? value : [];
  const parsed = items.map((item, index) => readRecord(run, shape, item, { request, name: nameOf(index + 1) }));
  const records = parsed.filter((record) => record !== undefined);
  return { records, request, isComplete: isList && records.length === items.length };
}

/**
 * Parses a record by its schema; undefined if a field is missing or has the wrong type. Unknown fields break the rule too,
 * but the rest of the record is still checked by other rules. Findings have the name of the record.
 */
export function readRecord<Schema extends z.ZodObject>(
  run: VerifyRun,
  { rule, schema }: Shape<Schema>,
  value: unknown,
  { request, name }: { readonly request: Request; readonly name: string },
): z.output<Schema> | undefined {
  const { success, data, error } = schema.safeParse(value);
  run.checks.expect(rule, success, request, `${name}: ${error && faultsOf(error, value)}`);
  if (success) return data;
  const isExtra = (issue: z.core.$ZodIssue) => issue.code === 'unrecognized_keys' && issue.path.length === 0;
  if (!error.issues.every(isExtra) || typeof value !== 'object' || value === null) return undefined;
  const knownFields = Object.entries(value).filter(([field]) => Object.hasOwn(schema.shape, field));
  return schema.safeParse(Object.fromEntries(knownFields)).data;
}

const maxShownFaults = 3;

function faultsOf(error: z.ZodError, value: unknown): string {
  const faults = error.issues.flatMap((issue) => faultOf(issue, value));
  const unshown = faults.length - maxShownFaults;
  return faults.slice(0, maxShownFaults).join(', ') + (unshown > 0 ? `, and ${unshown} more` : '');
}

function faultOf(issue: z.core.$ZodIssue, value: unknown): string[] {
  const { length } = issue.path;
  const name = quoteText(issue.path.join('.'));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${length === 0 ? '' : `${name} has the `}unknown field ${quoteText(key)}`);
  }
  if (length === 0) return [`it is ${describeValue(value)}`];
  const fault = valueAt(value, issue.path);
  if (fault === undefined) return [`${name} is missing`];
  return [`${name} is ${describeValue(fault)}${issue.code === 'invalid_type' ? `, expected ${issue.expected}` : ''}`];
}
