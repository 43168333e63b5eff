// Findings: counts the checks and failures of each rule.
import { curlOf, type Request } from '../client/curl.ts';
import { ruleNames, rules, type Rule, type RuleName } from './rules.ts';

export interface Example {
  /** What was found, in one sentence. */
  readonly finding: string;
  /** The command that repeats the request, or several separated by semicolons. */
  readonly curl: string;
}

export interface RuleReport {
  readonly rule: RuleName;
  readonly title: string;
  readonly section: string;
  /** `unsupported`: a limit that clients can live with; `untested`: nothing to check the rule on. */
  readonly outcome: 'held' | 'broken' | 'unsupported' | 'untested';
  readonly checks: number;
  readonly failures: number;
  /** The first three failures. */
  readonly examples: readonly Example[];
  readonly advice?: string;
}

interface Tally {
  checks: number;
  failures: number;
  readonly examples: Example[];
}

const maxExamples = 3;

/** Collects what the checks of a run find. */
export class Findings {
  private readonly tallies = new Map<RuleName, Tally>();

  /**
   * Records one check of a rule and returns `holds`. `requests` reproduce it. `finding` is called only if the check fails
   * and is one of the first to fail.
   */
  expect(rule: RuleName, holds: boolean, requests: Request | readonly Request[], finding: () => string): boolean {
    const tally = this.tallyOf(rule);
    tally.checks += 1;
    if (holds) return true;
    tally.failures += 1;
    if (tally.examples.length < maxExamples) {
      const all = 'url' in requests ? [requests] : requests;
      tally.examples.push({ finding: finding(), curl: all.map(curlOf).join('; ') });
    }
    return false;
  }

  /** Records one check that holds if no faults were found. `where` starts the finding. */
  faults(rule: RuleName, found: readonly string[], request: Request, where = ''): boolean {
    return this.expect(rule, found.length === 0, request, () => `${where}${found.join('; ')}`);
  }

  /** How often a rule was checked, and how often it failed. */
  tally(rule: RuleName): { readonly checks: number; readonly failures: number } {
    return this.tallyOf(rule);
  }

  /** Every rule with its outcome, in the order of the table. `url` is the verified address. */
  report(url: string): RuleReport[] {
    const allow = this.tallyOf('allow');
    const setsHeaders = allow.checks > allow.failures;
    return ruleNames.map((name) => {
      const { title, section, kind, advice }: Rule = rules[name];
      const { checks, failures, examples } = this.tallyOf(name);
      return {
        rule: name,
        title,
        section,
        outcome: outcomeOf(kind === 'contract' || (kind === 'header' && setsHeaders), checks, failures),
        checks,
        failures,
        examples,
        ...(failures > 0 && advice !== undefined && { advice: advice.replace('{url}', () => url) }),
      };
    });
  }

  private tallyOf(rule: RuleName): Tally {
    const known = this.tallies.get(rule);
    if (known) return known;
    const tally = { checks: 0, failures: 0, examples: [] };
    this.tallies.set(rule, tally);
    return tally;
  }
}

function outcomeOf(isContract: boolean, checks: number, failures: number): RuleReport['outcome'] {
  if (failures > 0) return isContract ? 'broken' : 'unsupported';
  return checks > 0 ? 'held' : 'untested';
}
