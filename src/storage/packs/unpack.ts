// Unpacking: writes each response of a packed API as the file that a build without packs writes.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isPagedList } from '../../api/address-patterns.ts';
import { apiRoot, pageSegment, type IndexFile } from '../../api/routes.ts';
import { errorCode, messageOf } from '../../errors.ts';
import { isInside, realPath } from '../../paths.ts';
import { errorAt, type ProblemsError } from '../../problems.ts';
import { quoteText } from '../../text/quote.ts';
import { DamagedPack, PackedApi } from './packed.ts';

/** Writes the API of the packed build in `out` to a new or empty folder, and returns the number of its files. Throws a ProblemsError. */
export function unpack(out: string, folder: string, indexFile: IndexFile): number {
  const packs = new PackedApi(out);
  try {
    if (!packs.exists()) throw problem(out, 'contains no packs', 'use --out to name the folder of a build with --pack');
    const [from, to] = [realPath(out), realPath(folder)];
    if (from === to || isInside(to, from) || isInside(from, to)) throw problem(folder, `overlaps with ${out}`);
    if (existsSync(folder) && readdirSync(folder).length > 0) throw problem(folder, 'is not empty');
    try {
      return writeResponses(packs, to, indexFile);
    } catch (error) {
      // Everything in the folder is of this run; the next one needs an empty folder again.
      rmSync(join(to, dirname(apiRoot)), { recursive: true, force: true });
      throw error;
    }
  } catch (error) {
    if (error instanceof DamagedPack) throw problem(out, error.message, 'build again, or copy the folder again');
    if (errorCode(error) === undefined) throw error;
    throw problem(folder, `cannot be written from ${out}: ${messageOf(error)}`);
  }
}

function writeResponses(packs: PackedApi, folder: string, indexFile: IndexFile): number {
  let files = 0;
  for (const { folder: path, bytes } of packs.responses()) {
    const folders = isPagedList(path) ? [path, `${path}/${pageSegment}/1`] : [path];
    for (const target of folders) {
      const file = join(folder, target, indexFile);
      if (!isInside(file, join(folder, apiRoot)))
        throw new DamagedPack(`a pack has a response for ${quoteText(path)}, which is not of the API`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
      files += 1;
    }
  }
  return files;
}

function problem(file: string, finding: string, remedy?: string): ProblemsError {
  return errorAt(file, { rule: 'unpack-folder', finding, ...(remedy !== undefined && { remedy }) });
}
