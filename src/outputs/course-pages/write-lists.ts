// Writes the lists of course pages by provider, around links that are rendered as the courses are read.
import { pagesOf, type List } from '../../api/paging.ts';
import { GatheredRecords } from '../../storage/gather.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import type { PageTask } from '../lists/row.ts';
import { coursesOf } from '../lists/write-pages.ts';
import type { RunContext } from '../output.ts';
import { fileIn, providerPageFolder, providerPagesFolder } from './paths.ts';
import { coursesPerPage, linkEnd, providerPage } from './provider-pages.ts';
import type { CoursePagesTypes } from './row.ts';

/** The folders of all pages of lists by provider, in order. */
export function providerPageFolders(providers: readonly List[]): string[] {
  const ofList = ({ parameter, count }: List) =>
    Array.from({ length: pagesOf(count, coursesPerPage) }, (_, at) => providerPageFolder(parameter, at + 1));
  return [`${providerPagesFolder}/`, ...providers.flatMap(ofList)];
}

const links = new GatheredRecords();

export function writeProviderPages({ runs, offsets }: PageTask, context: RunContext<CoursePagesTypes>): void {
  const { settings, files, parts, throwIfAborted } = context;
  links.gather(
    offsets,
    runs.map((run) => coursesOf(run, coursesPerPage)),
    parts.links,
  );
  const text = new GrowingBytes();
  for (const { list, members, from, to } of runs) {
    for (let page = from; page <= to; page += 1) {
      throwIfAborted();
      const { head, tail, linkStart } = providerPage(list, page, settings);
      const courses = coursesOf({ members, from: page, to: page }, coursesPerPage);
      text.clear();
      text.addText(head);
      if (courses.length > 0) {
        text.addText(linkStart);
        links.addTo(text, courses, Buffer.from(linkEnd + linkStart));
        text.addText(linkEnd);
      }
      text.addText(tail);
      files.write(fileIn(providerPageFolder(list.parameter, page)), text);
    }
  }
}
