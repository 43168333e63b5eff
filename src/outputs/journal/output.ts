// The list of changes: the journal as programs and harvesters read it.
import { digitsToDivide } from '../../catalog/hash-keys.ts';
import { timeIn } from '../../journal/line.ts';
import { dividedForTasks } from '../../storage/gather.ts';
import type { Output } from '../output.ts';
import { maxAddresses } from '../shared/sitemap.ts';
import { changesPart, resourceSyncPaths, sincePath, type SinceEntry } from './paths.ts';
import { renderChangeList, renderResourceIndex, renderResourceList, resourceLists } from './resource-sync.ts';
import { journalRow, type JournalTypes } from './row.ts';

export const publishedJournal: Output<JournalTypes> = {
  ...journalRow,
  async plan({ catalog: { journal, numbered }, chunks, taskSettings: { maxSize }, before }) {
    const hashes = Array.from({ length: chunks.count }, (_, chunk) => chunks.columns(chunk).hashes);
    const lists = resourceLists(journal?.lines ?? [], digitsToDivide(hashes, maxSize));
    const filesBefore = new Map(before?.files.map((file) => [file.path, file]));
    const staying = lists.map(({ path, time }) => (time === journal?.found.at ? undefined : filesBefore.get(path)));
    const changed = lists.filter((_, index) => !staying[index]);
    return {
      tasks: dividedForTasks(changed, numbered.byId.length).map((task) => ({ task })),
      stay: staying.flatMap((file) => file ?? []),
      finish: () => lists.map(({ path, time }) => ({ path, time })),
    };
  },
  async run(lists, { taskSettings: { baseUrl }, siteWriter, throwIfAborted }) {
    for (const list of lists) {
      throwIfAborted();
      siteWriter.write(list.path, renderResourceList(list, baseUrl));
    }
  },
  *documents({ journal }, { options: { baseUrl, sitemapSize = maxAddresses } }, built) {
    const { lines } = journal ?? { lines: [] };
    const size = Math.min(10_000, sitemapSize);
    const since: SinceEntry[] = [];
    for (let start = 0; start === 0 || start < lines.length; start += size) {
      const [path, part] = [changesPart(since.length + 1), lines.slice(start, start + size)];
      yield [path, Buffer.from(part.map((line) => `${line}\n`).join(''))];
      since.push({ path, from: timeIn(part.at(-1)) || null, until: timeIn(part[0]) || null, lines: part.length });
    }
    yield [sincePath, JSON.stringify(since)];
    yield [resourceSyncPaths.changeList, renderChangeList(lines, sitemapSize, baseUrl)];
    const lists = built.of(journalRow)?.kept ?? [];
    if (lists.length > 1) yield [resourceSyncPaths.resourceList, renderResourceIndex(lists, timeIn(lines[0]), baseUrl)];
  },
};
