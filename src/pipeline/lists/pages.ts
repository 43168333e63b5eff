// The second job of a build: assembles pages of lists from rendered summaries, and writes them.
import { pagesOf, renderEnvelope, type LinkOptions, type List } from '../../api/paging.ts';
import { folderOf, pagesFolder } from '../../api/routes.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import type { IndexWriter, WrittenFiles } from '../../storage/writer.ts';
import type { CourseRecords } from '../read/result.ts';
import { addRecords, openRecords, type FiledRecords, type RecordReader } from './gather.ts';

/** Pages `from` to `to`, inclusive, of one list. */
export interface PageRun {
  /** The number of the list. */
  readonly index: number;
  readonly list: List;
  /** The courses of the list by ascending id, in shared memory. */
  readonly members: Uint32Array;
  readonly from: number;
  readonly to: number;
}

export interface PageTask {
  readonly summaries: CourseRecords | FiledRecords;
  readonly runs: readonly PageRun[];
}

export interface WrittenPages {
  readonly written: WrittenFiles;
  /** Of each page, run after run: see `statsPerPage`. */
  readonly stats: Uint32Array;
}

export interface PageContext {
  readonly writer: IndexWriter;
  readonly links: LinkOptions;
  readonly pageSize: number;
  /** Reads summaries from the files of chunk results. */
  readonly summaries: RecordReader;
  /** Throws once the build is aborted. */
  readonly throwIfAborted: () => void;
}

/** Writes pages into the existing folders of their lists. */
export function writePages({ summaries, runs }: PageTask, context: PageContext): WrittenPages {
  const { writer, pageSize, links, throwIfAborted } = context;
  const stats: number[] = [];
  const membersOf = ({ members, from, to }: PageRun) => members.subarray((from - 1) * pageSize, to * pageSize);
  const records = openRecords(summaries, runs.map(membersOf), context.summaries);
  const text = new GrowingBytes();
  for (const { list, members, from, to } of runs) {
    const folder = folderOf(list.route, list.parameter);
    const pages = pagesOf(list.count, pageSize);
    for (let page = from; page <= to; page += 1) {
      throwIfAborted();
      const { head, tail } = renderEnvelope(list, page, pages, links);
      text.clear();
      text.addText(head);
      addRecords(text, records, members.subarray((page - 1) * pageSize, page * pageSize));
      text.addText(tail);
      // Page 1 is also served at the list's own address.
      writer.writeFolder(`${folder}/${pagesFolder}/${page}`, text, ...(page === 1 ? [folder] : []));
      const { plain, all, encodings } = writer.last;
      stats.push(plain, all, encodings);
    }
  }
  return { written: writer.tally(), stats: Uint32Array.from(stats) };
}
