// Errors of the source: each makes any valid source invalid.
import { appendFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';

export type SourceError = 'broken syntax' | 'no providers';
export const sourceError: fc.Arbitrary<SourceError> = fc.constantFrom('broken syntax', 'no providers');

/** Adds an error to a source folder. */
export function breakSource(data: string, which: SourceError): void {
  const kind = which === 'no providers' ? 'providers' : 'courses';
  const entries = readdirSync(data, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.slice(data.length + 1).startsWith(kind));
  for (const file of files) {
    if (which === 'no providers') rmSync(file);
    else appendFileSync(file, '\n{"id": 1,,\n');
  }
}
