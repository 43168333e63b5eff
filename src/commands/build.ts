// The command `build`: writes the site once, or with --watch on every change, and reports the result.
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { buildOnce, changeCounts, hasNoChanges, summaryOf, type BuildTurn } from '../console/build-once.ts';
import { follow } from '../console/follow.ts';
import { printJson, reportProblems, reportWarnings, say, warn, type Session } from '../console/session.ts';
import { configFile, variableOf } from '../options/configuration.ts';
import type { ResolvedShard } from '../options/schedulers.ts';
import { checkedShardFolder, shardOf } from '../options/shard.ts';
import { publicFolderOf } from '../outputs/site-files/public-files.ts';
import type { BuildResult, FileChanges } from '../pipeline/build-options.ts';
import { shardText, type Shard } from '../pipeline/shards/shard.ts';
import { ProblemsError, type Problem } from '../problems.ts';
import { count } from '../text/number-format.ts';
import { problemData } from '../text/messages.ts';
import { bold, dim, line, type Text } from '../text/terminal.ts';
import type { CommandRow } from './command.ts';

export const buildCommand: CommandRow = {
  name: 'build',
  description: 'write the API and its pages to the output folder; a later build writes only what changed',
  examples: {
    'Build the catalog in data/ into dist/ for your own nginx': '--host nginx --base-url https://courses.example.org',
    'Show what an edit would change': '--dry-run',
    'Build again on every change of the source': '--watch',
  },
  run: runBuild,
  afterProblems: '; nothing was written',
};

async function runBuild(typed: Session): Promise<boolean> {
  const shard = shardOf(typed, typed.io.env);
  const session = shard ? { ...typed, options: { ...typed.options, out: folderFor(shard, typed) } } : typed;
  const { io, options } = session;
  const { data, host, baseUrl, changes, changesFormat, watch, dryRun, quiet, journal, at } = options;
  const publicFolder = publicFolderOf(options);
  if (changesFormat !== undefined && changes === undefined) {
    throw new UsageError('--changes-format has an effect only with --changes');
  }
  if (at !== undefined && journal === undefined) throw new UsageError('--at has an effect only with --journal');
  if (watch && dryRun) throw new UsageError('--dry-run and --watch cannot be used together');
  // A published site needs its address; a local preview does not.
  if (!session.origins.has('baseUrl') && (io.env['CI'] || host !== 'http-server')) {
    warn(io, `no --base-url: links will begin with ${baseUrl}; set ${variableOf('baseUrl')}`);
  }
  await failIfUnwritable(session, shard !== undefined);
  if (!watch) return buildAndReport(session, { isFirst: true, isNews: true }, shard);
  const follower = {
    name: 'build',
    async build(turn: BuildTurn) {
      await buildAndReport(session, turn);
      if (turn.isFirst && !quiet) say(io, `watching ${data} and ${publicFolder}; press Ctrl-C to stop`);
    },
    afterProblems: (isBuilt: boolean) =>
      isBuilt ? '; the last good build is kept' : '; waiting for the source to change',
  };
  return follow(session, follower);
}

/** The folder of a shard; says which shard it is if a scheduler decides that. */
function folderFor({ scheduler, ...shard }: ResolvedShard, { io, options }: Session): string {
  if (scheduler !== undefined && !options.json && !options.quiet) {
    say(io, `shard ${shardText(shard)}, as ${scheduler} says`);
  }
  return checkedShardFolder(shard, options);
}

/** Throws a ProblemsError if the list of changed files or the journal cannot be written where they are to be. */
async function failIfUnwritable({ io, options }: Session, isShard: boolean): Promise<void> {
  const { data, out, changes, changesFormat, journal } = options;
  if (changes === undefined && (journal === undefined || isShard)) return;
  const folders = [out, publicFolderOf(options)];
  const inputs = [join(io.cwd(), configFile)];
  if (changes !== undefined) {
    const { listPaths, formatFor } = await import('../changed-files/formats.ts');
    const { sideFileProblems } = await import('../storage/side-files.ts');
    const files = listPaths(changes, formatFor(changes, changesFormat));
    const problems = sideFileProblems(files, { folders: [data, ...folders], inputs });
    if (problems.length > 0) throw new ProblemsError(problems);
  }
  if (isShard) return;
  const { journalProblems } = await import('../journal/file.ts');
  const problems = journalProblems(options, { folders, inputs });
  if (problems.length > 0) throw new ProblemsError(problems);
}

/** Builds once; returns false if the build succeeded but a file beside the output could not be written. */
async function buildAndReport(session: Session, turn: BuildTurn, shard?: Shard): Promise<boolean> {
  const { isFirst, isNews } = turn;
  const { io, options } = session;
  const { json, quiet, dryRun, changes: file, changesFormat } = options;
  const started = performance.now();
  const failures: Problem[] = [];
  // With --watch, a rebuild that changed nothing is reported only after problems, and does not replace the last list of changed files.
  const listIn = (listFile: string) => async (changes: FileChanges) => {
    if (!isFirst && hasNoChanges(changes)) return true;
    const { formatFor, writeChangedFiles } = await import('../changed-files/formats.ts');
    failures.push(...writeChangedFiles(changes, listFile, formatFor(listFile, changesFormat), options));
    return failures.length === 0;
  };
  const result = await buildOnce(session, turn, shard, file === undefined ? undefined : listIn(file));
  const seconds = (performance.now() - started) / 1000;
  const isSame = !isFirst && hasNoChanges(result.changes);
  if (isSame && !isNews) return true;
  if (!isSame && io.env['GITHUB_STEP_SUMMARY']) {
    const { appendSummary } = await import('../console/step-summary.ts');
    appendSummary(result, io.env['GITHUB_STEP_SUMMARY'], session);
  }
  reportWarnings(result.warnings, session);
  const summary = summaryOf(result, session, seconds, shard);
  if (failures.length > 0) {
    if (!json) say(io, summary);
    const after = dryRun ? '' : '; the build is published, but its list of changed files could not be written';
    reportProblems(failures, session, after);
    return false;
  }
  if (json) await printResult(result, session, seconds, shard);
  else if (dryRun) say(io, ...dryRunLines(result, session));
  else if (!quiet) {
    const sampleNotes = isFirst && !hasNoChanges(result.changes) ? await sampleLines(session) : [];
    say(io, summary, ...sampleNotes, ...(isFirst ? result.notes.map((note) => dim(note)) : []));
  }
  return true;
}

async function printResult(result: BuildResult, { io, options }: Session, seconds: number, shard?: Shard) {
  const { changedFilesData } = await import('../changed-files/formats.ts');
  const { dryRun, out, host, baseUrl, pageLinks, changes: file } = options;
  const { warnings, changes, largestList: _, ...counts } = result;
  const data = { dryRun, out, host, baseUrl, pageLinks, ...(shard && { shard: shardText(shard) }), ...counts, seconds };
  const { added, changed, removed } = changes;
  // The names of a first build take megabytes.
  const shown =
    file === undefined
      ? changedFilesData(changes, options)
      : { added: added.length, changed: changed.length, removed: removed.length };
  printJson(io, { ok: true, ...data, changes: shown, problems: warnings.map(problemData) });
}

async function sampleLines({ options: { data, maxRemoved } }: Session): Promise<Text[]> {
  const { unchangedSampleFiles } = await import('../init/sample.ts');
  const files = unchangedSampleFiles(data).join(' and ');
  if (files === '') return [];
  const once = maxRemoved === undefined ? '' : line`, then build once with ${bold('--max-removed 100%')}`;
  return [line`It publishes sample courses: put your own in place of those in ${bold(files)}${once}`];
}

const maxShownPaths = 20;

function dryRunLines({ changes }: BuildResult, { options }: Session): Text[] {
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
