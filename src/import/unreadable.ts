// The fault of a source: it cannot be read, or has no course.
import { errorAt, type ProblemsError } from '../problems.ts';

/** The source is at fault, at a position if that is known. */
export function unreadable(source: string, finding: string, remedy?: string, line?: number, column = 1): ProblemsError {
  const why = { rule: 'import-source', finding, ...(remedy !== undefined && { remedy }) } as const;
  return errorAt(source, why, line === undefined ? undefined : { line, column });
}
