// The command `links`: requests every URL in a catalog, and reports those that are dead, moved or suspicious.
import { requireReport, writeReport } from '../report-file.ts';
import { Interrupted, printJson, say, warn, withProgress, type Session } from '../session.ts';
import { UsageError } from '../../text/errors.ts';
import { count } from '../../text/number-format.ts';
import type { LinksReport } from '../../upkeep/links/links.ts';
import { ProblemsError } from '../../text/problems.ts';
import { parseUrl } from '../../text/parse-url.ts';
import type { CommandRow } from './command.ts';

export const linksCommand: CommandRow = {
  name: 'links',
  description: 'request every URL in the catalog, save the answers, and report those that are dead',
  argument: {
    name: 'url',
    description: 'request only URLs that begin with this one, due or not; its host may be in a private network',
  },
  examples: {
    'Request the URLs that are due': '',
    'Request at most 1000 of them': '--limit 1000',
  },
  run: runLinks,
};

async function runLinks(session: Session): Promise<boolean> {
  const { io, options } = session;
  const { linksLines, linksMarkdown } = await import('../links-report.ts');
  await requireReport('links-write', [], session);
  const report = await requestLinks(session);
  const ok = !report.findings.some(({ result }) => result === 'dead');
  const data = { ok, ...report };
  const unwritten = await writeReport('links-write', data, () => linksMarkdown(report), session);
  if (unwritten.length > 0) throw new ProblemsError(unwritten);
  if (options.json) printJson(io, data);
  else say(io, ...linksLines(report, options.quiet));
  return ok;
}

async function requestLinks(session: Session): Promise<LinksReport> {
  const { io, options, signal, version } = session;
  const { userAgentOf } = await import('../../http/client.ts');
  const { checkLinks } = await import('../../upkeep/links/links.ts');
  const at = await timeIn(session);
  const only = startIn(session);
  const linksOptions = { ...options, at, only, userAgent: userAgentOf(version) };
  try {
    const report = await withProgress(session, (show) => {
      const onProgress = (done: number, total: number) => show({ done, total, what: `${done} of ${total} addresses` });
      return checkLinks(linksOptions, { onProgress, signal });
    });
    const isNone = only !== undefined && report.requested + report.remaining === 0;
    if (isNone && !options.quiet) warn(io, `no address of the catalog begins with ${only}, so none was requested`);
    if (report.later > 0) warn(io, laterText(report.later));
    return report;
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    throw new Interrupted(error.signal, 'the answers so far are saved');
  }
}

function laterText(later: number): string {
  return `${count(later, 'earlier answer')} of a day that is still to come: a clock was wrong, and all of them are due now`;
}

/** The time of the run: `--at`, `SOURCE_DATE_EPOCH`, or the clock. */
async function timeIn({ options, io }: Session): Promise<string> {
  const { timeOfEpoch } = await import('../../storage/journal/time.ts');
  const { SOURCE_DATE_EPOCH: epoch = '' } = io.env;
  const at = options.at ?? timeOfEpoch(epoch === '' ? String(Math.floor(Date.now() / 1000)) : epoch);
  if (at !== undefined) return at;
  throw new UsageError(`SOURCE_DATE_EPOCH: expected a number of seconds, got "${epoch}"`);
}

/** The prefix of the URLs to request; undefined for all. */
function startIn({ argument }: Session): string | undefined {
  if (argument === undefined) return undefined;
  const url = parseUrl(argument);
  if (url !== undefined && /^https?:$/u.test(url.protocol)) {
    // The addresses of the catalog have no fragments either.
    url.hash = '';
    return url.href;
  }
  throw new UsageError(`<url>: expected an http or https address, got "${argument}"`);
}
