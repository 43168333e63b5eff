// What a service with dumps and a journal also has: every course at once, and what changed since a time.
import { clientFilePaths } from '../api/client-files.ts';
import type { CourseChange, DumpedCourse } from '../api/records.ts';
import { CatalogError, NotPublishedError } from './errors.ts';
import { published } from './published.ts';
import type { Requests } from './requests.ts';

interface DumpFile {
  readonly name: string;
  readonly path: string;
  readonly format: string;
  readonly bytes: number;
}

/** Every course, from the dump in NDJSON, a file at a time. */
export async function* dumpedCourses({ addressOf, body, read }: Requests): AsyncGenerator<DumpedCourse, void> {
  const list = addressOf(clientFilePaths.dumps);
  const listing = body<{ resources: readonly DumpFile[] }>(list, 'resources', Array.isArray);
  const { resources } = await published('dumps', listing);
  const files = resources.filter(({ name, format }) => format === 'ndjson' && /^courses\b/u.test(name));
  if (files.length === 0) throw new NotPublishedError('names no dump in NDJSON', list, 200);
  for (const { path, bytes } of files) {
    const address = new URL(path, list).href;
    yield* await read(address, async (response) => {
      const file = new Uint8Array(await response.arrayBuffer());
      // Some hosts decompress it on the way.
      const isCompressed = file[0] === 0x1f && file[1] === 0x8b;
      if (isCompressed && file.length !== bytes) throw otherBuild(address, list);
      return linesIn<DumpedCourse>(await (isCompressed ? unzipped(file) : new Response(file)).text());
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
  { addressOf, body, read }: Requests,
  since: string | Date = new Date(0),
): AsyncGenerator<CourseChange, void> {
  const time = new Date(since).getTime();
  if (Number.isNaN(time)) throw new RangeError(`expected a time such as 2026-11-20T00:00:00Z, got "${String(since)}"`);
  const list = addressOf(clientFilePaths.changes_since);
  for (const { path, until, lines } of await published('journal', body<readonly ChangePart[]>(list, 'length'))) {
    if (until === null || Date.parse(until) <= time) return;
    const address = new URL(path, list).href;
    const changes = await read(address, async (response) => linesIn<CourseChange>(await response.text()));
    if (changes.length !== lines || changes[0]?.at !== until) throw otherBuild(address, list);
    for (const change of changes) {
      if (Date.parse(change.at) <= time) return;
      yield change;
    }
  }
}

function unzipped(file: Uint8Array<ArrayBuffer>): Response {
  return new Response(new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip')));
}

/** The records of NDJSON. */
function linesIn<Line>(text: string): Line[] {
  return text.split('\n').flatMap((line): Line[] => (line === '' ? [] : [JSON.parse(line)]));
}

function otherBuild(address: string, list: string): CatalogError {
  return new CatalogError(`is not as ${list} says, as while a newer build is published: read both again`, address, 200);
}
