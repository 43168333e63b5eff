// The command `build`: writes the site once, or with --watch on every change, and reports the result.
import {
  buildReport,
  failIfUnwritable,
  hasNoChanges,
  planBuild,
  type BuildOutcome,
  type BuildPlan,
} from '../actions/build.ts';
import { UsageError } from '../../text/errors.ts';
import { hosts } from '../../hosts/hosts.ts';
import { buildOnce, changeCounts, summaryOf, type RebuildState } from '../build-once.ts';
import { follow } from '../follow.ts';
import { printJson, reportProblems, reportWarnings, say, warn, type Session } from '../session.ts';
import { variableOf } from '../../options/configuration.ts';
import { publicFolderOf } from '../../outputs/site-options.ts';
import type { BuildResult } from '../../build/build-options.ts';
import { count } from '../../text/number-format.ts';
import { bold, dim, line, type Text } from '../../text/terminal.ts';
import type { CommandRow } from './command.ts';

export const buildCommand: CommandRow = {
  name: 'build',
  description: 'write the API and its pages to the output folder; a later build writes only what changed',
  shownOptions: [
    'data',
    'out',
    'host',
    'baseUrl',
    'title',
    'locale',
    'coursePages',
    'dumps',
    'watch',
    'dryRun',
    'quiet',
  ],
  examples: {
    'Build the catalog in data/ into dist/ for your own nginx': '--host nginx --base-url https://courses.example.org',
    'Show what an edit would change': '--dry-run',
    'Build again on every change of the source': '--watch',
  },
  run: buildCatalog,
  afterProblems: '; nothing was written',
};

async function buildCatalog(session: Session): Promise<boolean> {
  const { io, origins } = session;
  const plan = planBuild(session);
  const { data, host, baseUrl, watch, dryRun, quiet } = plan.options;
  if (watch && dryRun) throw new UsageError('--dry-run and --watch cannot be used together');
  // A published site needs its address; a local preview does not.
  if (!origins.has('baseUrl') && (io.env['CI'] || !hosts[host].isLocal)) {
    warn(io, `no --base-url: links will begin with ${baseUrl}; set ${variableOf('baseUrl')}`);
  }
  await failIfUnwritable(plan, io.cwd());
  if (!watch) return buildAndReport(session, { isFirst: true, hasNewProblems: true }, plan);
  const follower = {
    name: 'build',
    async build(state: RebuildState) {
      await buildAndReport(session, state, plan);
      if (state.isFirst && !quiet) {
        say(io, `watching ${data} and ${publicFolderOf(plan.options)}; press Ctrl-C to stop`);
      }
    },
    afterProblems: (isBuilt: boolean) =>
      isBuilt ? '; the last good build is kept' : '; waiting for the source to change',
  };
  return follow(session, follower);
}

/**
 * Builds once; returns false if the build succeeded but a file beside the output could not be written. With --watch, a rebuild that
 * changed nothing is reported only after problems.
 */
async function buildAndReport(session: Session, state: RebuildState, plan: BuildPlan): Promise<boolean> {
  const { isFirst, hasNewProblems } = state;
  const { io } = session;
  const { json, quiet, dryRun } = plan.options;
  const outcome = await buildOnce(session, state, plan);
  const { result, unlisted } = outcome;
  const isSame = !isFirst && hasNoChanges(result.changes);
  if (isSame && !hasNewProblems) return true;
  if (!isSame && io.env['GITHUB_STEP_SUMMARY']) {
    const { appendSummary } = await import('../step-summary.ts');
    appendSummary(result, io.env['GITHUB_STEP_SUMMARY'], { ...session, options: plan.options });
  }
  reportWarnings(result.warnings, session);
  const summary = summaryOf(outcome, plan);
  if (unlisted.length > 0) {
    if (!json) say(io, summary);
    const after = dryRun ? '' : '; the build is published, but its list of changed files could not be written';
    reportProblems(unlisted, session, after);
    return false;
  }
  if (json) await printReport(outcome, plan, session);
  else if (dryRun) say(io, ...dryRunLines(result, plan));
  else if (!quiet) {
    const sampleNotes = isFirst && !hasNoChanges(result.changes) ? await sampleLines(session) : [];
    say(io, summary, ...sampleNotes, ...(isFirst ? result.notes.map((note) => dim(note)) : []));
  }
  return true;
}

async function printReport(outcome: BuildOutcome, plan: BuildPlan, { io }: Session): Promise<void> {
  const report = await buildReport(outcome, plan);
  const { added, changed, removed } = outcome.result.changes;
  // The names of a first build take megabytes, and are in the file.
  const isListed = plan.options.changes !== undefined;
  const counts = { added: added.length, changed: changed.length, removed: removed.length };
  printJson(io, isListed ? { ...report, changes: counts } : report);
}

async function sampleLines({ options: { data, maxRemoved } }: Session): Promise<Text[]> {
  const { unchangedSampleFiles } = await import('../init/sample.ts');
  const files = unchangedSampleFiles(data).join(' and ');
  if (files === '') return [];
  const once = maxRemoved === undefined ? '' : line`, then build once with ${bold('--max-removed 100%')}`;
  return [line`It publishes sample courses: put your own in place of those in ${bold(files)}${once}`];
}

const maxShownPaths = 20;

function dryRunLines({ changes }: BuildResult, { options }: BuildPlan): Text[] {
  const { added, changed, removed } = changes;
  if (hasNoChanges(changes)) return [line`Nothing would change in ${bold(options.out)}`];
  const lines: string[] = [];
  for (const [sign, paths] of Object.entries({ '+': added, '~': changed, '-': removed })) {
    for (const path of paths) {
      if (lines.length === maxShownPaths) break;
      lines.push(`${sign} ${path}`);
    }
  }
  const more = added.length + changed.length + removed.length - lines.length;
  if (more > 0) lines.push(`… and ${count(more, 'more file')}; --changes FILE lists them all`);
  return [...lines, line`Would change ${bold(options.out)}: ${changeCounts(changes)}; left as it is`];
}
