// The second job of a build: some pages of the paged lists, put together from summaries that are JSON already, and written.
import { folderOf, pagesFolder } from '../api/routes.ts';
import { pagesOf, renderEnvelope, type LinkOptions, type List } from '../api/paging.ts';
import { batchOf } from '../catalog/lists.ts';
import { GrowingBytes } from '../output/bytes.ts';
import type { Writer, Written } from '../output/writer.ts';

/** Where the summaries of all courses are, in memory that threads share. */
export interface Summaries {
  /** JSON of the summaries, for each batch; undefined for a batch of which no page is written. */
  readonly bytes: readonly (Uint8Array | undefined)[];
  /** Where the summary of each course ends in the bytes of its batch. */
  readonly ends: readonly Uint32Array[];
  /** The number of the first course of each batch, and of all courses. */
  readonly firsts: Uint32Array;
}

/** Pages `from` to `to`, both included, of one list. */
export interface PageRun {
  /** The number of the list among all. */
  readonly index: number;
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

/** What pages came to. */
export interface WrittenPages {
  readonly written: Written;
  /** Three numbers for each page, run after run: see `numbersOfPage`. */
  readonly sizes: Uint32Array;
}

export interface PageContext {
  readonly writer: Writer;
  readonly links: LinkOptions;
  readonly pageSize: number;
  /** Throws once the build is broken off. */
  readonly goOn: () => void;
}

/** Writes pages into the folders of their lists, which are there. */
export function writePages({ summaries, runs }: PageTask, context: PageContext): WrittenPages {
  const { writer, pageSize, links, goOn } = context;
  const sizes: number[] = [];
  const text = new PageText(summaries);
  for (const { list, members, from, to } of runs) {
    const folder = folderOf(list.route, list.parameter);
    const pages = pagesOf(list.count, pageSize);
    for (let page = from; page <= to; page += 1) {
      goOn();
      const { head, tail } = renderEnvelope(list, page, pages, links);
      const content = text.of(head, members.subarray((page - 1) * pageSize, page * pageSize), tail);
      // Page 1 is also the answer of the list's own address.
      writer.writeFolder(`${folder}/${pagesFolder}/${page}`, content, ...(page === 1 ? [folder] : []));
      const { plain, all, twins } = writer.last;
      sizes.push(plain, all, twins);
    }
  }
  return { written: writer.tally(), sizes: Uint32Array.from(sizes) };
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
      text.addBytes(summaryOf(this.summaries, courses[at] ?? 0));
    }
    text.addText(tail);
    return text;
  }
}

/** The JSON of the summary of a course. */
export function summaryOf({ bytes, ends, firsts }: Summaries, course: number): Uint8Array {
  const at = batchOf(firsts, course);
  const ordinal = course - (firsts[at] ?? 0);
  const start = ordinal === 0 ? 0 : (ends[at]?.[ordinal - 1] ?? 0);
  const summary = bytes[at]?.subarray(start, ends[at]?.[ordinal] ?? 0);
  if (!summary) throw new RangeError(`no summary of course number ${course}`);
  return summary;
}
