// The command `verify`: holds a running service against the specification, and says what it found.
import { printJson, say, withProgress, type Session } from '../session.ts';
import { readAddress, UsageError } from '../values.ts';
import type { VerifyProgress } from '../verify/verify.ts';
import type { CommandRow } from './command.ts';

export const verifyCommand: CommandRow = {
  name: 'verify',
  description: 'hold a running service against the specification',
  argument: {
    name: 'url',
    description: 'address of the site, a path included (default: the base URL of the configuration)',
  },
  settings: ['baseUrl', 'sample', 'seed', 'concurrency', 'timeout', 'retries', 'against', 'json', 'quiet'],
  withoutDefault: ['baseUrl'],
  run: runVerify,
  afterProblems: '',
};

async function runVerify(session: Session): Promise<boolean> {
  const { io, style, settings, signal } = session;
  const { verify } = await import('../verify/verify.ts');
  const { reportLines } = await import('../verify/report.ts');
  const options = { ...settings, url: urlOf(session) };
  const report = await withProgress(
    session,
    ({ done, total, what }: VerifyProgress) => ({ done, total, what: `${done} of ${total} ${what}` }),
    (onProgress) => verify(options, onProgress, signal),
  );
  if (settings.json) printJson(io, report);
  else if (!settings.quiet || !report.ok) say(io, ...reportLines(report, style));
  return report.ok;
}

function urlOf({ argument, settings, given }: Session): string {
  if (argument !== undefined) {
    try {
      return readAddress(argument);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      throw new UsageError(error.reasons.map((reason) => `<url>: ${reason}`));
    }
  }
  if (given.has('baseUrl')) return settings.baseUrl;
  throw new UsageError(['verify needs the address of the site: course-catalog verify https://courses.example.org']);
}
