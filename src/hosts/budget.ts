// Host budgets: checks the size of a build against the limits of its host before it is deployed.
import { folderOf, pageSegment } from '../api/routes.ts';
import { grouped, size } from '../text/number-format.ts';
import { fileProblem, type Problem } from '../text/problems.ts';
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

/** Every way out: another host, plan or service, and options that make the build smaller. */
function remedyFor(host: HostName, limit: Limit, measured: BuildSize): string {
  const { alternative } = limit;
  return [
    `publish on another host (${othersFor(host, measured)})`,
    ...(limit.plan !== undefined && hasRoom(host, measured, 'a paid plan') ? ['use a paid plan'] : []),
    ...(alternative === undefined ? [] : [alternative]),
    ...reductionsOf(limit, measured),
  ].join(', or ');
}

/** Whether a build is within all limits of a host, or within those that a paid plan does not lift. */
function hasRoom(host: HostName, measured: BuildSize, plan: 'every plan' | 'a paid plan'): boolean {
  const limits: readonly Limit[] = hosts[host].budget;
  return limits
    .filter((limit) => plan === 'every plan' || limit.plan === undefined)
    .every(({ measure, most }) => amountOf(measure, measured) <= most);
}

/** The hosts with room for a build on every plan, in table order, then those with room on a paid plan only. */
function othersFor(host: HostName, measured: BuildSize): string {
  const published = hostNames.filter((name) => name !== host && !hosts[name].isLocal);
  const free = published.filter((name) => hasRoom(name, measured, 'every plan'));
  const paid = published.filter((name) => hasRoom(name, measured, 'a paid plan') && !free.includes(name));
  return `--host ${free.join(', ')}${paid.length === 0 ? '' : `; on a paid plan ${paid.join(', ')}`}`;
}

/** A larger page size means fewer pages, but does not change the number of single courses. */
function reductionsOf({ measure, most }: Limit, { largest, largestFolder, paths }: BuildSize): string[] {
  if (measure === 'file') {
    const isInPath = (published: PublishedPath) => largest.path.startsWith(fixedStart(published));
    const advice = paths.find((published) => published.advice !== undefined && isInPath(published))?.advice;
    const smallerPages = isListPage(largest.path) ? ' with a smaller --page-size' : '';
    return [advice ?? `make ${largest.path} smaller${smallerPages}`];
  }
  if (measure === 'folder') {
    return largestFolder.path.endsWith(`/${pageSegment}`) ? ['write fewer pages with a larger --page-size'] : [];
  }
  if (measure !== 'files' && measure !== 'entries') return [];
  const courses = `${largestFolder.path}/`.startsWith(folderOf('course')) ? largestFolder.entries : 0;
  const courseAmount = measure === 'files' ? courses : 2 * courses;
  if (courseAmount > most) return [];
  const fewerPages = paths.flatMap(({ kind, advice }) => (kind === 'page' && advice !== undefined ? [advice] : []));
  return [...fewerPages, 'write fewer files with a larger --page-size'];
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
