// The files of a build: their paths, number and sizes, as its outputs tell them, without a look at the disk.
import type { List } from '../../api/paging.ts';
import { apiRoot, isInApi } from '../../api/routes.ts';
import type { OutputRow, UnitGroup, UnitsOf } from '../../outputs/output.ts';
import { rows } from '../../outputs/rows.ts';
import { pathsAbove } from '../../paths.ts';
import { presentNames } from '../../storage/index-files.ts';
import { sumOf, type OutputFile, type Tally } from '../../storage/writer.ts';
import { nameOfField } from '../read/chunk-file.ts';
import { linkhashesIn, type ByOutput, type ChunkResult } from '../read/result.ts';
import type { OutputSettings } from '../settings.ts';

/** What the files of a build follow from. */
export interface BuiltFiles {
  /** The settings of the outputs that are wanted. */
  readonly settings: ByOutput<OutputSettings>;
  /** Whether the responses of the API are in packs: then they are no files. */
  readonly isPacked: boolean;
  readonly chunks: readonly ChunkResult[];
  readonly courses: number;
  readonly layout: readonly List[];
  /** What each output keeps. */
  readonly kept: ByOutput<unknown>;
  /** The files that are neither of courses nor of units, those of no output under an empty name. */
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

/** The outputs whose files of courses and of units are files of the build. */
export function rowsWithFiles({ settings, isPacked }: Pick<BuiltFiles, 'settings' | 'isPacked'>): OutputRow[] {
  return rows.filter(({ name, isApi }) => settings[name] && !(isApi && isPacked));
}

/** The files of the courses of a chunk; `valueOf` reads its values by their names in a chunk file. */
export function* courseFilesIn(
  row: OutputRow,
  { chunks: settings }: OutputSettings,
  valueOf: (name: string) => unknown,
): Generator<string> {
  if (!row.courseFiles) return;
  const { folder, present: presentField } = row.courseFiles;
  const names = row.courseFiles.names(settings);
  const bits = presentField === undefined ? undefined : valueOf(nameOfField(row.name, presentField));
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

export function filesOfCourse(linkhash: string, settings: ByOutput<OutputSettings>): string[] {
  return rowsWithFiles({ settings, isPacked: false }).flatMap(({ name, courseFiles }) => {
    const names = courseFiles?.names(settings[name]?.chunks) ?? [];
    return names.map((file) => `${courseFiles?.folder ?? ''}/${linkhash}/${file}`);
  });
}

type UnitSources = Pick<BuiltFiles, 'settings' | 'layout' | 'kept'>;

export function unitsOf(row: OutputRow, built: UnitSources): readonly UnitGroup[] {
  return row.units?.(unitsInput(row.name, built)) ?? [];
}

/** What the units of the output with this name follow from. */
export function unitsInput(name: string, { settings, layout, kept }: UnitSources): UnitsOf {
  return { layout, kept: kept[name], settings: settings[name]?.tasks };
}

/** The groups of units that are files. */
export function unitGroups(built: BuiltFiles): UnitGroup[] {
  return rowsWithFiles(built).flatMap((row) => unitsOf(row, built));
}

/** Every file of a build, or of the API alone, generated on demand: a first build adds hundreds of thousands. */
export function* allFiles(built: BuiltFiles, isWanted: (isApi: boolean) => boolean): Generator<string> {
  const { chunks, settings, files } = built;
  for (const row of rowsWithFiles(built)) {
    const settingsOfRow = settings[row.name];
    if (!settingsOfRow || !isWanted(row.isApi === true)) continue;
    for (const chunk of chunks) yield* courseFilesIn(row, settingsOfRow, (name) => chunk.value(name));
    for (const group of unitsOf(row, built)) for (const unit of group.files()) yield* unit;
  }
  for (const { path } of Object.values(files).flat()) if (isWanted(isInApi(path))) yield path;
}

/** The folders of many courses or units, with the number of folders in each. */
function largeFolders(built: BuiltFiles): FolderSize[] {
  const ofCourses = rowsWithFiles(built).flatMap(({ courseFiles }) =>
    courseFiles && built.courses > 0 ? [{ path: courseFiles.folder, entries: built.courses }] : [],
  );
  return [...ofCourses, ...unitGroups(built).map(({ folder, count }) => ({ path: folder, entries: count }))];
}

/** Every folder of the API, and of other folders that belong to builds, that holds more than the files of one course or unit. */
export function sharedFolders(built: BuiltFiles): Set<string> {
  const large = largeFolders(built).map(({ path }) => `${path}/`);
  const files = Object.values(built.files).flatMap((outputFiles) => outputFiles.map(({ path }) => path));
  const above = new Set([...large, ...files.filter(isInApi)].flatMap(pathsAbove));
  for (const path of pathsAbove(apiRoot)) above.delete(path);
  return above;
}

export function totalsOf(built: BuiltFiles): Totals {
  const large = largeFolders(built);
  const files = Object.values(built.files).flat();
  const entries = new Map<string, Set<string>>();
  for (const path of [...large.map((folder) => `${folder.path}/`), ...files.map((file) => file.path)]) {
    const folders = pathsAbove(path);
    for (const [index, folder] of folders.entries()) {
      const below = entries.get(folder) ?? new Set();
      if (below.size === 0) entries.set(folder, below);
      const child = folders[index + 1] ?? path;
      if (!child.endsWith('/')) below.add(child);
    }
  }
  const sizes = [...large, ...Array.from(entries, ([path, below]) => ({ path, entries: below.size }))];
  const names = rowsWithFiles(built).map(({ name }) => name);
  return {
    ...sumOf([
      ...built.chunks.flatMap(({ written }) => names.flatMap((name) => written[name] ?? [])),
      ...unitGroups(built).map((group) => group.tally()),
      ...files.map(({ path, bytes }) => ({ files: 1, bytes, largest: { path, bytes } })),
    ]),
    folders: large.reduce((sum, folder) => sum + folder.entries, entries.size),
    largestFolder: sizes.reduce((most, folder) => (folder.entries > most.entries ? folder : most), noFolder),
  };
}

const noFolder: FolderSize = { path: '', entries: 0 };
