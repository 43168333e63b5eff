// The budget of a host: what was written held against its limits, before anyone deploys it.
import { folderOf, pagesFolder } from '../../api/routes.ts';
import { grouped, size } from '../../amounts.ts';
import { problemAt, type Problem } from '../../problems.ts';
import { isPagedList } from './addresses.ts';
import type { Host, Limit, Measure } from './host.ts';
import { hostNames, hosts, type HostName } from './hosts.ts';

/** What a build came to. */
export interface Measured {
  readonly files: number;
  readonly folders: number;
  readonly bytes: number;
  readonly largest: { readonly path: string; readonly bytes: number };
  readonly largestFolder: { readonly path: string; readonly entries: number };
  /** Rules in the host's own files. */
  readonly rules: number;
}

/** The part of a limit from which on there is a warning. */
const near = 0.8;

/** Says which limits of the host a build comes near or goes past, and which hosts would take it. */
export function budgetProblems(host: HostName, measured: Measured, out: string): Problem[] {
  const { title, budget }: Host = hosts[host];
  const crossed = budget.filter((limit) => amountOf(limit.measure, measured) > near * limit.most);
  return crossed.map((limit) => {
    const amount = amountOf(limit.measure, measured);
    const isPast = amount > limit.most;
    const whose = limit.plan === undefined ? title : `${title} on ${limit.plan}`;
    const finding = `${words[limit.measure](amount, measured)}; ${whose} takes ${words[limit.measure](limit.most, undefined)}`;
    const level = isPast && limit.plan === undefined ? 'error' : 'warning';
    const remedy = remedyFor(host, limit, measured);
    return problemAt(out, undefined, '', {
      rule: 'host-budget',
      level,
      finding: isPast ? finding : `${finding}, which is near`,
      remedy: isPast ? remedy : `before it grows past that, ${remedy}`,
    });
  });
}

/** Other hosts, and what makes the amount smaller where anything but a smaller catalog does. */
function remedyFor(host: HostName, limit: Limit, measured: Measured): string {
  const smaller = reductionOf(limit, measured);
  return `publish on another host (${othersFor(host, measured)})${smaller === undefined ? '' : `, or ${smaller}`}`;
}

/** The hosts that take a build on every plan, in the order of their table; then those that take it on a paid one. */
function othersFor(host: HostName, measured: Measured): string {
  const published = hostNames.filter((name) => name !== host && hosts[name].isLocal !== true);
  const takes = (name: HostName, onPaidPlan: boolean) => {
    const { budget }: Host = hosts[name];
    const counted = budget.filter(({ plan }) => plan === undefined || !onPaidPlan);
    return counted.every(({ measure, most }) => amountOf(measure, measured) <= most);
  };
  const free = published.filter((name) => takes(name, false));
  const paid = published.filter((name) => takes(name, true) && !free.includes(name));
  const groups = [`--host ${free.join(', ')}`, ...(paid.length === 0 ? [] : [`on a paid plan ${paid.join(', ')}`])];
  return groups.join('; ');
}

/** Pages make files in their own folders: no size of theirs changes how many single courses there are. */
function reductionOf({ measure, most }: Limit, { largest, largestFolder }: Measured): string | undefined {
  const isOfCourses = `${largestFolder.path}/`.startsWith(folderOf('course'));
  const ofCourses = isOfCourses ? largestFolder.entries : 0;
  const fewerPages = 'make fewer files by a larger --page-size';
  switch (measure) {
    case 'files':
      return ofCourses > most ? undefined : fewerPages;
    case 'entries':
      return 2 * ofCourses > most ? undefined : fewerPages;
    case 'folder':
      return largestFolder.path.endsWith(`/${pagesFolder}`) ? 'make fewer pages by a larger --page-size' : undefined;
    case 'file':
      return `make ${largest.path} smaller${isOfPages(largest.path) ? ' by a smaller --page-size' : ''}`;
    default:
      return undefined;
  }
}

/** Whether a file holds a page of a list, compressed or not. */
function isOfPages(path: string): boolean {
  const folder = path.slice(0, path.lastIndexOf('/')).replace(new RegExp(`/${pagesFolder}/\\d+$`, 'u'), '');
  return isPagedList(folder);
}

function amountOf(measure: Measure, { files, folders, bytes, largest, largestFolder, rules }: Measured): number {
  return { files, entries: files + folders, bytes, file: largest.bytes, folder: largestFolder.entries, rules }[measure];
}

/** An amount in words, and where it was found. */
const words: Readonly<Record<Measure, (amount: number, measured: Measured | undefined) => string>> = {
  files: (amount) => `${grouped(amount)} files`,
  entries: (amount) => `${grouped(amount)} files and folders`,
  bytes: (amount) => `${exact(amount)} in all`,
  file: (amount, measured) => `${exact(amount)} in ${measured?.largest.path ?? 'one file'}`,
  folder: (amount, measured) => `${grouped(amount)} entries in ${measured?.largestFolder.path ?? 'one folder'}`,
  rules: (amount) => `${grouped(amount)} rules in the host's own files`,
};

/** Exact, since a limit and what is past it may look the same when rounded. */
function exact(bytes: number): string {
  return `${size(bytes)} (${grouped(bytes)} bytes)`;
}
