// Removals: what is published and no longer built, according to the saved state or, without one, to a listing of the output.
import { apiRoot } from '../../api/routes.ts';
import { outputs } from '../../outputs/outputs.ts';
import { packPaths, type Packs } from '../../storage/packs/stage.ts';
import type { BuildState } from '../cache/state.ts';
import { allFiles, rowsWithFiles, unitsInput, type BuiltFiles } from '../cache/output-files.ts';
import type { BuildPlaces } from './places.ts';
import { expectedFiles, staleFiles } from '../publish/listing.ts';
import { rootFilesIn } from '../publish/manifest.ts';
import type { Removals } from '../publish/publication.ts';
import { filesAt, staleRootFiles } from '../publish/target.ts';

export interface RemovalsInput {
  readonly built: BuiltFiles;
  readonly packs: Packs | undefined;
  readonly rootFiles: readonly string[];
  readonly places: BuildPlaces;
  /** The last build, and the linkhashes of courses that are gone since; undefined if nothing of it is known. */
  readonly before: { readonly state: BuildState; readonly gone: readonly string[] } | undefined;
}

export function removalsOf(input: RemovalsInput): Removals {
  const { rootFiles, places, before } = input;
  const { target } = places;
  const root = staleRootFiles(target, rootFiles, rootFilesIn(target));
  const stale = before ? sinceLastBuild(input, before) : byListing(input);
  return { owned: stale, root, files: filesAt(target, [...stale, ...root]) };
}

function sinceLastBuild(
  { built, packs }: RemovalsInput,
  { state, gone }: NonNullable<RemovalsInput['before']>,
): string[] {
  const units = goneUnits(state, built, (isApi) => !(isApi && built.isPacked));
  // Pages are removed before the views that they link to.
  const ofCourses = rowsWithFiles(built)
    .toReversed()
    .flatMap(({ courseFiles }) => (courseFiles ? gone.map((linkhash) => `${courseFiles.folder}/${linkhash}`) : []));
  const packsNow = new Set(packs && packPaths(packs));
  const stalePacks = state.packs ? packPaths(state.packs).filter((path) => !packsNow.has(path)) : [];
  return [...units, ...ofCourses, ...stalePacks];
}

/** The folders of units of the last build that are gone, of outputs of the API or of others. */
export function goneUnits(state: BuildState, now: BuiltFiles, isMeant: (isApi: boolean) => boolean): string[] {
  return outputs.flatMap((output) => {
    const { name } = output;
    if (!output.goneFolders || !now.settings[name] || !isMeant(output.isApi === true)) return [];
    const then = unitsInput(name, { ...state.lists(), settings: state.settings });
    return output.goneFolders(then, unitsInput(name, now));
  });
}

/** A whole folder that is not ours was reported as an obstacle, or stays. */
function byListing({ built, rootFiles, places: { target, listing } }: RemovalsInput): string[] {
  if (!listing || listing.folders.size === 0) return [];
  const ours = rootFilesIn(target);
  const isOurs = (path: string) => path === apiRoot || (rootFiles.includes(`${path}/`) && ours.includes(`${path}/`));
  const folders = new Map([...listing.folders].filter(([path]) => isOurs(path)));
  return staleFiles({ folders }, expectedFiles(allFiles(built, () => true)));
}
