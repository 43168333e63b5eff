// The published journal, as programs and harvesters read it.
import { digitsToDivide } from '../../catalog/hash-keys.ts';
import { timeIn } from '../../journal/line.ts';
import { tasksOfFiles } from '../shared/tasks-of-files.ts';
import type { Output } from '../output.ts';
import { maxAddresses } from '../shared/sitemap.ts';
import {
  renderChangeList,
  renderResourceList,
  renderResourceListIndex,
  resourceListFiles,
  resourceSyncPaths,
} from './resource-sync.ts';
import { journalPartPath, journalDeclaration, sincePath, type JournalTypes } from './declaration.ts';

/** Lines of a part of `changes.ndjson`. */
const linesPerPart = 10_000;

export const journal: Output<JournalTypes> = {
  ...journalDeclaration,
  async plan({ catalog, chunks, taskSettings: { maxSize }, previous }) {
    const hashes = Array.from({ length: chunks.count }, (_, chunk) => chunks.columns(chunk).hashes);
    const files = resourceListFiles(catalog.journal?.lines ?? [], digitsToDivide(hashes, maxSize));
    const staying = files.map(({ path, time }) =>
      time === catalog.journal?.found.known.at ? undefined : previous?.files.get(path),
    );
    const changed = files.filter((_, index) => !staying[index]);
    return {
      tasks: tasksOfFiles(changed, catalog.numbering.byId.length).map((task) => ({ task })),
      staying: staying.flatMap((file) => file ?? []),
      finish: () => files.map(({ path, time }) => ({ path, time })),
    };
  },
  async run(files, { taskSettings: { baseUrl }, fileWriter }) {
    for (const file of files) fileWriter.write(file.path, renderResourceList(file, baseUrl));
  },
  *catalogFiles(catalog, { options: { baseUrl, sitemapSize = maxAddresses } }, built) {
    const { lines } = catalog.journal ?? { lines: [] };
    const size = Math.min(linesPerPart, sitemapSize);
    const since: object[] = [];
    for (let start = 0; start === 0 || start < lines.length; start += size) {
      const [path, part] = [journalPartPath(since.length + 1), lines.slice(start, start + size)];
      yield [path, part.length === 0 ? new Uint8Array() : part.join('\n')];
      since.push({ path, from: timeIn(part.at(-1)) || null, until: timeIn(part[0]) || null, lines: part.length });
    }
    yield [sincePath, JSON.stringify(since)];
    yield [resourceSyncPaths.changeList, renderChangeList(lines, sitemapSize, baseUrl)];
    const files = built.of(journalDeclaration)?.kept ?? [];
    if (files.length > 1)
      yield [resourceSyncPaths.resourceList, renderResourceListIndex(files, timeIn(lines[0]), baseUrl)];
  },
};
