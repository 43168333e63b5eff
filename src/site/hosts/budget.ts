// The budget of a host: what was written held against its limits, before anyone deploys it.
import { problemAt, type Problem } from '../../problems.ts';
import type { Host, Measure } from './host.ts';
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
    return problemAt(out, undefined, '', {
      rule: 'host-budget',
      level,
      finding: isPast ? finding : `${finding}, which is near`,
      ...(isPast && { remedy: adviceFor(host, measured) }),
    });
  });
}

function adviceFor(host: HostName, measured: Measured): string {
  const fitting = hostNames.filter((name) => name !== host && fits(hosts[name], measured));
  return `publish on another host (--host ${fitting.join(', ')}), or make fewer files by a larger --page-size`;
}

function fits({ budget }: Host, measured: Measured): boolean {
  return budget.every(({ measure, most, plan }) => plan !== undefined || amountOf(measure, measured) <= most);
}

function amountOf(measure: Measure, { files, folders, bytes, largest, largestFolder, rules }: Measured): number {
  return { files, entries: files + folders, bytes, file: largest.bytes, folder: largestFolder.entries, rules }[measure];
}

/** An amount in words, and where it was found. */
const words: Readonly<Record<Measure, (amount: number, measured: Measured | undefined) => string>> = {
  files: (amount) => `${grouped(amount)} files`,
  entries: (amount) => `${grouped(amount)} files and folders`,
  bytes: (amount) => `${size(amount)} in all`,
  file: (amount, measured) => `${size(amount)} in ${measured?.largest.path ?? 'one file'}`,
  folder: (amount, measured) => `${grouped(amount)} entries in ${measured?.largestFolder.path ?? 'one folder'}`,
  rules: (amount) => `${grouped(amount)} rules in the host's own files`,
};

function grouped(number: number): string {
  return new Intl.NumberFormat('en-US').format(number);
}

function size(bytes: number): string {
  return `${new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }).format(bytes / 1e6)} MB`;
}
