// The fault of a source: it cannot be read, or has no course.
import { problemAt, ProblemsError } from '../problems.ts';

/** The source is at fault, at a position if that is known. */
export function unreadable(source: string, finding: string, remedy?: string, line?: number, column = 1): ProblemsError {
  const position = line === undefined ? undefined : { line, column };
  const why = { rule: 'import-source', finding, ...(remedy !== undefined && { remedy }) } as const;
  return new ProblemsError([problemAt(source, position, '', why)]);
}
