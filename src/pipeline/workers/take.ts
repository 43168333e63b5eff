// The job of a merge: takes the views and course pages of a chunk from the folder of the shard that wrote them.
import { unchangedFile, type FileStamps } from '../../storage/file-stamps.ts';
import type { IndexForm, Writer, WrittenFiles } from '../../storage/writer.ts';
import { fileIn } from '../../outputs/course-pages/paths.ts';
import { linkhashesIn, type ChunkAddresses, type ChunkStamps } from '../read/result.ts';
import { coursePageFolder, indexFilesOf, viewFolder } from '../lists/layout.ts';

export interface TakeTask {
  /** The folder with what the shard wrote. */
  readonly site: string;
  /** The file of the result of the chunk. */
  readonly file: string;
}

export interface TakenChunk {
  readonly views: WrittenFiles;
  readonly coursePages: WrittenFiles | undefined;
  /** The files that are not as the shard wrote them. */
  readonly wrong: readonly string[];
}

export interface TakeContext {
  readonly form: IndexForm;
  readonly views: Writer;
  /** Undefined if there are no course pages. */
  readonly coursePages: Writer | undefined;
  /** Throws once the build is aborted. */
  readonly throwIfAborted: () => void;
}

export function takeChunk(
  site: string,
  addresses: ChunkAddresses,
  stamps: ChunkStamps | undefined,
  { form, views, coursePages, throwIfAborted }: TakeContext,
): TakenChunk {
  const wrong: string[] = [];
  const takerOf = (writer: Writer, written: FileStamps | undefined) => {
    let number = 0;
    return (path: string) => {
      const place = `${site}/${path}`;
      const entry = written && unchangedFile(place, written, number);
      if (!entry || !writer.take(place, entry, path)) wrong.push(place);
      number += 1;
    };
  };
  const takeView = takerOf(views, stamps?.views);
  const takePage = coursePages && takerOf(coursePages, stamps?.coursePages);
  let course = 0;
  for (const linkhash of linkhashesIn(addresses)) {
    throwIfAborted();
    const [folder, encodings] = [viewFolder(linkhash), addresses.encodings[course] ?? 0];
    for (const path of indexFilesOf(folder, encodings, form)) takeView(path);
    for (const path of indexFilesOf(folder, ~encodings, form).slice(1)) views.leave(path);
    takePage?.(fileIn(`${coursePageFolder(linkhash)}/`));
    course += 1;
  }
  return { views: views.tally(), coursePages: coursePages?.tally(), wrong };
}
