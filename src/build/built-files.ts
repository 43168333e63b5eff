// The files of a build: their paths and folders, as its outputs tell them, without a look at the disk.
import { dirname, join } from 'node:path';
import { outputDeclarations } from '../outputs/declarations.ts';
import type { Site } from '../outputs/site-options.ts';
import { entryAt } from '../paths.ts';
import { sumOf, type CourseFiles, type Tally } from '../storage/writer.ts';
import type { Paths } from './build-options.ts';
import { namesByFolder, type ExpectedFiles } from './published/listing.ts';
import { linkhashesOf, type ChunkResult } from './read/result.ts';

/** What the files of a build follow from. */
export interface BuiltFiles {
  readonly site: Site;
  readonly chunks: readonly ChunkResult[];
  readonly courses: number;
  /** The paths of the files that are not of single courses. */
  readonly otherPaths: readonly string[];
}

export interface Totals extends Tally {
  readonly folders: number;
  readonly largestFolder: FolderSize;
}

interface FolderSize {
  readonly path: string;
  readonly entries: number;
}

/** The files of a first build, as they lie in the first of these folders in which they are. */
export function listFirstBuild(built: BuiltFiles, length: number, folders: readonly string[]): Paths {
  return { length, [Symbol.iterator]: () => listFiles(built, folders) };
}

/**
 * Every file of a build, generated on demand: a first build adds hundreds of thousands. Not every response is worth a compressed copy;
 * the folders tell which copies there are.
 */
function* listFiles({ site, chunks, otherPaths }: BuiltFiles, folders: readonly string[]): Generator<string> {
  for (const [folder, names] of courseFilesOf(site)) {
    for (const linkhash of linkhashesOf(chunks)) {
      for (const [index, name] of names.entries()) {
        const path = `${folder}/${linkhash}/${name}`;
        if (index === 0 || folders.some((root) => entryAt(join(root, path)))) yield path;
      }
    }
  }
  yield* otherPaths;
}

export function courseFilesOf(site: Site): CourseFiles {
  const found = outputDeclarations
    .filter((declaration) => declaration.isWanted(site.features))
    .flatMap(({ courseFiles }) => (courseFiles ? [[courseFiles.folder, courseFiles.names(site)] as const] : []));
  return new Map(found.filter(([, names]) => names.length > 0));
}

/** The folders that have a folder for each course; none without a course. */
function courseFoldersOf({ site, courses }: BuiltFiles): string[] {
  return courses > 0 ? [...courseFilesOf(site).keys()] : [];
}

/** What a build expects in its target. */
export function expectedFiles(built: BuiltFiles): ExpectedFiles {
  return {
    names: namesByFolder(built.otherPaths, courseFoldersOf(built)),
    courseFiles: courseFilesOf(built.site),
    linkhashes: new Set(linkhashesOf(built.chunks)),
  };
}

/** The totals of what was written, unchanged files included. */
export function totalsOf(built: BuiltFiles, written: readonly Tally[]): Totals {
  const { courses, otherPaths } = built;
  const folders = courseFoldersOf(built);
  const entries = new Map(folders.map((folder) => [folder, courses]));
  const addTo = (folder: string) => {
    if (folder === '.') return;
    const count = entries.get(folder);
    entries.set(folder, (count ?? 0) + 1);
    if (count === undefined) addTo(dirname(folder));
  };
  for (const path of [...folders, ...otherPaths]) addTo(dirname(path));
  const sizes = Array.from(entries, ([path, count]) => ({ path, entries: count }));
  return {
    ...sumOf(written),
    folders: entries.size + folders.length * courses,
    largestFolder: sizes.reduce((most, folder) => (folder.entries > most.entries ? folder : most), noFolder),
  };
}

const noFolder: FolderSize = { path: '', entries: 0 };
