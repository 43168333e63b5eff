// Publishing: applies a publication to the target, and reads the times that the next audit starts from.
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiRoot } from '../../api/routes.ts';
import { errorAt } from '../../problems.ts';
import { apiIn, type BuildFolders } from '../build-folders.ts';
import type { BuildOptions } from '../build-options.ts';
import { sharedFolders } from '../built-files.ts';
import { filesOfRecord } from '../cache/record.ts';
import { timesAfter, type ReadTimes } from '../cache/snapshot.ts';
import type { BuildRecord } from '../cache/state.ts';
import { forgetState, stateFolderOf } from '../cache/store.ts';
import { manifestText } from '../target/manifest.ts';
import type { StagingFolder } from '../target/staging-folder.ts';
import { applySteps } from './apply.ts';
import { interimFile, type Publication, type Step } from './publication.ts';

/**
 * Applies a publication, all of it or none. `record` describes the new site. Returns a function that reads its times. Throws a
 * ProblemsError if another program changed the target during the build.
 */
export function publish(
  { steps, interimManifest }: Publication,
  staging: StagingFolder,
  folders: BuildFolders,
  record: BuildRecord,
  options: BuildOptions,
): ReadTimes {
  const { target, times } = folders;
  const { lockedTarget } = staging;
  if (steps.length === 0) return () => times;
  const shared = sharedFolders(filesOfRecord(record));
  failIfChanged(folders, options.out);
  lockedTarget.assertHeld();
  forgetState(stateFolderOf(target));
  // Only this build writes to the staging folder, so whatever is moved from it as a whole was written before now.
  const written = folders.api ? undefined : staging.distinctNow();
  const asWhole = written === undefined ? undefined : { takenAt: written, writtenSince: [] };
  if (!existsSync(target)) {
    renameSync(staging.site, target);
    return () => asWhole;
  }
  if (interimManifest) {
    mkdirSync(staging.site, { recursive: true });
    writeFileSync(join(staging.site, interimFile), `${manifestText(interimManifest)}\n`);
  }
  const touched = steps.map((step) => ('put' in step ? step.put : step.remove));
  const readTimes = timesAfter(asWhole ?? times, touched, target, shared);
  const beating = withHeartbeat(steps, () => lockedTarget.assertHeld());
  applySteps(staging.site, target, staging.aside, beating);
  return () => {
    const after = readTimes();
    // Any later change has a later time than what was just published.
    return staging.distinctNow() === undefined ? undefined : after;
  };
}

/** Files that were not staged because they are published already might be gone. */
function failIfChanged({ target, api }: BuildFolders, out: string): void {
  const now = apiIn(target);
  if (now?.ino === api?.ino && now?.ctimeMs === api?.ctimeMs) return;
  const finding = `${apiRoot} in it was changed by another program during the build`;
  const remedy = 'build again';
  throw errorAt(out, { rule: 'output-write', finding, remedy });
}

/** Number of steps between two heartbeats. */
const stepsPerHeartbeat = 2000;

function* withHeartbeat(steps: readonly Step[], heartbeat: () => void): Generator<Step> {
  for (const [index, step] of steps.entries()) {
    if (index % stepsPerHeartbeat === 0) heartbeat();
    yield step;
  }
}
