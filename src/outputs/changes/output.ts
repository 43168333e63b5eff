// The list of changes: the journal as programs and harvesters read it, with the digests of the views.
import { journalText, linesIn } from '../../journal/line.ts';
import { viewText } from '../../journal/views.ts';
import type { Output } from '../output.ts';
import { maxAddresses } from '../sitemap.ts';
import { changesPart, entryFor, resourceSyncPaths, sincePath } from './paths.ts';
import { changeFile, courseDocument, resourceFiles, resourceIndex } from './resource-sync.ts';
import { changesRow, type ChangesTypes } from './row.ts';

const { resourceList } = resourceSyncPaths;

export const changes: Output<ChangesTypes> = {
  ...changesRow,
  collect() {
    let views = '';
    return {
      add({ course, view, viewDigest }) {
        const { linkhash } = course;
        views += viewText({ linkhash, sha256: viewDigest(), length: view.length });
      },
      finish() {
        const part = { views };
        views = '';
        return part;
      },
    };
  },
  async plan({ catalog: { journal }, settings: { baseUrl, maxSize }, before }) {
    const { lines = [], fresh = [] } = journal ?? {};
    const resources = resourceFiles(lines, maxSize);
    const digits = [...resources.keys()][0]?.length ?? 0;
    const changed = new Set(fresh.map(({ linkhash }) => linkhash.slice(0, digits)));
    const unchanged = new Set(Array.from(resources).flatMap(([prefix, { path }]) => (changed.has(prefix) ? [] : path)));
    const stay = before?.files.filter(({ path }) => unchanged.has(path)) ?? [];
    const tasks = [changeFile(lines, maxSize), ...resources.values()]
      .filter(({ path }) => !stay.some((file) => file.path === path))
      .map((file) => ({ task: { ...file, lines: journalText(file.lines) } }));
    return { tasks, stay, finish: () => resourceIndex(resources, lines, baseUrl) };
  },
  async run(file, { files, settings: { baseUrl } }) {
    files.write(file.path, courseDocument({ ...file, lines: linesIn(file.lines) }, baseUrl));
  },
  *documents({ journal }, { options: { sitemapSize = maxAddresses } }, built) {
    const lines = journal?.lines.toReversed() ?? [];
    const size = Math.min(10_000, sitemapSize);
    const since: object[] = [];
    for (let start = 0; start === 0 || start < lines.length; start += size) {
      const [path, part] = [changesPart(start / size + 1), lines.slice(start, start + size)];
      yield [path, Buffer.from(journalText(part))];
      since.push(entryFor(path, part));
    }
    yield [sincePath, JSON.stringify(since)];
    const index = built.of(changesRow)?.kept;
    if (index !== undefined) yield [resourceList, index];
  },
};
