// Index files: the file that a server sends for a folder, and the compressed ones beside it.
import type { Encoding } from '../api/http.ts';
import { pageFile } from '../api/published-paths.ts';
import type { IndexFile } from '../api/routes.ts';
import { encodingEndings } from './encodings.ts';

export interface IndexFileOptions {
  readonly indexFile: IndexFile;
  /** Encodings of the compressed files beside index files. */
  readonly precompress: readonly Encoding[];
}

/** The index files of pages, beside the API. */
export const htmlIndexFile: IndexFileOptions = { indexFile: pageFile, precompress: [] };

/** The names that index files may have, that of the plain file first. */
export function namesIn({ indexFile, precompress }: IndexFileOptions): string[] {
  return [indexFile, ...precompress.map((encoding) => `${indexFile}${encodingEndings[encoding]}`)];
}

/** The names of which there are files: the first, and the others whose bits are set. */
export function presentNames(names: readonly string[], bits: number): readonly string[] {
  return names.filter((_, index) => index === 0 || (bits & (1 << (index - 1))) !== 0);
}
