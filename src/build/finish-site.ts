// The steps with which every build of a site ends: from the checked catalog to the published site.
import { writeJournal, type JournalLock } from '../storage/journal/file.ts';
import { countDeleted, updateJournal, type FoundJournal, type Journal } from '../storage/journal/journal.ts';
import { plannedPaths, type SitePlan } from '../outputs/site-plan.ts';
import type { Problem } from '../text/problems.ts';
import type { BuildFolders } from './build-folders.ts';
import type { BuildOptions, BuildResult, FileChanges } from './build-options.ts';
import { listFirstBuild, type Totals } from './built-files.ts';
import { planPublication, type Publication } from './publish/publication.ts';
import { failIfChanged, publish } from './publish/publish.ts';
import { assertRemovalsWithin, countRemovedViews } from './publish/removal-limit.ts';
import { findRemovals } from './publish/removals.ts';
import { targetProblems } from './published/obstacles.ts';
import { UnreportedChanges } from './published/unreported.ts';
import { largestListOf, type CheckedCatalog } from './read/check-catalog.ts';
import { journalOf } from './read/result.ts';
import type { BuildSetup } from './setup.ts';
import type { Stopwatch } from './timing.ts';
import type { Workers } from './workers/pool.ts';
import { stageSite } from './write/stage-site.ts';

/** A build of a site whose source has been read. */
interface SiteWork extends BuildSetup {
  readonly folders: BuildFolders;
  readonly workers: Workers;
  /** Undefined if the build keeps no journal. */
  readonly journal: FoundJournal | undefined;
  readonly journalLock: JournalLock | undefined;
  readonly stopwatch: Stopwatch;
}

/** A site that can be published. */
interface PreparedSite {
  readonly catalog: CheckedCatalog;
  readonly journal: Journal | undefined;
  readonly totals: Totals;
  readonly hostWarnings: readonly Problem[];
  readonly notes: readonly string[];
  readonly publication: Publication;
}

/** Why a site cannot be written to its target. */
export function siteObstacles({ out, data }: BuildOptions): (sitePlan: SitePlan) => Problem[] {
  return (sitePlan) => targetProblems(out, data, plannedPaths(sitePlan));
}

/** Stages the site, and plans its publication. Throws a ProblemsError if the host or the target has no place for it, or if it would remove too much. */
export async function prepareSite(checked: CheckedCatalog, work: SiteWork): Promise<PreparedSite> {
  const { options, site, sitePlan, io, target, folders, workers, stopwatch } = work;
  const journal = work.journal && updateJournal(work.journal, journalOf(checked.results));
  const catalog = { ...checked, journal };
  const context = { site, sitePlan, folders, workers, onProgress: io.onProgress };
  const { staged, built, totals, hostWarnings, notes } = await stageSite(catalog, context);
  stopwatch.lap('write the outputs');

  const staleFound = staged.outputs.flat().flatMap(({ stale }) => stale);
  const removals = findRemovals(built, staleFound, folders, staged.manifestPaths);
  const { maxRemoved, out } = options;
  assertRemovalsWithin(maxRemoved, countRemovedViews(folders.listing, removals.owned), out, 'this build');
  if (journal) assertRemovalsWithin(maxRemoved, countDeleted(journal), journal.found.file, 'this build');
  const { isEmpty, staging } = folders;
  const first = isEmpty && staging ? listFirstBuild(built, totals.files, [staging.site, target]) : undefined;
  return { catalog, journal, totals, hostWarnings, notes, publication: planPublication(staged, removals, first) };
}

/** Publishes a site, unless this is a dry run, and lists what changed. */
export async function publishSite(prepared: PreparedSite, work: SiteWork): Promise<BuildResult> {
  const { catalog, journal, totals, hostWarnings, notes, publication } = prepared;
  const { options, io, sitePlan, target, folders, journalLock, stopwatch } = work;
  io.signal.throwIfAborted();
  const { staging } = folders;
  const unreported = staging && new UnreportedChanges(target, io.report !== undefined);
  if (staging) {
    failIfChanged(folders, options.out);
    staging.lockedTarget.assertHeld();
    journalLock?.assertHeld();
    unreported?.add(publication.changes);
    // If the process is killed after this, the journal has what the next build publishes.
    if (journal) writeJournal(journal.found, journal.text);
    publish(publication, staging, folders);
    stopwatch.lap('publish');
  }
  const { files, folders: folderCount, bytes } = totals;
  return {
    ...catalog.summary,
    files,
    folders: folderCount,
    bytes,
    changes: await reportChanges(publication.changes, work, unreported),
    warnings: [...catalog.warnings, ...sitePlan.problems, ...hostWarnings],
    notes: [...journalNotes(journal), ...sitePlan.notes, ...notes],
    timings: stopwatch.timings,
    largestList: largestListOf(catalog.lists, options.pageSize),
  };
}

/** Reports the changes while the lock keeps other builds out. A dry run has no `unreported`. */
async function reportChanges(
  changes: FileChanges,
  { io }: SiteWork,
  unreported: UnreportedChanges | undefined,
): Promise<FileChanges> {
  if (!io.report) return changes;
  const unlisted = unreported ? unreported.all(changes) : changes;
  if (await io.report(unlisted)) unreported?.forget();
  return unlisted;
}

function journalNotes(journal: Journal | undefined): string[] {
  const isNew = journal?.found.text.length === 0 && journal.lines.length > 0;
  return isNew ? [`A new journal begins in ${journal.found.file}: every course counts as created`] : [];
}
