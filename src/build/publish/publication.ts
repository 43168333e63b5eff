// The publication: what a build changes in the target, in an order that is safe for readers. Planning it does not touch the disk.
import { manifestFile } from '../../api/published-paths.ts';
import type { WrittenFiles } from '../../storage/writer.ts';
import type { FileChanges, Paths } from '../build-options.ts';
import { trimSlash } from '../published/manifest.ts';

export interface StagedFiles {
  /** What outputs wrote, in groups in the order of publication: files may link to files of earlier groups, and to later ones of the same group. */
  readonly outputs: readonly (readonly WrittenFiles[])[];
  /** What was made from the whole catalog: the index of the API, which links to all else, comes last. */
  readonly catalogFiles: WrittenFiles;
  /** The files that need no catalog, and the manifest. */
  readonly fixedFiles: WrittenFiles;
  /** Paths of all files and owned folders around the API but the manifest. */
  readonly manifestPaths: readonly string[];
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

/** One step: puts a staged file in its place, or removes what is at a path. Paths are relative to the target, with `/`. */
export type Step =
  | {
      readonly put: string;
      /** The path in the staging folder: the same, except for the interim manifest. */
      readonly from: string;
    }
  | { readonly remove: string };

/** Everything that a publication does, as a value that can be printed. */
export interface Publication {
  readonly steps: readonly Step[];
  readonly changes: FileChanges;
  /** The files that the manifest lists while old and new files coexist. Undefined if the manifest does not change. */
  readonly interimManifest: readonly string[] | undefined;
}

/** The file of the interim manifest in the staging folder. */
export const interimFile = `${manifestFile}.both`;

/**
 * Plans the steps: the files that need no catalog; the new files of each output, then what it changed; then what is made from the whole
 * catalog, the index last. What is no longer part of the target goes after everything that named it. If nothing is published yet, `added`
 * are all files.
 */
export function planPublication(staged: StagedFiles, removals: Removals, added?: Paths): Publication {
  const { outputs, catalogFiles, fixedFiles, manifestPaths } = staged;
  const all = [...outputs.flat(), catalogFiles, fixedFiles];
  const isManifestNew = [...fixedFiles.added, ...fixedFiles.changed].includes(manifestFile);
  return {
    steps: stepsFor(staged, removals),
    changes: {
      added: added ?? all.flatMap((written) => written.added),
      changed: all.flatMap(({ changed }) => changed),
      removed: [...new Set([...all.flatMap(({ unwanted }) => unwanted), ...removals.files])],
    },
    interimManifest: isManifestNew ? [...removals.besideApi, ...manifestPaths] : undefined,
  };
}

/** The steps of a publication, in order. */
export function stepsFor(
  { outputs, catalogFiles, fixedFiles }: Omit<StagedFiles, 'manifestPaths'>,
  removals: Pick<Removals, 'owned' | 'besideApi'>,
): Step[] {
  const put = (path: string): Step => ({ put: path, from: path });
  const remove = (path: string): Step => ({ remove: trimSlash(path) });
  const isManifest = (path: string) => path === manifestFile;
  const fixedPaths = [...fixedFiles.added, ...fixedFiles.changed];
  return [
    // If the publication is killed, the next build knows old and new files.
    ...(fixedPaths.some(isManifest) ? [{ put: manifestFile, from: interimFile }] : []),
    ...fixedPaths.filter((path) => !isManifest(path)).map(put),
    // Each page links to the next one.
    ...outputs.flatMap((group) => group.toReversed().flatMap(({ added }) => added.toReversed().map(put))),
    ...outputs.flat().flatMap(({ changed }) => changed.map(put)),
    ...[...catalogFiles.added, ...catalogFiles.changed].map(put),
    ...[...outputs.flat(), catalogFiles].flatMap(({ unwanted }) => unwanted.map(remove)),
    ...[...removals.owned, ...removals.besideApi].map(remove),
    ...fixedPaths.filter(isManifest).map(put),
  ];
}
