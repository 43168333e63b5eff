// Reading: a range of a source file as records, whatever its format. The contents of records are checked elsewhere.
import { fileProblem } from '../../text/problems.ts';
import { TooLargeError } from './bytes.ts';
import { reasonOf } from './file-errors.ts';
import type { SourceFile, SourceFormat } from './find.ts';
import { jsonReader } from './json.ts';
import { ndjsonReader } from './ndjson.ts';
import { splitFile, type SourceRange } from './ranges.ts';
import { shiftProblem, shiftRecord, type Listener, type FormatReader, type RecordFields } from './record.ts';
import { openablePath } from './stamp.ts';

/** The reader of each format; those that come with a package are loaded when first needed. */
const readers: Record<SourceFormat, () => Promise<FormatReader>> = {
  json: async () => jsonReader,
  ndjson: async () => ndjsonReader,
  yaml: async () => (await import('./yaml.ts')).yamlReader,
  csv: async () => (await import('./csv.ts')).csvReader,
};

/** Reads the records of a range; a file that cannot be read is a problem like any other. Returns the number of line ends in the range. */
export async function readRange(range: SourceRange, fields: RecordFields, listener: Listener): Promise<number> {
  const { file } = range;
  try {
    const reader = await readers[file.format]();
    return await reader(range, listener, fields);
  } catch (error) {
    const isTooLarge = error instanceof TooLargeError;
    const finding = isTooLarge ? error.message : reasonOf(error, openablePath(file));
    const rule = isTooLarge ? 'source-size' : 'file-readable';
    listener.problem(fileProblem(file.path, { rule, finding }));
    return 0;
  }
}

/** Reads the records of a whole file, one range after another; positions are those in the file. */
export async function readFile(file: SourceFile, fields: RecordFields, listener: Listener): Promise<void> {
  let lines = 0;
  for (const range of splitFile(file)) {
    const before = lines;
    lines += await readRange(range, fields, {
      record: (record) => listener.record(shiftRecord(record, before)),
      problem: (problem) => listener.problem(shiftProblem(problem, before)),
    });
  }
}
