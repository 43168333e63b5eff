// The holder: which process a lock names, and whether it is still there.
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
// Whether a holder is alive can only be asked of the system's processes.
import { kill, pid } from 'node:process';
import { errorCode } from '../errors.ts';

export interface Holder {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
  /** What process numbers hold good in: one start of one system, one container. */
  readonly system: string;
  /** Tells a process from a later one of the same number. */
  readonly born: string;
  /** In ISO 8601. */
  readonly started: string;
}

/** After what silence a holder counts as dead where its process cannot be asked for, in milliseconds. */
const silentAfter = 60_000;

/** This process, as the holder of a lock that no other has. */
export function ownHolder(): Holder {
  const started = new Date().toISOString();
  return { token: randomUUID(), pid, host: hostname(), system: ownSystem(), born: bornAt(pid), started };
}

/** The holder that a lock names; undefined where the text is not whole. */
export function holderIn(text: string): Holder | undefined {
  const { token, pid: owner, host, system, born, started } = fieldsIn(text);
  const isProcess = typeof owner === 'number' && Number.isInteger(owner) && owner > 0 && owner < 2 ** 31;
  const isTime = typeof started === 'string' && !Number.isNaN(Date.parse(started));
  const areTexts = typeof token === 'string' && typeof host === 'string';
  if (!isProcess || !isTime || !areTexts || typeof system !== 'string' || typeof born !== 'string') return undefined;
  return { token, pid: owner, host, system, born, started };
}

/** `process 4711 on host web1, since 14:03:22` */
export function wordsFor({ pid: owner, host, started }: Holder): string {
  return `process ${owner} on host ${host}, since ${new Date(started).toTimeString().slice(0, 8)}`;
}

/** Whether the holder is still there; `heard` is when it last touched its lock. */
export function isAlive(holder: Holder, heard: number): boolean {
  const isHeard = Date.now() - heard < silentAfter;
  if (holder.host !== hostname() || holder.system !== ownSystem()) return isHeard;
  if (!isRunning(holder.pid)) return false;
  // A process that is busy for minutes is alive, and a new one of its number is not it.
  const born = bornAt(holder.pid);
  if (born !== '' && holder.born !== '') return born === holder.born;
  // Of our own number, as containers count from 1: what is older than this process was left by another.
  return isHeard && (holder.pid !== pid || heard >= performance.timeOrigin);
}

function fieldsIn(text: string): Partial<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function isRunning(owner: number): boolean {
  try {
    return kill(owner, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** When a process began, in the system's own count; empty where the system does not say. */
function bornAt(owner: number): string {
  const stat = orEmpty(() => readFileSync(`/proc/${owner}/stat`, 'latin1'));
  // The name of the program stands in parentheses and may hold some; after it come the state and, 19 fields on, the time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A killed process whose parent has not asked for it is still listed.
  return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? '');
}

function ownSystem(): string {
  const boot = orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')).trim();
  return `${boot} ${orEmpty(() => readlinkSync('/proc/self/ns/pid'))}`;
}

/** What only some systems say. */
function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
