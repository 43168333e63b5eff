// A job of a build: some course files of the search index, cut out of summaries that are JSON already, and written.
import { coursesPath } from '../../site/search/format.ts';
import { GrowingBytes, lineEnd } from '../../output/bytes.ts';
import type { Writer } from '../../output/writer.ts';
import { summaryOf, type Summaries } from '../pages.ts';

/** The courses of one file, by ascending id. */
export interface CourseFile {
  readonly file: number;
  readonly courses: Uint32Array;
}

export interface FoundTask {
  readonly summaries: Summaries;
  readonly files: readonly CourseFile[];
}

const comma = 0x2c;

/** Writes course files. */
export function writeFound({ summaries, files }: FoundTask, writer: Writer, goOn: () => void): void {
  const text = new GrowingBytes();
  for (const { file, courses } of files) {
    goOn();
    text.clear();
    text.addText('[');
    for (const [at, course] of courses.entries()) {
      if (at > 0) text.addByte(comma);
      for (const part of foundParts(summaryOf(summaries, course))) text.addBytes(part);
    }
    text.addText(']');
    text.addByte(lineEnd);
    writer.write(coursesPath(file), text);
  }
}

// No text in JSON holds these: its quotes are escaped.
const linkurlKey = Buffer.from(',"linkurl":');
const authorKey = Buffer.from(',"author":');
const categoriesKey = Buffer.from(',"categories":');
const closing = Buffer.from('}');

/** What of a summary the list of results shows: all but the address and the categories (see `FoundCourse`). */
export function foundParts({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const linkurl = bytes.indexOf(linkurlKey);
  const author = bytes.indexOf(authorKey, linkurl);
  const categories = bytes.indexOf(categoriesKey, author);
  return [bytes.subarray(0, linkurl), bytes.subarray(author, categories), closing];
}
