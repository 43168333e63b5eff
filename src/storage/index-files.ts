// Index files: the file that a server sends for a folder, and the compressed ones beside it.
import type { Encoding } from '../api/http.ts';
import type { IndexFile } from '../api/routes.ts';
import { encodingEndings } from './encodings.ts';

export interface IndexFileOptions {
  readonly indexFile: IndexFile;
  /** Encodings of the compressed files beside index files. */
  readonly precompress: readonly Encoding[];
}

const tagStart = '<'.charCodeAt(0);
const escapedStart = String.raw`\u003c`;

/**
 * The text of a response in such files. A host that is not told the type of an `index.html` sends it as a page, in which a text of
 * the catalog could be a script: a `<` is escaped, which is the same value in JSON. So is it in every index file, as a journal of
 * several hosts has one digest for each course.
 */
export function responseText(json: string): string {
  return json.replaceAll('<', escapedStart);
}

/** The same in bytes. */
export function responseBytes(json: Buffer): Buffer {
  // A byte below 128 is a character of its own.
  return json.includes(tagStart) ? Buffer.from(responseText(json.toString('latin1')), 'latin1') : json;
}

/** The names that index files may have, that of the plain file first. */
export function indexFileNames({ indexFile, precompress }: IndexFileOptions): string[] {
  return [indexFile, ...precompress.map((encoding) => `${indexFile}${encodingEndings[encoding]}`)];
}
