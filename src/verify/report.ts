// The report of a verification, as lines for people.
import { count } from '../text/number-format.ts';
import type { RuleReport, VerifyReport } from '../results.ts';
import { bold, dim, line, red, yellow, type Text } from '../text/terminal.ts';

const labels = {
  passed: { mark: '✓', label: 'passed' },
  broken: { mark: '✗', label: 'broken' },
  unsupported: { mark: '!', label: 'not supported by this host' },
  untested: { mark: '-', label: 'not tested' },
} as const;

/**
 * Every rule with its outcome, then what was read, the verdict, what to do about broken rules, and what about limits;
 * `brief` leaves out all rules but the broken ones.
 */
export function reportLines(report: VerifyReport, brief = false): Text[] {
  const { rules, url, requests, lists, pages, courses, advice } = report;
  const isReached = rules.some(({ rule, outcome }) => rule === 'reachable' && outcome === 'passed');
  const shownRules = isReached && !brief ? rules : rules.filter(({ outcome }) => outcome === 'broken');
  const counts = [count(requests, 'request'), count(lists, 'list'), count(pages, 'page'), count(courses, 'course')];
  return [
    ...shownRules.flatMap((rule) => ruleLines(rule)),
    line`${bold(url)}: ${counts.join(', ')}`,
    verdictOf(report, isReached),
    ...(isReached && courses === 0 ? [yellow('  no course was read, so lists and records were not verified')] : []),
    ...advice.map((paragraph) => `  ${paragraph}`),
    ...limitLines(shownRules),
  ];
}

function ruleLines({ rule, title, section, outcome, checks, failures, examples, advice }: RuleReport): Text[] {
  const { mark, label } = labels[outcome];
  const start = `${mark} ${rule}: ${title} (${section})`;
  if (outcome === 'untested') return [dim(`${start}; ${label}`)];
  if (outcome === 'passed') return [`${start}; ${count(checks, 'check')}`];
  const failed = `${start}; ${label}: ${count(failures, 'failure')} in ${count(checks, 'check')}`;
  const shownExamples = outcome === 'broken' ? examples : examples.slice(0, 1);
  return [
    outcome === 'broken' ? red(failed) : yellow(failed),
    ...shownExamples.flatMap(({ finding, curl }) => [`    ${finding}`, dim(`    ${curl}`)]),
    // Many limits share the same advice, which is printed once at the end.
    ...(advice === undefined || outcome === 'unsupported' ? [] : [`    ${advice}`]),
  ];
}

function verdictOf({ rules, ok }: VerifyReport, isReached: boolean): Text {
  if (!isReached) return red('The API could not be reached');
  // Without a local build to compare with, or a journal, their rules do not apply.
  const isOptional = (rule: RuleReport) => ['against', 'changes'].includes(rule.rule);
  const applicable = rules.filter((rule) => !isOptional(rule) || rule.outcome !== 'untested');
  const rulesThatAre = (wanted: RuleReport['outcome']) => applicable.filter(({ outcome }) => outcome === wanted);
  const numberOf = (wanted: RuleReport['outcome']) => count(rulesThatAre(wanted).length, 'rule');
  const limits = rulesThatAre('unsupported').length;
  const hostLimits = limits === 0 ? '' : `, ${count(limits, 'limit')} of the host`;
  const untested = rulesThatAre('untested').length === 0 ? '' : `, ${numberOf('untested')} not tested`;
  if (ok) return line`${bold('The API conforms')}: ${numberOf('passed')} passed${hostLimits}${untested}`;
  const isUnanswered = rulesThatAre('broken').every(({ rule }) => rule === 'answers');
  return red(
    isUnanswered
      ? `The host did not answer every request: ${numberOf('passed')} passed for the answers it gave${hostLimits}${untested}`
      : `The API does not conform: ${numberOf('broken')} of the contract broken${hostLimits}${untested}`,
  );
}

/** What to do about limits: each advice once, after the rules it applies to. */
function limitLines(rules: readonly RuleReport[]): string[] {
  const limits = rules.filter(({ outcome }) => outcome === 'unsupported');
  const allAdvice = new Set(limits.flatMap(({ advice }) => advice ?? []));
  return [...allAdvice].map((text) => {
    const names = limits.filter(({ advice }) => advice === text).map(({ rule }) => rule);
    return `  ${names.join(', ')}: ${text}`;
  });
}
