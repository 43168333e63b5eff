// The command `verify`: checks a running service against the specification and prints a report.
import { printJson, say, withProgress, type Session } from '../console/session.ts';
import { readAddress, UsageError } from '../options/parse.ts';
import { baseOf } from '../client/addresses.ts';
import type { VerifyProgress } from '../verify/run.ts';
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
    'Also compare it with the local build, 500 lists and courses of each kind': '--against dist --sample 500',
  },
  run: runVerify,
};

async function runVerify(session: Session): Promise<boolean> {
  const { io, settings, signal, version } = session;
  const { userAgentOf } = await import('../client/client.ts');
  const { verify } = await import('../verify/verify.ts');
  const { reportLines } = await import('../verify/report.ts');
  const options = { ...settings, url: urlOf(session), userAgent: userAgentOf(version) };
  const report = await withProgress(
    session,
    ({ done, total, what }: VerifyProgress) => ({ done, total, what: `${done} of ${total} ${what}` }),
    async (onProgress) => {
      let latest: VerifyProgress = { done: 0, total: 1, what: 'lists' };
      let waiting = { seconds: 0, until: 0 };
      const show = (progress: VerifyProgress) => {
        latest = progress;
        const isWaiting = performance.now() < waiting.until;
        const note = isWaiting ? `; waiting ${waiting.seconds} s as the host requested` : '';
        onProgress({ ...latest, what: latest.what + note });
      };
      const onWait = (seconds: number) => {
        waiting = { seconds, until: performance.now() + seconds * 1000 };
        show(latest);
      };
      return verify({ ...options, onWait }, show, signal);
    },
  );
  if (settings.json) printJson(io, report);
  else if (!settings.quiet || !report.ok) say(io, ...reportLines(report, settings.quiet));
  return report.ok;
}

function urlOf({ argument, settings, given }: Session): string {
  if (argument !== undefined) {
    try {
      return baseIn(argument);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      throw new UsageError(error.reasons.map((reason) => `<url>: ${reason}`));
    }
  }
  if (given.has('baseUrl')) return settings.baseUrl;
  throw new UsageError(['verify needs the address of the site: npx course-catalog verify https://courses.example.org']);
}

/** The base address. An address copied from a browser may be one of the API's own. */
function baseIn(typed: string): string {
  const address = readAddress(typed.trim().replace(/[?#].*$/su, ''));
  return baseOf(address) ?? address;
}
