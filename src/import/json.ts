// JSON: the values of responses, and the pages of lists that come as JSON.
import { fieldOf } from '../catalog/reading.ts';
import { readFileSync } from 'node:fs';
import { problemAt, ProblemsError } from '../problems.ts';
import type { Decoder } from './decode.ts';
import type { Resource } from './format.ts';

/** The value of a JSON text; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value of a JSON response; undefined if it is none. */
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

/** A page with a list at `field`. Throws a ProblemsError if it is none: records it lacks would count as gone. */
export function readJsonPage(resource: Resource, field: string, decoder: Decoder): unknown {
  const page = parseJson(decoder.textOf(resource));
  if (page === undefined) throw unusable(resource.address, 'is not JSON');
  const list = fieldOf(page, field);
  if (typeof list !== 'object' || list === null) throw unusable(resource.address, `has no list "${field}"`);
  return page;
}

/** A response cannot be used. */
export function unusable(address: string, finding: string): ProblemsError {
  return new ProblemsError([problemAt(address, undefined, '', { rule: 'import-request', finding })]);
}
