// Resources: the files and responses of an input, the JSON in them, and problems with them.
import { readFileSync } from 'node:fs';
import { attempt } from '../../text/errors.ts';
import { errorAt, type ProblemsError } from '../../text/problems.ts';

/** A file of the input: typed by the user, or the response from an address. */
export interface Resource {
  /** The path or address as typed. */
  readonly address: string;
  /** Path of the file with its bytes; empty if the address has no response. */
  readonly file: string;
  /** The address after redirects; undefined for a file on this machine. */
  readonly finalUrl?: string;
  readonly type?: string;
}

/** The value of a JSON response of a service; undefined if it is not JSON. Strictly UTF-8, as RFC 8259 requires of services; the Decoder guesses for files. */
export function jsonIn({ file }: Resource): unknown {
  return attempt(() => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))));
}

/** The value of a JSON response. Throws a ProblemsError if it is not JSON. */
export function readJson(resource: Resource): unknown {
  const value = jsonIn(resource);
  if (value === undefined) throw requestError(resource.address, 'is not JSON');
  return value;
}

/** An address whose response is not what an import needs. */
export function requestError(address: string, finding: string): ProblemsError {
  return errorAt(address, { rule: 'import-request', finding });
}

/** An input that cannot be imported. */
export function inputError(
  address: string,
  finding: string,
  remedy?: string,
  line?: number,
  column = 1,
): ProblemsError {
  const why = { rule: 'import-source', finding, ...(remedy !== undefined && { remedy }) } as const;
  return errorAt(address, why, line === undefined ? undefined : { line, column });
}
