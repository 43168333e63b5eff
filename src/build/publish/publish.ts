// Publishing: turns the target into the new site.
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { outputFileSync } from 'fs-extra/esm';
import { manifestFile } from '../../api/published-paths.ts';
import { apiRoot } from '../../api/routes.ts';
import { errorAt } from '../../text/problems.ts';
import { apiIn, type BuildFolders } from '../build-folders.ts';
import { manifestText } from '../published/manifest.ts';
import type { LockedTarget, StagingFolder } from '../published/staging-folder.ts';
import { applySteps } from './apply.ts';
import { interimFile, type Publication, type Step } from './publication.ts';

/**
 * Applies a publication. Every file that readers see meanwhile is old or new, and whole; if this is interrupted, the next build
 * completes it. Throws an InterruptedPublication if the system refuses to.
 */
export function publish(
  { steps, interimManifest }: Publication,
  { site, lockedTarget }: StagingFolder,
  { target, isEmpty }: BuildFolders,
): void {
  if (steps.length === 0 && !isEmpty) return;
  if (!existsSync(target)) {
    renameSync(site, target);
    return;
  }
  if (!isEmpty && interimManifest) {
    outputFileSync(join(site, interimFile), `${manifestText(interimManifest)}\n`);
  }
  applySteps(site, target, isEmpty ? stepsForEmpty(readdirSync(site)) : steps, heartbeatOf(lockedTarget));
}

/** Number of steps between two heartbeats. */
const stepsPerHeartbeat = 2000;

/** Keeps the lock during a publication, in which no timer runs. Throws a ProblemsError if it was taken over. */
export function heartbeatOf({ assertHeld }: Pick<LockedTarget, 'assertHeld'>): (step: number) => void {
  return (step) => {
    if (step % stepsPerHeartbeat === 0) assertHeld();
  };
}

/** Moves everything into an empty target: the manifest first, so that the next build knows the rest, and the API as a whole last. */
function stepsForEmpty(names: readonly string[]): Step[] {
  const [top = ''] = apiRoot.split('/');
  const others = names.filter((name) => name !== manifestFile && name !== top);
  return [manifestFile, ...others, top].map((name) => ({ put: name, from: name }));
}

/** Throws a ProblemsError if another program changed the target during the build: files that were not staged might be gone. */
export function failIfChanged({ target, api }: BuildFolders, out: string): void {
  const now = apiIn(target);
  if (now?.ino === api?.ino && now?.ctimeMs === api?.ctimeMs) return;
  const finding = `${apiRoot} in it was changed by another program during the build`;
  throw errorAt(out, { rule: 'output-write', finding, remedy: 'build again' });
}
