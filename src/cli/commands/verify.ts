// The command `verify`: checks a running service against the specification and prints a report.
import { runVerify } from '../actions/verify.ts';
import { actionOf, printJson, say, withProgress, type Session } from '../session.ts';
import { UsageError } from '../../text/errors.ts';
import { parseBaseUrl, whyInvalid } from '../../options/value-kinds.ts';
import type { Progress } from '../../results.ts';
import type { CommandRow } from './command.ts';

export const verifyCommand: CommandRow = {
  name: 'verify',
  description: 'check a running service against the specification',
  argument: {
    name: 'url',
    description: 'address of the site, including any path (default: the configured base URL)',
  },
  examples: {
    'Check a published site, rule by rule': 'https://courses.example.org',
    'Also compare it with the local build, 500 lists and courses of each kind': '--against dist --limit 500',
  },
  run: verifyService,
};

async function verifyService(session: Session): Promise<boolean> {
  const { io, options } = session;
  const { reportLines } = await import('../../verify/report.ts');
  const url = urlOf(session);
  const report = await withProgress(session, async (onProgress) => {
    let latest: Progress = { done: 0, total: 1, what: 'lists' };
    let [note, until] = ['', 0];
    const show = (progress: Progress) => {
      latest = progress;
      const { done, total, what } = progress;
      onProgress({ done, total, what: `${done} of ${total} ${what}${performance.now() < until ? note : ''}` });
    };
    const onWait = (seconds: number) => {
      [note, until] = [`; waiting ${seconds} s as the host requested`, performance.now() + seconds * 1000];
      show(latest);
    };
    return runVerify(url, actionOf(session, show), onWait);
  });
  const isBrief = options.json || options.quiet;
  if (options.json) printJson(io, report);
  if (!isBrief || !report.ok) say(io, ...reportLines(report, isBrief));
  return report.ok;
}

function urlOf({ argument, options, origins }: Session): string {
  if (argument === undefined && !origins.has('baseUrl'))
    throw new UsageError(
      'verify needs the address of the site: npx --no static-course-catalog verify https://courses.example.org',
    );
  const typed = argument?.trim().replace(/[?#].*$/su, '') ?? options.baseUrl;
  const reason = whyInvalid(typed, { read: parseBaseUrl });
  if (reason !== undefined) throw new UsageError(`<url>: ${reason}`);
  return typed;
}
