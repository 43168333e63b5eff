// The report of a verification as lines for people.
import { count, type Style } from '../messages.ts';
import type { RuleReport } from './findings.ts';
import type { VerifyReport } from './verify.ts';

const words = {
  held: { mark: '✓', word: 'held' },
  broken: { mark: '✗', word: 'broken' },
  unsupported: { mark: '!', word: 'not supported by this host' },
  untested: { mark: '-', word: 'not tested' },
} as const;

/** Every rule with its outcome, then what was looked at, the verdict and what to do. */
export function reportLines(report: VerifyReport, style: Style): string[] {
  const { rules, url, ok, requests, lists, pages, courses, advice } = report;
  const isReached = rules.some(({ rule, outcome }) => rule === 'reachable' && outcome === 'held');
  const shown = isReached ? rules : rules.filter(({ outcome }) => outcome === 'broken');
  const looked = [
    count(requests, 'request', 'requests'),
    count(lists, 'list', 'lists'),
    count(pages, 'page', 'pages'),
    count(courses, 'course', 'courses'),
  ];
  return [
    ...shown.flatMap((rule) => ruleLines(rule, style)),
    `${style.bold(url)}: ${looked.join(', ')}`,
    verdictOf(rules, ok, style),
    ...advice.map((one) => `  ${one}`),
  ];
}

function ruleLines(
  { rule, title, section, outcome, checks, failures, examples, advice }: RuleReport,
  style: Style,
): string[] {
  const { mark, word } = words[outcome];
  const line = `${mark} ${rule}: ${title} (${section})`;
  if (outcome === 'untested') return [style.dim(`${line}; ${word}`)];
  if (outcome === 'held') return [`${line}; ${count(checks, 'check', 'checks')}`];
  const failed = `${line}; ${word}: ${count(failures, 'failure', 'failures')} in ${count(checks, 'check', 'checks')}`;
  const shown = outcome === 'broken' ? examples : examples.slice(0, 1);
  return [
    outcome === 'broken' ? style.red(failed) : style.yellow(failed),
    ...shown.flatMap(({ finding, curl }) => [`    ${finding}`, style.dim(`    ${curl}`)]),
    ...(advice === undefined ? [] : [`    ${advice}`]),
  ];
}

function verdictOf(rules: readonly RuleReport[], ok: boolean, style: Style): string {
  const number = (wanted: RuleReport['outcome']) => rules.filter(({ outcome }) => outcome === wanted).length;
  const limits = number('unsupported');
  const also = limits === 0 ? '' : `, ${count(limits, 'limit', 'limits')} of the host`;
  if (ok) return `${style.bold('The API is whole')}: ${count(number('held'), 'rule', 'rules')} held${also}`;
  return style.red(`The API is broken: ${count(number('broken'), 'rule', 'rules')} of the contract${also}`);
}
