// Host budgets: checks the size of a build against the limits of its host before it is deployed.
import { folderOf, pageSegment } from '../api/routes.ts';
import { grouped, size } from '../text/number-format.ts';
import { fileProblem, type Problem } from '../problems.ts';
import { fixedStart, type PublishedPath } from '../api/published-paths.ts';
import type { Tally } from '../storage/writer.ts';
import { isPagedList } from '../api/address-patterns.ts';
import type { Limit, Measure } from './host.ts';
import { hostNames, hosts, type HostName } from './hosts.ts';

/** The size of a build. */
export interface BuildSize extends Tally {
  readonly folders: number;
  readonly largestFolder: { readonly path: string; readonly entries: number };
  /** Rules in the host's own files. */
  readonly rules: number;
  /** What the site publishes beside the API. */
  readonly paths: readonly PublishedPath[];
}

/** A build that uses more than this share of a limit gets a warning. */
const warningShare = 0.8;

/** Reports the limits that a build exceeds or comes close to, with hosts that have room for it. */
export function budgetProblems(host: HostName, measured: BuildSize, out: string): Problem[] {
  const { title, budget } = hosts[host];
  const reached = budget.filter((limit) => amountOf(limit.measure, measured) > warningShare * limit.most);
  return reached.map((limit) => {
    const amount = amountOf(limit.measure, measured);
    const isExceeded = amount > limit.most;
    const whose = limit.plan === undefined ? title : `${title} on ${limit.plan}`;
    const finding = `${describeAmount[limit.measure](amount, measured)}; ${whose} allows ${describeAmount[limit.measure](limit.most, undefined)}`;
    const level = isExceeded && limit.plan === undefined ? 'error' : 'warning';
    const remedy = remedyFor(host, limit, measured);
    return fileProblem(out, {
      rule: 'host-budget',
      level,
      finding: isExceeded ? finding : `${finding}, which is near`,
      remedy: isExceeded ? remedy : `before it grows past that, ${remedy}`,
    });
  });
}

/** Other hosts, and an option that makes the build smaller, if there is one. */
function remedyFor(host: HostName, limit: Limit, measured: BuildSize): string {
  const smaller = reductionOf(limit, measured);
  return `publish on another host (${othersFor(host, measured)})${smaller === undefined ? '' : `, or ${smaller}`}`;
}

/** The hosts with room for a build on every plan, in table order, then those with room on a paid plan only. */
function othersFor(host: HostName, measured: BuildSize): string {
  const published = hostNames.filter((name) => name !== host && !hosts[name].isLocal);
  const hasRoom = (name: HostName, onPaidPlan: boolean) => {
    const limits = hosts[name].budget.filter(({ plan }) => plan === undefined || !onPaidPlan);
    return limits.every(({ measure, most }) => amountOf(measure, measured) <= most);
  };
  const free = published.filter((name) => hasRoom(name, false));
  const paid = published.filter((name) => hasRoom(name, true) && !free.includes(name));
  return `--host ${free.join(', ')}${paid.length === 0 ? '' : `; on a paid plan ${paid.join(', ')}`}`;
}

/** A larger page size means fewer pages, but does not change the number of single courses. */
function reductionOf({ measure, most }: Limit, { largest, largestFolder, paths }: BuildSize) {
  const adviceFor = (path: string) =>
    paths.find((published) => published.advice !== undefined && `${path}/`.startsWith(fixedStart(published)))?.advice;
  if (measure === 'file') {
    const smallerPages = isListPage(largest.path) ? ' with a smaller --page-size' : '';
    return adviceFor(largest.path) ?? `make ${largest.path} smaller${smallerPages}`;
  }
  if (measure === 'folder') {
    return largestFolder.path.endsWith(`/${pageSegment}`) ? 'write fewer pages with a larger --page-size' : undefined;
  }
  if (measure !== 'files' && measure !== 'entries') return undefined;
  const courses = `${largestFolder.path}/`.startsWith(folderOf('course')) ? largestFolder.entries : 0;
  const courseAmount = measure === 'files' ? courses : 2 * courses;
  return courseAmount > most ? undefined : 'write fewer files with a larger --page-size';
}

/** Whether a file is a page of a list, compressed or not. */
function isListPage(path: string): boolean {
  const folder = path.slice(0, path.lastIndexOf('/')).replace(new RegExp(`/${pageSegment}/\\d+$`, 'u'), '');
  return isPagedList(folder);
}

function amountOf(measure: Measure, { files, folders, bytes, largest, largestFolder, rules }: BuildSize): number {
  return { files, entries: files + folders, bytes, file: largest.bytes, folder: largestFolder.entries, rules }[measure];
}

/** An amount in words, with its path if it was measured. */
const describeAmount: Readonly<Record<Measure, (amount: number, measured: BuildSize | undefined) => string>> = {
  files: (amount) => `${grouped(amount)} files`,
  entries: (amount) => `${grouped(amount)} files and folders`,
  bytes: (amount) => `${exact(amount)} in total`,
  file: (amount, measured) => `${exact(amount)} in ${measured?.largest.path ?? 'one file'}`,
  folder: (amount, measured) => `${grouped(amount)} entries in ${measured?.largestFolder.path ?? 'one folder'}`,
  rules: (amount) => `${grouped(amount)} rules in the host's own files`,
};

/** With the exact number, since an amount just past a limit may look the same when rounded. */
function exact(bytes: number): string {
  return `${size(bytes)} (${grouped(bytes)} bytes)`;
}
