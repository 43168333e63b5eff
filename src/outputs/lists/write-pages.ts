// Assembles pages of lists from the courses' summaries, and writes them.
import { listFolder, pageFolders } from '../../api/layout.ts';
import { pageCount, renderEnvelope } from '../../api/paging.ts';
import { GatheredRecords } from '../../storage/gather.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import type { RunContext } from '../output.ts';
import { coursesOf, type ListsTypes, type PageTask } from './row.ts';

const summaries = new GatheredRecords();

export function writePages({ runs, offsets }: PageTask, context: RunContext<ListsTypes>): undefined {
  const { settings, responses, parts, throwIfAborted } = context;
  const { pageSize } = settings;
  summaries.gather(
    offsets,
    runs.map((run) => coursesOf(run, pageSize)),
    parts.summaries,
  );
  const text = new GrowingBytes();
  for (const { list, members, from, to } of runs) {
    const folder = listFolder(list);
    const pages = pageCount(list.count, pageSize);
    for (let page = from; page <= to; page += 1) {
      throwIfAborted();
      const { head, tail } = renderEnvelope(list, page, pages, settings);
      text.clear();
      text.addText(head);
      summaries.addTo(text, coursesOf({ members, from: page, to: page }, pageSize));
      text.addText(tail);
      responses.writeIndex(text, ...pageFolders(folder, page));
    }
  }
}
