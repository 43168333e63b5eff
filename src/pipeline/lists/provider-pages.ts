// Writes the lists of course pages by provider, from links that the chunk results carry.
import { setImmediate } from 'node:timers/promises';
import { pagesOf, type List } from '../../api/paging.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import type { Writer } from '../../storage/writer.ts';
import type { PagesSite } from '../../outputs/course-pages/document.ts';
import { fileIn, providerPageFolder, providerPagesFolder } from '../../outputs/course-pages/paths.ts';
import { coursesPerPage, linkEnd, providerPage, providersPage } from '../../outputs/course-pages/provider-pages.ts';
import type { Catalog } from '../read/catalog.ts';
import type { RecordTexts } from '../read/result.ts';
import { planPages, type PreviousLists } from './page-plan.ts';
import { addRecords, GatherMemory, gatherRecords, inMemory, loadNeeded } from './gather.ts';
import { jobsById } from './jobs-by-id.ts';
import type { PageRun } from './pages.ts';
import type { OutputFile, PreviousFiles } from './totals.ts';

/** The previous build, if its lists depend on the same options. */
export interface PreviousPageLists extends PreviousFiles {
  readonly lists: PreviousLists;
}

/** The folders of all pages of lists by provider, in order. */
export function providerPageFolders(providers: readonly List[]): string[] {
  const ofList = ({ parameter, count }: List) =>
    Array.from({ length: pagesOf(count, coursesPerPage) }, (_, at) => providerPageFolder(parameter, at + 1));
  return [`${providerPagesFolder}/`, ...providers.flatMap(ofList)];
}

/** Writes the pages that may have changed, and returns the files that stay. Yields to the messages of workers between pages. */
export async function writeProviderPages(
  { results, numbered, lists }: Pick<Catalog, 'results' | 'numbered' | 'lists'>,
  providers: readonly List[],
  before: PreviousPageLists | undefined,
  writer: Writer,
  site: PagesSite,
  signal: AbortSignal,
): Promise<OutputFile[]> {
  // The numbers of dirty pages are those of the API's pages: here, all are intact.
  const earlier = before && {
    ...before.lists,
    written: { ...before.lists.written, pageStats: new Uint32Array() },
    dirty: new Set<number>(),
  };
  const { offsets } = numbered;
  const isFiled = results.some(({ file }) => file !== undefined);
  const jobs = isFiled
    ? jobsById(providers, lists, numbered, coursesPerPage)
    : [planPages(providers, lists, coursesPerPage, earlier).jobs.flat()];
  const text = new GrowingBytes();
  const memory = new GatherMemory();
  const written = new Set<string>();
  for (const runs of jobs) {
    const links = isFiled
      ? gatherRecords(offsets, runs.map(coursesOf), (chunk) => results[chunk]?.links() ?? noRecords, memory)
      : inMemory({ chunks: loadNeeded(results, offsets, coursesOn(runs), (result) => result.links()), offsets });
    for (const { list, members, from, to } of runs) {
      for (let page = from; page <= to; page += 1) {
        const { head, tail, linkStart } = providerPage(list, page, site);
        const courses = coursesOf({ members, from: page, to: page });
        text.clear();
        text.addText(head);
        if (courses.length > 0) {
          text.addText(linkStart);
          addRecords(text, links, courses, Buffer.from(linkEnd + linkStart));
          text.addText(linkEnd);
        }
        text.addText(tail);
        const path = fileIn(providerPageFolder(list.parameter, page));
        writer.write(path, text);
        written.add(path);
        await setImmediate(undefined, { signal });
      }
    }
  }
  writer.write(fileIn(`${providerPagesFolder}/`), providersPage(providers, site));
  const stay = new Set(providerPageFolders(providers).slice(1).map(fileIn));
  return (before?.otherFiles ?? []).filter(({ path }) => stay.has(path) && !written.has(path));
}

const noRecords: RecordTexts = { bytes: new Uint8Array(), ends: new Uint32Array() };

function coursesOf({ members, from, to }: Pick<PageRun, 'members' | 'from' | 'to'>): Uint32Array {
  return members.subarray((from - 1) * coursesPerPage, to * coursesPerPage);
}

function* coursesOn(runs: readonly PageRun[]): Generator<number> {
  for (const run of runs) yield* coursesOf(run);
}
