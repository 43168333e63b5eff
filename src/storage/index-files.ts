// Index files: the file that a server sends for a folder, and the compressed ones beside it.
import type { Encoding } from '../api/http.ts';
import type { IndexFile } from '../api/routes.ts';
import { encodingEndings } from './encodings.ts';

export interface IndexFileOptions {
  readonly indexFile: IndexFile;
  /** Encodings of the compressed files beside index files. */
  readonly precompress: readonly Encoding[];
}

/** The names that index files may have, that of the plain file first. */
export function namesIn({ indexFile, precompress }: IndexFileOptions): string[] {
  return [indexFile, ...precompress.map((encoding) => `${indexFile}${encodingEndings[encoding]}`)];
}
