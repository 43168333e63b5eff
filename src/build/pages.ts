// The second job of a build: some pages of the paged lists, put together from summaries that are JSON already, and written.
import { folderOf, pagesFolder } from '../api/routes.ts';
import { pagesOf, renderEnvelope, type LinkOptions, type List } from '../api/paging.ts';
import { batchOf } from '../catalog/lists.ts';
import { GrowingBytes } from '../output/bytes.ts';
import type { Writer } from '../output/writer.ts';

/** Where the summaries of all courses are, in memory that threads share. */
export interface Summaries {
  /** JSON of the summaries, for each batch. */
  readonly bytes: readonly Uint8Array[];
  /** Where the summary of each course ends in the bytes of its batch. */
  readonly ends: readonly Uint32Array[];
  /** The number of the first course of each batch, and of all courses. */
  readonly firsts: Uint32Array;
}

/** Pages `from` to `to`, both included, of one list. */
export interface PageRun {
  readonly list: List;
  /** The courses of the list by ascending id, in shared memory. */
  readonly members: Uint32Array;
  readonly from: number;
  readonly to: number;
}

export interface PageTask {
  readonly summaries: Summaries;
  readonly runs: readonly PageRun[];
}

export interface PageContext {
  readonly writer: Writer;
  readonly links: LinkOptions;
  readonly pageSize: number;
  /** Throws once the build is broken off. */
  readonly goOn: () => void;
}

/** Writes pages; each lies in a folder of its number, and page 1 in the folder of its list, too. */
export function writePages({ summaries, runs }: PageTask, context: PageContext): { files: number; bytes: number } {
  const { writer, pageSize, links, goOn } = context;
  const before = { files: writer.files, bytes: writer.bytes };
  const text = new PageText(summaries);
  for (const { list, members, from, to } of runs) {
    const folder = folderOf(list.route, list.parameter);
    const pages = pagesOf(list.count, pageSize);
    goOn();
    writer.folder(`${folder}/${pagesFolder}`);
    for (let page = from; page <= to; page += 1) {
      goOn();
      const { head, tail } = renderEnvelope(list, page, pages, links);
      const content = text.of(head, members.subarray((page - 1) * pageSize, page * pageSize), tail);
      writer.writeFolder(`${folder}/${pagesFolder}/${page}`, content);
      if (page === 1) writer.writeIndex(folder, content);
    }
  }
  return { files: writer.files - before.files, bytes: writer.bytes - before.bytes };
}

const comma = 0x2c;

/** Puts pages together, one at a time. */
class PageText {
  private readonly text = new GrowingBytes();

  constructor(private readonly summaries: Summaries) {}

  /** The bytes of a page, valid until the next one is asked for. */
  of(head: string, courses: Uint32Array, tail: string): GrowingBytes {
    const { text } = this;
    text.clear();
    text.addText(head);
    for (let at = 0; at < courses.length; at += 1) {
      if (at > 0) text.addByte(comma);
      text.addBytes(this.summaryOf(courses[at] ?? 0));
    }
    text.addText(tail);
    return text;
  }

  private summaryOf(course: number): Uint8Array {
    const { bytes, ends, firsts } = this.summaries;
    const at = batchOf(firsts, course);
    const ordinal = course - (firsts[at] ?? 0);
    const start = ordinal === 0 ? 0 : (ends[at]?.[ordinal - 1] ?? 0);
    const summary = bytes[at]?.subarray(start, ends[at]?.[ordinal] ?? 0);
    if (!summary) throw new RangeError(`no summary of course number ${course}`);
    return summary;
  }
}
