// JSON: the values of responses.
import { readFileSync } from 'node:fs';
import { errorAt, type ProblemsError } from '../problems.ts';
import type { Resource } from './format.ts';

/** The value of a JSON response of a service; undefined if it is none. Strictly UTF-8, as RFC 8259 requires of services; the Decoder guesses for files. */
export function jsonIn({ file }: Resource): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)));
  } catch {
    return undefined;
  }
}

/** The value of a JSON response. Throws a ProblemsError if it is none. */
export function readJson(resource: Resource): unknown {
  const value = jsonIn(resource);
  if (value === undefined) throw unusable(resource.address, 'is not JSON');
  return value;
}

/** A response cannot be used. */
export function unusable(address: string, finding: string): ProblemsError {
  return errorAt(address, { rule: 'import-request', finding });
}
