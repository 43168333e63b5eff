// Publishing: applies a publication to the output folder, and takes the snapshot by which the next build trusts it.
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiRoot } from '../api/routes.ts';
import { applySteps } from '../output/apply.ts';
import { manifestText } from '../output/manifest.ts';
import type { Publication, Step } from '../output/publication.ts';
import type { LockedOutput, Stage } from '../output/stage.ts';
import { RollbackError } from '../output/undo-log.ts';
import { problemAt, ProblemsError } from '../problems.ts';
import { timesAfter, type Times } from './cache/snapshot.ts';
import { apiIn, type Staging } from './staging.ts';

/** What is published, and over what. */
export interface PublishContext {
  readonly out: string;
  readonly output: LockedOutput;
  readonly stage: Stage;
  readonly staging: Staging;
  /** The snapshot of what is published already. */
  readonly times: Times;
  /** Folders of the API that hold more than one view or page. */
  readonly shared: ReadonlySet<string>;
  /** Called right before the output is changed for the first time. */
  readonly beforeChange: () => void;
}

/**
 * Applies a publication: all of it, or none. Returns the snapshot of the new output, its identities apart; undefined where its
 * times cannot be trusted. Throws a ProblemsError where others changed the output meanwhile.
 */
export function publish({ steps, interimManifest }: Publication, context: PublishContext): Times | undefined {
  const { output, stage, staging, times, shared } = context;
  const { target } = staging;
  if (steps.length === 0) return times;
  failIfChanged(context);
  output.assertHeld();
  context.beforeChange();
  // Only this build writes to the stage: what is moved from it as a whole is what was written until now.
  const written = staging.api ? undefined : stage.now();
  const asWhole = written === undefined ? undefined : { takenAt: written, writtenSince: [] };
  if (!existsSync(target)) {
    renameSync(stage.site, target);
    return asWhole;
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
  const after = timesNow();
  // Whatever is changed from now on has another time than what was just published.
  return stage.now() === undefined ? undefined : after;
}

/** What was not staged because it is published already would be missing. */
function failIfChanged({ out, staging }: PublishContext): void {
  const now = apiIn(staging.target);
  if (now?.ino === staging.api?.ino && now?.ctimeMs === staging.api?.ctimeMs) return;
  const finding = `${apiRoot} in it was changed by others while it was built`;
  const remedy = 'build again';
  throw new ProblemsError([problemAt(out, undefined, '', { rule: 'output-write', finding, remedy })]);
}

/** Steps between two signs of life. */
const heartbeatEvery = 2000;

function* withHeartbeat(steps: readonly Step[], beat: () => void): Generator<Step> {
  for (const [at, step] of steps.entries()) {
    if (at % heartbeatEvery === 0) beat();
    yield step;
  }
}
