// Publishing: applies a publication to the output folder, and takes the snapshot that the next audit starts from.
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiRoot } from '../api/routes.ts';
import { applySteps } from '../output/apply.ts';
import { manifestText } from '../output/manifest.ts';
import type { Publication, Step } from '../output/publication.ts';
import type { LockedOutput, Stage } from '../output/stage.ts';
import { RollbackError } from '../output/undo-log.ts';
import { problemAt, ProblemsError } from '../problems.ts';
import { pathsAbove } from '../paths.ts';
import { timesAfter, type Times } from './cache/snapshot.ts';
import { apiIn, type Staging } from './staging.ts';

export interface PublishContext {
  readonly out: string;
  readonly output: LockedOutput;
  readonly stage: Stage;
  readonly staging: Staging;
  /** The snapshot of the published site. */
  readonly times: Times;
  /** Whether other builds may publish other parts meanwhile. */
  readonly isPart: boolean;
  /** Folders of the API that hold more than one view or page. */
  readonly shared: ReadonlySet<string>;
  /** Called right before the output is changed for the first time. */
  readonly beforeChange: () => void;
}

/**
 * Applies a publication: all of it, or none. The returned function takes the snapshot of the new output without its identities,
 * or returns undefined if its times cannot be trusted; call it at once. Throws a ProblemsError if another program changed the
 * output during the build.
 */
export function publish({ steps, interimManifest }: Publication, context: PublishContext): () => Times | undefined {
  const { output, stage, staging, times, shared } = context;
  const { target } = staging;
  if (steps.length === 0) return () => times;
  if (context.isPart) makeShared(target, steps, shared);
  else failIfChanged(context);
  output.assertHeld();
  context.beforeChange();
  // Only this build writes to the stage, so whatever is moved from it as a whole was written before now.
  const written = staging.api ? undefined : stage.now();
  const asWhole = written === undefined ? undefined : { takenAt: written, writtenSince: [] };
  if (!existsSync(target)) {
    renameSync(stage.site, target);
    return () => asWhole;
  }
  if (interimManifest) {
    mkdirSync(stage.site, { recursive: true });
    writeFileSync(join(stage.site, interimManifest.path), `${manifestText(interimManifest.files)}\n`);
  }
  const timesNow = timesAfter(asWhole ?? times, steps, target, shared);
  try {
    applySteps(
      stage.site,
      target,
      stage.aside,
      withHeartbeat(steps, () => output.assertHeld()),
    );
  } catch (error) {
    if (error instanceof RollbackError) output.keepStages();
    throw error;
  }
  return () => {
    const after = timesNow();
    // Any later change has a later time than what was just published.
    return stage.now() === undefined ? undefined : after;
  };
}

/** Makes the folders that steps of other parts go into as well, so that no part brings one as a whole. */
function makeShared(target: string, steps: readonly Step[], shared: ReadonlySet<string>): void {
  const above = new Set(steps.flatMap((step) => ('put' in step ? pathsAbove(step.put) : [])));
  for (const path of ['', ...above].filter((one) => one === '' || shared.has(one)))
    mkdirSync(join(target, path), { recursive: true });
}

/** Files that were not staged because they are published already might be gone. */
function failIfChanged({ out, staging }: PublishContext): void {
  const now = apiIn(staging.target);
  if (now?.ino === staging.api?.ino && now?.ctimeMs === staging.api?.ctimeMs) return;
  const finding = `${apiRoot} in it was changed by another program during the build`;
  const remedy = 'build again';
  throw new ProblemsError([problemAt(out, undefined, '', { rule: 'output-write', finding, remedy })]);
}

/** Number of steps between two heartbeats. */
const stepsPerHeartbeat = 2000;

function* withHeartbeat(steps: readonly Step[], heartbeat: () => void): Generator<Step> {
  for (const [at, step] of steps.entries()) {
    if (at % stepsPerHeartbeat === 0) heartbeat();
    yield step;
  }
}
