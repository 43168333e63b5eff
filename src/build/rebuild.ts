// Building anew what changed: read what is not known, write what differs aside, publish it, and keep what is known now.
import { existsSync, renameSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { apiRoot } from '../api/routes.ts';
import { readReferences, type References } from '../catalog/references.ts';
import { NotUndoneError } from '../output/moves.ts';
import { entryAt } from '../output/obstacles.ts';
import { publish, type Step } from '../output/publish.ts';
import type { Output, Stage } from '../output/stage.ts';
import { problemAt, ProblemsError, type Problem } from '../problems.ts';
import type { FoundSource } from '../source/find.ts';
import { newKey } from '../source/fingerprint.ts';
import type { SitePlan } from './around.ts';
import type { BuildOptions } from './build.ts';
import { withCatalog, type Progress } from './catalog.ts';
import type { Changes } from './changes.ts';
import { isIntact, type Examined } from './examine.ts';
import { digestOf, type Keys } from './keys.ts';
import type { Known, Trust } from './known.ts';
import { sharedFolders } from './layout.ts';
import { make, type Made } from './make.ts';
import { planBatches, planChanged } from './planned.ts';
import { firstSteps, stepsFor, writeBothLists } from './publication.ts';
import { tokensOf, trustOver } from './record.ts';
import { forgetKnown, saveKnown } from './state.ts';
import { takeStock } from './stock.ts';
import type { Stopwatch } from './timing.ts';

export interface Rebuild {
  readonly options: BuildOptions;
  readonly tool: string | undefined;
  /** When the build began, in milliseconds since 1970. */
  readonly began: number;
  /** The same by the clock of the output's file system: see `Output`. */
  readonly now: number;
  /** The output folder, its links followed. */
  readonly target: string;
  /** The folder of the state. */
  readonly state: string;
  readonly site: SitePlan;
  /** Warnings that were found before the source was read. */
  readonly warnings: readonly Problem[];
  readonly source: FoundSource;
  readonly keys: Keys;
  /** What is known of the build before; undefined where nothing can be trusted. */
  readonly examined: Examined | undefined;
  /** Asked before anything is published where that is only hoped; undefined where it is certain. */
  readonly confirm: (() => Promise<Examined | undefined>) | undefined;
  /** Undefined where nothing is to be written. */
  readonly output: Output | undefined;
  readonly watch: Stopwatch;
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

export interface Rebuilt {
  readonly known: Known;
  readonly changes: Changes;
}

/** What was hoped of the output does not hold. */
export class Mistaken extends Error {
  constructor(readonly found: Examined | undefined) {
    super('the output is not what the last build wrote');
  }
}

/** Reads, writes, publishes. Throws a Mistaken where the output turns out to be another than was hoped. Throws a ProblemsError, and leaves what was published before, where anything is at fault. */
export async function rebuild(task: Rebuild): Promise<Rebuilt> {
  const { options, target, source, output, watch, onProgress, signal } = task;
  const { latest, pageSize, baseUrl, pageLinks, indexFile, precompress, chunkSize } = options;
  const read = await readReferences(source.files);
  const base = task.examined;
  const batches =
    base && areSame(base.known.lists().references, read.references)
      ? planChanged(source.files, base.known, base.spoiltBatches, chunkSize)
      : planBatches(source.files, chunkSize);
  const api = apiIn(target);
  const stock = api && !base ? takeStock(target) : undefined;
  const stage = output?.stage();
  const places = { stage: stage?.site ?? null, published: api ? target : null, odd: stock?.odd ?? [] };
  const around = options.site ? { ...places, published: existsSync(target) ? target : null } : null;
  const marksKey = base?.known.marksKey ?? newKey();
  const links = { baseUrl, pageLinks };
  const plan = { latest, pageSize, links, form: { indexFile, precompress }, places, around, marksKey };
  watch.lap('find what changed');
  const made = await withCatalog(options, { source, read, batches }, plan, onProgress, signal, async (catalog) =>
    make(task, catalog, { batches, base, stock, places, staged: stage?.state }),
  );
  if (task.confirm) {
    const found = await task.confirm();
    if (!found || !isIntact(found)) throw new Mistaken(found);
    watch.lap('look at the output');
  }
  signal.throwIfAborted();
  if (!stage || !output) return { known: { ...made.known, ...untrusted }, changes: made.changes };
  const trust = publishAll(task, made, stage, api);
  watch.lap('publish');
  if (!trust) return { known: { ...made.known, ...untrusted }, changes: made.changes };
  const kept = { ...made.known, ...trust, tokens: tokensOf(target, indexFile) };
  const stored = saveKnown(task.state, kept, stage.state);
  watch.lap('remember it for the next build');
  return { known: { ...kept, stored }, changes: made.changes };
}

/** Of an output that nothing is kept of. */
const untrusted = { moment: 0, later: [], tokens: [] };

/** What is known of courses holds as long as what they refer to is the same. */
function areSame(before: References, now: References): boolean {
  return digestOf(before) === digestOf(now);
}

/** The folder of the API, where there is one. */
function apiIn(target: string): Stats | undefined {
  const entry = entryAt(join(target, apiRoot));
  return entry?.isDirectory() === true ? entry : undefined;
}

/** Publishes, and answers what of the output can be trusted from then on; undefined where that cannot be told. */
function publishAll(task: Rebuild, made: Made, stage: Stage, api: Stats | undefined): Trust | undefined {
  const { target, state, output, options } = task;
  const { rootFiles } = made;
  const steps = api
    ? stepsFor(made.parts, made.gone, rootFiles)
    : firstSteps(made.parts, made.gone, rootFiles, `${apiRoot}/${options.indexFile}`);
  const trust = task.examined?.trust ?? { moment: task.now, later: [] };
  if (steps.length === 0) return trust;
  const now = apiIn(target);
  // What was left out as it stands there already would be missing.
  if (now?.ino !== api?.ino || now?.ctimeMs !== api?.ctimeMs) {
    const finding = `${apiRoot} in it was changed by others while it was built`;
    const remedy = 'build again';
    throw new ProblemsError([problemAt(options.out, undefined, '', { rule: 'output-write', finding, remedy })]);
  }
  output?.assertHeld();
  forgetKnown(state);
  // Nobody but this build writes to the stage: what is put from it as a whole is what was written until now.
  const written = api ? undefined : stage.moment();
  if (!existsSync(target)) {
    renameSync(stage.site, target);
    return written === undefined ? undefined : { moment: written, later: [] };
  }
  writeBothLists(stage.site, rootFiles, made.gone);
  const shared = sharedFolders(made.known.lists().described, made.known.summary.courses);
  const trustNow = trustOver(written === undefined ? trust : { moment: written, later: [] }, steps, target, shared);
  try {
    publish(
      stage.site,
      target,
      stage.aside,
      beating(steps, () => output?.assertHeld()),
    );
  } catch (error) {
    if (error instanceof NotUndoneError) output?.keepStages();
    throw error;
  }
  const after = trustNow();
  // What is changed from now on has another time than what was just put.
  return stage.moment() === undefined ? undefined : after;
}

/** Steps between two signs of life. */
const beatEvery = 2000;

function* beating(steps: readonly Step[], beat: () => void): Generator<Step> {
  for (const [at, step] of steps.entries()) {
    if (at % beatEvery === 0) beat();
    yield step;
  }
}
