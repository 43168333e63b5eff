// Reading: a piece of a source file as records, whatever its format. What a record should hold is not known here.
import { problemAt } from '../problems.ts';
import { TooLargeError } from './bytes.ts';
import { whyUnreadable } from './errors.ts';
import type { Format } from './find.ts';
import type { SourceRange } from './ranges.ts';
import type { Listener, Reader, RecordFields } from './record.ts';

/** One reader a format, loaded when first needed. */
const readers: Record<Format, () => Promise<Reader>> = {
  json: async () => (await import('./json.ts')).readJson,
  ndjson: async () => (await import('./ndjson.ts')).readNdjson,
  yaml: async () => (await import('./yaml.ts')).readYaml,
  csv: async () => (await import('./csv.ts')).readCsv,
};

/** Reads the records of a piece; a file that cannot be read is a problem like any other. Returns the line ends in the piece. */
export async function readRange(range: SourceRange, fields: RecordFields, listener: Listener): Promise<number> {
  const { file } = range;
  try {
    const reader = await readers[file.format]();
    return await reader(range, listener, fields);
  } catch (error) {
    const isTooLarge = error instanceof TooLargeError;
    const finding = isTooLarge ? error.message : whyUnreadable(error, file.path);
    if (finding === undefined) throw error;
    const rule = isTooLarge ? 'source-size' : 'file-readable';
    listener.problem(problemAt(file.path, undefined, '', { rule, finding }));
    return 0;
  }
}
