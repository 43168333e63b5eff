// Checks: counts the checks and failures of each rule.
import { shellQuoted } from '../text/shell.ts';
import type { Request } from '../http/client.ts';
import type { RuleReport } from '../results.ts';
import { quoteText } from '../text/quote.ts';
import { ruleNames, verifyRules, type RuleName } from './rules.ts';

interface RuleTally {
  checks: number;
  failures: number;
  /** The first three failures: what was found, in one sentence, and the commands that repeat the requests. */
  readonly examples: { readonly finding: string; readonly curl: string }[];
}

const maxExamples = 3;

export class Checks {
  private readonly tallies = new Map<RuleName, RuleTally>();

  /**
   * Records one check of a rule and returns `holds`. `requests` reproduce it; `finding` says what is wrong if it does not
   * hold.
   */
  expect(rule: RuleName, holds: boolean, requests: Request | readonly Request[], finding: string): boolean {
    const tally = this.tallyOf(rule);
    this.tallies.set(rule, tally);
    tally.checks += 1;
    if (holds) return true;
    tally.failures += 1;
    if (tally.examples.length < maxExamples) {
      const requestList = 'url' in requests ? [requests] : requests;
      tally.examples.push({ finding, curl: requestList.map(curlOf).join('; ') });
    }
    return false;
  }

  /** Records one check that holds if no faults were found. `where` starts the finding. */
  expectNone(rule: RuleName, messages: readonly string[], request: Request, where = ''): void {
    this.expect(rule, messages.length === 0, request, `${where}${messages.join('; ')}`);
  }

  /** Every rule with its outcome, in the order of the table. `url` is the verified address. */
  report(url: string): RuleReport[] {
    const allow = this.tallyOf('allow');
    const setsHeaders = allow.checks > allow.failures;
    return ruleNames.map((rule) => {
      const { title, section, kind, advice } = verifyRules[rule];
      const { checks, failures, examples } = this.tallyOf(rule);
      const isContract = kind === 'contract' || (kind === 'header' && setsHeaders);
      const broken = isContract ? 'broken' : 'unsupported';
      const outcome = failures > 0 ? broken : checks > 0 ? 'passed' : 'untested';
      const ownAdvice = failures > 0 && advice !== undefined && { advice: advice.replace('{url}', () => url) };
      return { rule, title, section, outcome, checks, failures, examples, ...ownAdvice };
    });
  }

  private tallyOf(rule: RuleName): RuleTally {
    return this.tallies.get(rule) ?? { checks: 0, failures: 0, examples: [] };
  }
}

/** A link in a finding: in full if it is readable, since the page is at its end. */
export function quoteLink(link: string): string {
  return /^[!-~]{1,300}$/u.test(link) ? JSON.stringify(link) : quoteText(link);
}

/** The command that repeats a request, quoted for a POSIX shell. */
export function curlOf({ method, url, headers = {} }: Request): string {
  const options = ['-sS', method === 'HEAD' ? '-I' : '-i'];
  if (method !== 'GET' && method !== 'HEAD') options.push(`-X ${method}`);
  // curl would expand brackets and braces.
  if (/[[\]{}]/u.test(url)) options.push('-g');
  for (const [name, value] of Object.entries(headers)) options.push(`-H ${shellQuoted(`${name}: ${value}`)}`);
  return `curl ${options.join(' ')} ${shellQuoted(url)}`;
}
