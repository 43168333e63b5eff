// The list of changes: the journal as programs and harvesters read it.
import { lineText } from '../../journal/line.ts';
import { dividedForTasks, CourseTextsBuilder } from '../../storage/course-texts.ts';
import { GrowingBytes, lineEnd } from '../../text/bytes.ts';
import type { Output } from '../output.ts';
import { groupByLinkhash, writeSitemaps } from '../shared/sitemap-files.ts';
import { maxAddresses } from '../shared/sitemap.ts';
import { changesPart, resourceSyncPaths, sincePath, type SinceEntry } from './paths.ts';
import { changeList, escapedViews, newestTimes, resourceEntry, resourceFile, resourceIndex } from './resource-sync.ts';
import { journalRow, type JournalTypes } from './row.ts';

export const publishedJournal: Output<JournalTypes> = {
  ...journalRow,
  collect({ chunkSettings: { baseUrl } }) {
    const views = escapedViews(baseUrl);
    const lines = new GrowingBytes();
    const entries = new CourseTextsBuilder();
    return {
      add({ change: lastChange }) {
        const change = lastChange();
        if (!change) throw new TypeError('a journal has every course');
        lines.addUtf8(lineText(change));
        lines.addByte(lineEnd);
        entries.add(resourceEntry(change, views));
      },
      finish() {
        const part = { lines: Buffer.from(lines.bytes), entries: entries.finish() };
        lines.clear();
        return part;
      },
    };
  },
  async plan(input) {
    const { catalog, taskSettings, before } = input;
    const { numbered, journal } = catalog;
    const groups = groupByLinkhash(input, ({ parts }, chunk) => parts.entries(chunk), taskSettings.maxSize);
    const times = newestTimes(
      journal?.lines,
      groups.map(({ prefix }) => prefix),
    );
    const files = groups.map(({ prefix, courses, isUnchanged }) => {
      const file = { ...resourceFile(prefix, times.get(prefix), taskSettings.baseUrl), courses };
      return { file, stays: isUnchanged ? before?.files.get(file.path) : undefined };
    });
    const changed = files.flatMap(({ file, stays }) => (stays ? [] : file));
    return {
      tasks: dividedForTasks(changed, numbered.byId.length).map((sitemaps) => ({
        task: { sitemaps, offsets: numbered.offsets },
      })),
      stay: files.flatMap(({ stays }) => stays ?? []),
      finish: () => (groups.length > 1 ? resourceIndex(times, journal?.lines.newest, taskSettings.baseUrl) : undefined),
    };
  },
  async run(task, context) {
    writeSitemaps(task, context.parts.entries, context);
  },
  *documents({ journal }, { options: { baseUrl, sitemapSize = maxAddresses } }, built) {
    if (!journal) return;
    const { lines } = journal;
    const size = Math.min(10_000, sitemapSize);
    const since: SinceEntry[] = [];
    const part = new GrowingBytes();
    let end = lines.length;
    do {
      const [path, start] = [changesPart(since.length + 1), Math.max(0, end - size)];
      part.clear();
      for (let line = end - 1; line >= start; line -= 1) part.addBytes(lines.range(line, line + 1));
      yield [path, part.bytes];
      since.push({ path, from: lines.at(start) ?? null, until: lines.at(end - 1) ?? null, lines: end - start });
      end = start;
    } while (end > 0);
    yield [sincePath, JSON.stringify(since)];
    yield [resourceSyncPaths.changeList, changeList(lines, sitemapSize, baseUrl)];
    const index = built.of(journalRow)?.kept;
    if (index !== undefined) yield [resourceSyncPaths.resourceList, index];
  },
};
