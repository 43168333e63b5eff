// All courses one after the other: of a list and, where there are dumps and a journal, of the whole catalog, or what changed since a time. Loaded with the first of them.
import { clientFilePaths } from '../api/client-files.ts';
import type { AnyFields, CourseChange, DumpedCourse } from '../api/records.ts';
import { CatalogError, NotPublishedError } from './errors.ts';
import { published } from './published.ts';
import type { ByteStream, Requests } from './requests.ts';

export { listCourses } from './list-courses.ts';

interface DumpFile {
  readonly name: string;
  readonly path: string;
  readonly format: string;
  readonly bytes: number;
}

/** The length of a line: far more than any course has. */
const maxLine = 32e6;

/** Every course, from the dump in NDJSON, while it comes. */
export async function* dumpedCourses<Own = AnyFields>({
  addressOf,
  body,
  stream,
}: Requests): AsyncGenerator<DumpedCourse<Own>, void> {
  const list = addressOf(clientFilePaths.dumps);
  const listing = body<{ resources: readonly DumpFile[] }>(list, 'resources', Array.isArray);
  const { resources } = await published('dumps', listing);
  const files = resources.filter(({ name, format }) => format === 'ndjson' && /^courses\b/u.test(name));
  if (files.length === 0) throw new NotPublishedError('names no dump in NDJSON', list, 200);
  for (const { path, bytes } of files) {
    const address = new URL(path, list).href;
    yield* stream(address, async function* courses(file) {
      yield* recordsIn<DumpedCourse<Own>>(await decompressed(file, bytes, otherBuild(address, list)));
    });
  }
}

interface ChangePart {
  readonly path: string;
  readonly until: string | null;
  readonly lines: number;
}

/** The last changes of courses, the newest first, that are later than a time. */
export async function* changesAfter(
  { addressOf, body, stream }: Requests,
  since: string | Date = new Date(0),
): AsyncGenerator<CourseChange, void> {
  const time = new Date(since).getTime();
  if (Number.isNaN(time)) throw new RangeError(`expected a time such as 2026-11-20T00:00:00Z, got "${String(since)}"`);
  const list = addressOf(clientFilePaths.changes_since);
  for (const { path, until, lines } of await published('journal', body<readonly ChangePart[]>(list, 'length'))) {
    if (until === null || Date.parse(until) <= time) return;
    const address = new URL(path, list).href;
    const changes: CourseChange[] = [];
    for await (const change of stream(address, recordsIn<CourseChange>)) changes.push(change);
    if (changes.length !== lines || changes[0]?.at !== until) throw otherBuild(address, list);
    for (const change of changes) {
      if (Date.parse(change.at) <= time) return;
      yield change;
    }
  }
}

/** A file without its compression, if it has any: some hosts decompress it on the way. Fails with `otherLength` if a compressed one has not these bytes. */
async function decompressed(
  file: ByteStream,
  bytes: number,
  otherLength: CatalogError,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const reader = file.getReader();
  let { done, value } = await reader.read();
  const isCompressed = value?.[0] === 0x1f && value[1] === 0x8b;
  let length = 0;
  const counted = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      length += value?.length ?? 0;
      if (isCompressed && (length > bytes || (done && length < bytes))) throw otherLength;
      if (value) controller.enqueue(value);
      if (done) controller.close();
      else ({ done, value } = await reader.read());
    },
    cancel: async (reason) => reader.cancel(reason),
  });
  return isCompressed ? counted.pipeThrough(new DecompressionStream('gzip')) : counted;
}

/** The records of NDJSON, as they come. */
async function* recordsIn<Line>(file: ByteStream): AsyncGenerator<Line, void> {
  const decoder = new TextDecoder();
  const reader = file.getReader();
  let rest = '';
  try {
    for (let isDone = false; !isDone;) {
      const { done, value } = await reader.read();
      isDone = done;
      const [first = '', ...lines] = decoder.decode(value, { stream: !done }).split('\n');
      rest += first;
      if (rest.length > maxLine) throw new SyntaxError(`a line of more than ${maxLine} characters`);
      for (const line of lines) {
        if (rest !== '') yield JSON.parse(rest);
        rest = line;
      }
    }
    if (rest !== '') yield JSON.parse(rest);
  } finally {
    await reader.cancel();
  }
}

function otherBuild(address: string, list: string): CatalogError {
  return new CatalogError(`is not as ${list} says, as while a newer build is published: read both again`, address, 200);
}
