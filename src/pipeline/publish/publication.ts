// The publication: what a build changes in the target, in an order that is safe for readers. Planning it does not touch the disk.
import { manifestFile } from '../../api/published-paths.ts';
import { apiRoot } from '../../api/routes.ts';
import { pathsAbove } from '../../paths.ts';
import type { WrittenFiles } from '../../storage/writer.ts';
import type { FileChanges, Paths } from '../build-options.ts';
import { trimSlash } from '../target/manifest.ts';

export interface StagedFiles {
  /** What was made from courses, output after output in the order of publication. */
  readonly outputs: readonly StagedOutput[];
  /** What was made from the whole catalog, beside the API. */
  readonly catalogFiles: WrittenFiles;
  /** The unpaged responses of the API. */
  readonly entryPoints: WrittenFiles;
  /** The files that need no catalog, and the manifest. */
  readonly fixedFiles: WrittenFiles;
  /** Paths of all files and owned folders around the API but the manifest. */
  readonly manifestPaths: readonly string[];
}

export interface StagedOutput {
  readonly isApi: boolean;
  readonly written: readonly WrittenFiles[];
}

/** What is no longer part of the target. */
export interface Removals {
  /** Files and folders of the API and in the other owned folders. */
  readonly owned: readonly string[];
  /** Other files beside the API, and owned folders as a whole. */
  readonly besideApi: readonly string[];
  /** All files among these paths and below them. */
  readonly files: readonly string[];
}

/** One step: puts a staged file or folder in its place, or removes what is at a path. Paths are relative to the target, with `/`. */
export type Step =
  | {
      readonly put: string;
      /** The path in the staging folder: the same, but for that of a file in the target itself. */
      readonly from: string;
    }
  | { readonly remove: string };

/** Everything that a publication does, as a value that can be printed. */
export interface Publication {
  readonly steps: readonly Step[];
  readonly changes: FileChanges;
  /** The files that the manifest lists while old and new files coexist; undefined if it does not change. */
  readonly interimManifest: readonly string[] | undefined;
}

/** The file of the interim manifest in the staging folder. */
export const interimFile = `${manifestFile}.both`;

/** The state of the target that a publication begins with. */
export interface PublicationStart {
  /** If no API is published yet, any file of the new one: the whole API then appears at once. */
  readonly firstFile: string | undefined;
  /** If no API is published yet, every new path; otherwise the staging folder lists the added files. */
  readonly added: Paths | undefined;
}

/**
 * Plans the steps: the new files of each output, which may only link to those of outputs before it and to later ones of its own; then
 * what it changed, then the catalog files, then the entry points, the index last; what is no longer part of the target goes after everything
 * that named it.
 */
export function planPublication(
  staged: StagedFiles,
  removals: Removals,
  { firstFile, added }: PublicationStart,
): Publication {
  const { outputs, entryPoints, catalogFiles, fixedFiles, manifestPaths } = staged;
  const all = [...outputs.flatMap(({ written }) => written), catalogFiles, entryPoints, fixedFiles];
  const fixedPaths = [...fixedFiles.added, ...fixedFiles.changed];
  const besideApi = outputs.filter(({ isApi }) => !isApi);
  const wholeApi = firstFile && {
    outputs: besideApi,
    entryPoints: { ...entryPoints, added: [firstFile], changed: [] },
  };
  return {
    steps: stepsFor({ ...staged, ...wholeApi }, removals),
    changes: {
      added: added ?? all.flatMap((written) => written.added),
      changed: all.flatMap(({ changed }) => changed),
      removed: [...new Set([...all.flatMap(({ unwanted }) => unwanted), ...removals.files])],
    },
    interimManifest: fixedPaths.includes(manifestFile) ? [...removals.besideApi, ...manifestPaths] : undefined,
  };
}

function stepsFor(
  { outputs, entryPoints, catalogFiles, fixedFiles, manifestPaths }: StagedFiles,
  removals: Removals,
): Step[] {
  const put = (path: string): Step => ({ put: path, from: path });
  const remove = (path: string): Step => ({ remove: trimSlash(path) });
  const isManifest = (path: string) => path === manifestFile;
  const fixedPaths = [...fixedFiles.added, ...fixedFiles.changed];
  const obstacles = new Set(inTheWayOf(manifestPaths, removals.besideApi));
  const outputFiles = outputs.flatMap(({ written }) => written);
  return [
    // If the publication is killed, the next build knows old and new files.
    ...(fixedPaths.some(isManifest) ? [{ put: manifestFile, from: interimFile }] : []),
    ...Array.from(obstacles, remove),
    ...fixedPaths.filter((path) => !isManifest(path)).map(put),
    // Each page links to the next one.
    ...outputs.flatMap(({ written }) => written.toReversed().flatMap(({ added }) => added.toReversed().map(put))),
    ...outputFiles.flatMap(({ changed }) => changed.map(put)),
    ...catalogFiles.added.map(put),
    ...catalogFiles.changed.map(put),
    ...indexLast(entryPoints).map(put),
    ...[...outputFiles, entryPoints].flatMap(({ unwanted }) => unwanted.map(remove)),
    ...removals.owned.map(remove),
    ...removals.besideApi.filter((path) => !obstacles.has(path)).map(remove),
    ...fixedPaths.filter(isManifest).map(put),
  ];
}

/** The paths, with the endpoint index last. */
function indexLast({ added, changed }: WrittenFiles): string[] {
  const paths = [...added, ...changed];
  const isIndex = (path: string) => path.split('/').length === apiRoot.split('/').length + 1;
  return [...paths.filter((path) => !isIndex(path)), ...paths.filter(isIndex)];
}

/** Removed files at paths where new files need a folder, or below paths of new files. */
function inTheWayOf(manifestPaths: readonly string[], removed: readonly string[]): string[] {
  const [writtenPaths, folders] = [new Set(manifestPaths), new Set(manifestPaths.flatMap(pathsAbove))];
  return removed.filter((path) => {
    const withoutSlash = trimSlash(path);
    return (
      folders.has(withoutSlash) ||
      [...pathsAbove(withoutSlash), withoutSlash].some((written) => writtenPaths.has(written))
    );
  });
}
