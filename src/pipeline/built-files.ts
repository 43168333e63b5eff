// The files of a build: their paths, number and sizes, as its outputs tell them, without a look at the disk.
import { dirname } from 'node:path';
import { apiRoot, isInApi, pageSegment } from '../api/routes.ts';
import { outputDeclarations } from '../outputs/declarations.ts';
import type { OutputDeclaration } from '../outputs/output.ts';
import { pathsAbove } from '../paths.ts';
import { presentNames } from '../storage/index-files.ts';
import { sumOf, type OutputFile, type Tally } from '../storage/writer.ts';
import type { ByOutput, OutputSettings } from './output-settings.ts';
import { nameOfField } from './read/chunk-file.ts';
import { linkhashesIn, type ChunkResult } from './read/result.ts';

/** What the files of a build follow from. */
export interface BuiltFiles {
  /** The settings of the outputs that are wanted. */
  readonly settings: ByOutput<OutputSettings>;
  readonly chunks: readonly ChunkResult[];
  readonly courses: number;
  /** The files of each output, without those of courses; under an empty name, those of no output. */
  readonly files: ByOutput<readonly OutputFile[]>;
}

export interface Totals extends Tally {
  readonly folders: number;
  readonly largestFolder: FolderSize;
}

interface FolderSize {
  readonly path: string;
  readonly entries: number;
}

/** Stands for the name of an output where no output has made the files. */
export const noOutput = '';

/** The outputs whose files are files of the build. */
export function outputsWithFiles({ settings }: Pick<BuiltFiles, 'settings'>): OutputDeclaration[] {
  return outputDeclarations.filter(({ name }) => settings[name]);
}

/** The files of the courses of a chunk; `valueOf` reads its values by their names in a chunk file. */
export function* courseFilesIn(
  output: OutputDeclaration,
  { chunkSettings }: OutputSettings,
  valueOf: (name: string) => unknown,
): Generator<string> {
  if (!output.courseFiles) return;
  const { folder, presenceField } = output.courseFiles;
  const names = output.courseFiles.names(chunkSettings);
  const bits = presenceField === undefined ? undefined : valueOf(nameOfField(output.name, presenceField));
  const linkhashes = valueOf('linkhashes');
  if (!(linkhashes instanceof Uint8Array)) throw new TypeError('a chunk has no linkhashes');
  let course = 0;
  for (const linkhash of linkhashesIn(linkhashes)) {
    const bitsOfCourse = bits instanceof Uint8Array ? (bits[course] ?? 0) : 0;
    const present = names.length === 1 ? names : presentNames(names, bitsOfCourse);
    for (const name of present) yield `${folder}/${linkhash}/${name}`;
    course += 1;
  }
}

/** All files that a course may have: which of the compressed ones it has is not known. */
export function filesOfCourse(linkhash: string, settings: ByOutput<OutputSettings>): string[] {
  return outputsWithFiles({ settings }).flatMap(({ name, courseFiles }) => {
    const names = courseFiles?.names(settings[name]?.chunkSettings) ?? [];
    return names.map((file) => `${courseFiles?.folder ?? ''}/${linkhash}/${file}`);
  });
}

/** Every file of a build, or of the API alone, generated on demand: a first build adds hundreds of thousands. */
export function* allFiles(built: BuiltFiles, isWanted: (isApi: boolean) => boolean): Generator<string> {
  const { chunks, settings } = built;
  for (const output of outputsWithFiles(built)) {
    const settingsOfOutput = settings[output.name];
    if (!settingsOfOutput || !isWanted(output.isApi === true)) continue;
    for (const chunk of chunks) yield* courseFilesIn(output, settingsOfOutput, (name) => chunk.value(name));
  }
  for (const { path } of Object.values(built.files).flat()) if (isWanted(isInApi(path))) yield path;
}

/** The folders of many courses. */
function courseFolders(built: BuiltFiles): string[] {
  const withFiles = built.courses > 0 ? outputsWithFiles(built) : [];
  return withFiles.flatMap(({ courseFiles }) => courseFiles?.folder ?? []);
}

/** Every folder of the API, and of other folders that belong to builds, that holds more than the files of one course or page. */
export function sharedFolders(built: BuiltFiles): Set<string> {
  const courseFolderPaths = courseFolders(built).map((folder) => `${folder}/`);
  const paths = Object.values(built.files).flatMap((files) => files.map(({ path }) => path));
  const folders = new Set(paths.filter(isInApi).map((path) => path.replace(inPageFolder, '')));
  const shared = new Set([...courseFolderPaths, ...folders].flatMap(pathsAbove));
  for (const path of pathsAbove(apiRoot)) shared.delete(path);
  return shared;
}

/** The end of the path of a file in the folder of a page. */
const inPageFolder = new RegExp(`(?<=/${pageSegment}/)\\d+/[^/]+$`, 'u');

export function totalsOf(built: BuiltFiles): Totals {
  const folders = courseFolders(built);
  const files = Object.values(built.files).flat();
  const entries = new Map(folders.map((folder) => [folder, built.courses]));
  const addTo = (folder: string) => {
    if (folder === '.') return;
    const count = entries.get(folder);
    entries.set(folder, (count ?? 0) + 1);
    if (count === undefined) addTo(dirname(folder));
  };
  for (const path of [...folders, ...files.map((file) => file.path)]) addTo(dirname(path));
  const sizes = Array.from(entries, ([path, count]) => ({ path, entries: count }));
  const names = outputsWithFiles(built).map(({ name }) => name);
  return {
    ...sumOf([
      ...built.chunks.flatMap(({ written }) => names.flatMap((name) => written[name] ?? [])),
      ...files.map(({ path, bytes }) => ({ files: 1, bytes, largest: { path, bytes } })),
    ]),
    folders: entries.size + folders.length * built.courses,
    largestFolder: sizes.reduce((most, folder) => (folder.entries > most.entries ? folder : most), noFolder),
  };
}

const noFolder: FolderSize = { path: '', entries: 0 };
