// The order of work of `build`: take the output, look how much of it is still known and right, and do what is left to do.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LinkOptions } from '../api/paging.ts';
import { holderOf } from '../output/lock.ts';
import { DamagedFile } from '../output/sections.ts';
import { holdOutput } from '../output/stage.ts';
import { homeOf, outputProblems, realPath } from '../output/target.ts';
import type { IndexForm } from '../output/writer.ts';
import { problemAt, ProblemsError, sortProblems, type Problem } from '../problems.ts';
import { findSource, type FoundSource } from '../source/find.ts';
import { isSameStamp, settledUnderWatch, type FileStamp } from '../source/stamp.ts';
import { pathsOf, planSite, type SiteOptions } from './around.ts';
import type { CatalogOptions, CatalogSummary, Progress } from './catalog.ts';
import type { Changes } from './changes.ts';
import { beginExamination, believe, isIntact, type Examination, type Examined } from './examine.ts';
import { largestListOf, type LargestList } from './facts.ts';
import { keysOf, toolKey, type Keys } from './keys.ts';
import type { Known } from './known.ts';
import type { Rebuild, Rebuilt } from './rebuild.ts';
import { loadKnown, stateFolderOf } from './state.ts';
import { Stopwatch, type Timing } from './timing.ts';

export interface BuildOptions extends CatalogOptions, LinkOptions, IndexForm, SiteOptions {
  /** Courses on a page. */
  readonly pageSize: number;
  /** Courses in the latest list. */
  readonly latest: number;
  /** Whether to say what would change, and to write nothing. */
  readonly dryRun: boolean;
  /** Digest of this package's code, as another may make other files of the same source. Where it is undefined, no earlier build's state is used. */
  readonly digest: string | undefined;
}

export interface BuildResult extends CatalogSummary {
  readonly files: number;
  readonly folders: number;
  readonly bytes: number;
  readonly changes: Changes;
  readonly warnings: readonly Problem[];
  /** What to do next on the host that the build is for. */
  readonly notes: readonly string[];
  readonly timings: readonly Timing[];
  /** Worked out when it is asked for; undefined where there are no lists. */
  readonly largestList: () => LargestList | undefined;
}

/** What one build of a process leaves to the next, which then need not look at every file again. */
export interface Memory {
  known?: Known;
  /** Stamps of the source files that it was built from, as far as they tell the next change. */
  stamps?: ReadonlyMap<string, FileStamp | null>;
}

/** Builds the whole site. Throws a ProblemsError, and leaves what was published before, where the input, the host or the disk is at fault. */
export async function build(
  options: BuildOptions,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
  memory: Memory = {},
): Promise<BuildResult> {
  const { data, out, dryRun } = options;
  const tool = toolKey(options.digest);
  const began = Date.now();
  const watch = new Stopwatch();
  try {
    const target = realPath(out);
    const site = planSite(options);
    const warnings = [...outputProblems(out, data, pathsOf(site)), ...site.problems];
    if (warnings.some(({ level }) => level === 'error')) throw new ProblemsError(sortProblems(warnings));
    const output = dryRun ? refuseIfHeld(out, target) : holdOutput(out, target);
    try {
      const state = stateFolderOf(target);
      const keys = keysOf(options, site, began);
      const found = tool === undefined ? undefined : loadKnown(state, tool);
      const known = found?.viewsKey === keys.viewsKey ? found : undefined;
      const isRemembered = known !== undefined && known.listsId === memory.known?.listsId;
      const now = output?.now() ?? 0;
      const place = { target, state, form: options, threads: options.threads };
      const examination = isRemembered
        ? believe(memory.known ?? known, target)
        : known && beginExamination(known, place, now);
      try {
        const source = await findSource(data);
        const task = {
          options,
          tool,
          began,
          now,
          target,
          state,
          site,
          warnings,
          source,
          keys,
          output,
          watch,
          onProgress,
          signal,
        };
        const done = await buildOver(examination, task, isRemembered ? memory.stamps : undefined);
        if (output) {
          memory.known = done.known;
          const stamps = source.files.map(({ path, stamp }) => [path, settledUnderWatch(stamp, began)] as const);
          memory.stamps = new Map(stamps);
        }
        return resultOf(done, task);
      } finally {
        examination?.end();
      }
    } finally {
      await output?.close();
    }
  } catch (error) {
    throw asOutputProblem(error, out) ?? error;
  }
}

/** What a build is made of, apart from what is known of the one before. */
type Task = Omit<Rebuild, 'examined' | 'confirm'>;

/** Does what is to be done over the build before, which is nothing where nothing changed. */
async function buildOver(
  examination: Examination | undefined,
  task: Task,
  remembered: Memory['stamps'],
): Promise<Rebuilt> {
  const { keys, source, watch } = task;
  if (!examination || !isSame(examination.hoped.known, keys, source, remembered)) {
    watch.lap('look for changes');
    return rebuildOver(examination?.hoped, examination?.finish, task);
  }
  const examined = await examination.finish();
  watch.lap('look for changes');
  if (!examined || !isIntact(examined)) return rebuildOver(examined, undefined, task);
  return { known: examined.known, changes: { added: [], changed: [], removed: [] } };
}

/** Builds over what is known, or, where that does not hold, over what does. */
async function rebuildOver(examined: Examined | undefined, confirm: Rebuild['confirm'], task: Task): Promise<Rebuilt> {
  const { Mistaken, rebuild } = await import('./rebuild.ts');
  try {
    return await rebuild({ ...task, examined, confirm });
  } catch (error) {
    if (error instanceof Mistaken) return rebuild({ ...task, examined: error.found, confirm: undefined });
    if (error instanceof DamagedFile) return rebuild({ ...task, examined: undefined, confirm: undefined });
    throw error;
  }
}

/** Whether source and options are those of the build before. */
function isSame(
  known: Known,
  keys: Keys,
  { files, problems }: FoundSource,
  remembered: Memory['stamps'] = new Map(),
): boolean {
  const isSameSite = known.pagesKey === keys.pagesKey && known.siteKey === keys.siteKey;
  if (!isSameSite || problems.some(({ level }) => level === 'error')) return false;
  return (
    files.length === known.files.length &&
    files.every(({ path, kind, format, stamp }, at) => {
      const before = known.files[at];
      const isSameFile = before?.path === path && before.kind === kind && before.format === format;
      const was = remembered.get(path) ?? before?.stamp ?? null;
      return isSameFile && was !== null && isSameStamp(was, stamp);
    })
  );
}

function resultOf({ known, changes }: Rebuilt, { source, warnings, site, watch }: Task): BuildResult {
  return {
    ...known.summary,
    ...known.total,
    changes,
    warnings: [...sortProblems([...source.problems, ...known.warnings]), ...warnings, ...known.budget],
    notes: site.notes,
    timings: watch.timings,
    largestList: () => largestListOf(known),
  };
}

/** A dry run only asks whether somebody else is at work. */
function refuseIfHeld(out: string, target: string): undefined {
  const holder = existsSync(dirname(target)) ? holderOf(target, homeOf(target)) : undefined;
  if (holder === undefined) return undefined;
  throw new ProblemsError([
    problemAt(out, undefined, '', { rule: 'output-busy', finding: `is being built by ${holder}` }),
  ]);
}

/** A refusal of the system to write, as a problem; from worker threads only its message comes. */
function asOutputProblem(error: unknown, out: string): ProblemsError | undefined {
  if (!(error instanceof Error) || !/^E[A-Z0-9]+: /u.test(error.message)) return undefined;
  const finding = `cannot be written: ${error.message}`;
  return new ProblemsError([problemAt(out, undefined, '', { rule: 'output-write', finding })]);
}
