// The list of changes: the journal as programs and harvesters read it.
import { digitsToDivide, leadingDigits } from '../../catalog/hash-keys.ts';
import { changeIn, lastLinesFirst, linkhashIn, timeIn, type CourseChange } from '../../journal/line.ts';
import { dividedForTasks } from '../../storage/gather.ts';
import type { Output } from '../output.ts';
import { maxAddresses } from '../shared/sitemap.ts';
import { changesPart, resourceSyncPaths, sincePath, type SinceEntry } from './paths.ts';
import {
  renderChangeList,
  renderResourceIndex,
  renderResourceList,
  resourceListPath,
  resourceLists,
} from './resource-sync.ts';
import { journalRow, type JournalTypes } from './row.ts';

export const publishedJournal: Output<JournalTypes> = {
  ...journalRow,
  async plan({ catalog: { journal, numbered }, chunks, taskSettings, before }) {
    if (!journal) throw new TypeError('there is no journal to publish');
    const { text, found } = journal;
    const keysByChunk = Array.from({ length: chunks.count }, (_, chunk) => chunks.columns(chunk).hashes);
    const lists = resourceLists(text, prefixesOf(keysByChunk, taskSettings.maxSize));
    const filesBefore = new Map(before?.files.map((file) => [file.path, file]));
    const stay = lists.flatMap(({ prefix, time }) =>
      time === found.at ? [] : (filesBefore.get(resourceListPath(prefix)) ?? []),
    );
    const stayingPaths = new Set(stay.map(({ path }) => path));
    const changed = lists.filter(({ prefix }) => !stayingPaths.has(resourceListPath(prefix)));
    return {
      tasks: dividedForTasks(changed, numbered.byId.length).map((listsOfTask) => ({
        task: { journal: text, lists: listsOfTask },
      })),
      stay,
      finish: () => lists,
    };
  },
  async run({ journal, lists }, { taskSettings: { baseUrl }, siteWriter, throwIfAborted }) {
    const digits = lists[0]?.prefix.length;
    const coursesByPrefix = new Map(lists.map(({ prefix }): [string, CourseChange[]] => [prefix, []]));
    for (const line of lastLinesFirst(journal)) {
      const courses = coursesByPrefix.get(linkhashIn(line).slice(0, digits));
      const course = courses && changeIn(line);
      if (course && course.change !== 'deleted') courses.push(course);
    }
    for (const list of lists) {
      throwIfAborted();
      const courses = coursesByPrefix.get(list.prefix)?.toSorted((a, b) => a.id - b.id) ?? [];
      siteWriter.write(resourceListPath(list.prefix), renderResourceList(list, courses, baseUrl));
    }
  },
  *documents({ journal }, { options: { baseUrl, sitemapSize = maxAddresses } }, built) {
    if (!journal) return;
    const { text } = journal;
    const since: SinceEntry[] = [];
    for (const lines of inParts(lastLinesFirst(text), Math.min(10_000, sitemapSize))) {
      const path = changesPart(since.length + 1);
      yield [path, Buffer.from(lines.map((line) => `${line}\n`).join(''))];
      const [from, until] = [timeIn(lines.at(-1) ?? ''), timeIn(lines[0] ?? '')];
      since.push({ path, from: from || null, until: until || null, lines: lines.length });
    }
    yield [sincePath, JSON.stringify(since)];
    yield [resourceSyncPaths.changeList, renderChangeList(text, sitemapSize, baseUrl)];
    const lists = built.of(journalRow)?.kept ?? [];
    if (lists.length > 1) yield [resourceSyncPaths.resourceList, renderResourceIndex(lists, text, baseUrl)];
  },
};

/** The leading digits of linkhashes that divide courses into groups of at most `maxSize`. */
function prefixesOf(keysByChunk: readonly Float64Array[], maxSize: number): string[] {
  const digits = digitsToDivide(keysByChunk, maxSize);
  if (digits === 0) return [''];
  const groups = new Set(keysByChunk.flatMap((keys) => Array.from(keys, leadingDigits(digits))));
  return Array.from(groups, (group) => group.toString(16).padStart(digits, '0')).toSorted();
}

/** Divides lines into parts; if there are none, into one that is empty. */
function* inParts(lines: Iterable<string>, size: number): Generator<string[]> {
  let part: string[] = [];
  for (const line of lines) {
    if (part.length === size) {
      yield part;
      part = [];
    }
    part.push(line);
  }
  yield part;
}
