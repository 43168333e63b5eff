// The report of a verification as lines for people.
import { count } from '../amounts.ts';
import { bold, dim, line, red, yellow, type Text } from '../terminal.ts';
import type { RuleReport } from './findings.ts';
import type { VerifyReport } from './verify.ts';

const words = {
  held: { mark: '✓', word: 'held' },
  broken: { mark: '✗', word: 'broken' },
  unsupported: { mark: '!', word: 'not so on this host' },
  untested: { mark: '-', word: 'not tested' },
} as const;

/** Every rule with its outcome, then what was looked at, the verdict, what to do, and what can be done about limits. */
export function reportLines(report: VerifyReport): Text[] {
  const { rules, url, requests, lists, pages, courses, advice } = report;
  const isReached = rules.some(({ rule, outcome }) => rule === 'reachable' && outcome === 'held');
  const shown = isReached ? rules : rules.filter(({ outcome }) => outcome === 'broken');
  const looked = [
    count(requests, 'request', 'requests'),
    count(lists, 'list', 'lists'),
    count(pages, 'page', 'pages'),
    count(courses, 'course', 'courses'),
  ];
  return [
    ...shown.flatMap((rule) => ruleLines(rule)),
    line`${bold(url)}: ${looked.join(', ')}`,
    verdictOf(report, isReached),
    ...(isReached && courses === 0 ? [yellow('  no course was read: nothing is known of lists and records')] : []),
    ...advice.map((one) => `  ${one}`),
    ...limitLines(rules),
  ];
}

function ruleLines({ rule, title, section, outcome, checks, failures, examples, advice }: RuleReport): Text[] {
  const { mark, word } = words[outcome];
  const about = `${mark} ${rule}: ${title} (${section})`;
  if (outcome === 'untested') return [dim(`${about}; ${word}`)];
  if (outcome === 'held') return [`${about}; ${count(checks, 'check', 'checks')}`];
  const failed = `${about}; ${word}: ${count(failures, 'failure', 'failures')} in ${count(checks, 'check', 'checks')}`;
  const shown = outcome === 'broken' ? examples : examples.slice(0, 1);
  return [
    outcome === 'broken' ? red(failed) : yellow(failed),
    ...shown.flatMap(({ finding, curl }) => [`    ${finding}`, dim(`    ${curl}`)]),
    // Many limits have the same advice; it stands at the end.
    ...(advice === undefined || outcome === 'unsupported' ? [] : [`    ${advice}`]),
  ];
}

function verdictOf({ rules, ok }: VerifyReport, isReached: boolean): Text {
  if (!isReached) return red('The API could not be reached');
  // Whoever names no local build does not ask for that rule.
  const asked = rules.filter(({ rule, outcome }) => rule !== 'against' || outcome !== 'untested');
  const number = (wanted: RuleReport['outcome']) => asked.filter(({ outcome }) => outcome === wanted).length;
  const [held, broken, limits, untested] = [
    number('held'),
    number('broken'),
    number('unsupported'),
    number('untested'),
  ];
  const also = [
    ...(limits === 0 ? [] : [`, ${count(limits, 'limit', 'limits')} of the host`]),
    ...(untested === 0 ? [] : [`, ${count(untested, 'rule', 'rules')} not tested`]),
  ].join('');
  if (ok) return line`${bold('The API is whole')}: ${count(held, 'rule', 'rules')} held${also}`;
  const isUnanswered = broken === 1 && rules.some(({ rule, outcome }) => rule === 'answers' && outcome === 'broken');
  return red(
    isUnanswered
      ? `The host did not answer every request: ${count(held, 'rule', 'rules')} held as far as it did${also}`
      : `The API is broken: ${count(broken, 'rule', 'rules')} of the contract${also}`,
  );
}

/** What can be done about limits, each once, behind the rules that it is for. */
function limitLines(rules: readonly RuleReport[]): string[] {
  const limits = rules.filter(({ outcome }) => outcome === 'unsupported');
  const advices = new Set(limits.flatMap(({ advice }) => advice ?? []));
  return [...advices].map((one) => {
    const concerned = limits.filter(({ advice }) => advice === one).map(({ rule }) => rule);
    return `  ${concerned.join(', ')}: ${one}`;
  });
}
