// The holder: which process a lock names, and whether it is still alive.
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
// Only a signal to the process shows whether a holder is alive.
import { kill, pid } from 'node:process';
import * as z from 'zod';
import { attempt, errorCode } from '../text/errors.ts';

const holderSchema = z.object({
  token: z.string(),
  pid: z.int32().positive(),
  host: z.string(),
  /** Scope of process numbers: one boot of one system, one container. */
  system: z.string(),
  /** Distinguishes a process from a later one with the same number. */
  born: z.string(),
  /** In ISO 8601. */
  started: z.string().refine((time) => !Number.isNaN(Date.parse(time))),
});

type LockHolder = Readonly<z.infer<typeof holderSchema>>;

/** Milliseconds without a heartbeat after which a holder counts as dead if its process cannot be looked up. */
const deadAfter = 60_000;

/** This process, as the holder of a new lock. */
export function ownHolder(): LockHolder {
  const started = new Date().toISOString();
  return { token: randomUUID(), pid, host: hostname(), system: ownSystem(), born: processStartTime(pid), started };
}

/** The holder that a lock names; undefined if the text is incomplete. */
export function holderIn(text: string): LockHolder | undefined {
  return holderSchema.safeParse(attempt(() => JSON.parse(text))).data;
}

/** `process 4711 on host web1, since 14:03:22` */
export function describeHolder({ pid: owner, host, started }: LockHolder): string {
  return `process ${owner} on host ${host}, since ${new Date(started).toTimeString().slice(0, 8)}`;
}

/** Whether the holder is still alive; `lastHeartbeat` is the time of its last heartbeat in milliseconds since 1970. */
export function isAlive(holder: LockHolder, lastHeartbeat: number): boolean {
  const hasRecentHeartbeat = Date.now() - lastHeartbeat < deadAfter;
  if (holder.host !== hostname() || holder.system !== ownSystem()) return hasRecentHeartbeat;
  if (!isRunning(holder.pid)) return false;
  // A live process may be busy for minutes; a process with the same number but another start time is a different one.
  const born = processStartTime(holder.pid);
  if (born !== '' && holder.born !== '') return born === holder.born;
  // Containers count from 1, so a dead holder may have our number: a lock older than this process is not ours.
  return hasRecentHeartbeat && (holder.pid !== pid || lastHeartbeat >= performance.timeOrigin);
}

function isRunning(owner: number): boolean {
  try {
    return kill(owner, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Start time of a process in the system's units; empty if unknown. */
function processStartTime(owner: number): string {
  const stat = orEmpty(() => readFileSync(`/proc/${owner}/stat`, 'latin1'));
  // The program's name is in parentheses and may contain some; the state follows it and, 19 fields on, the start time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A killed process stays listed until its parent reaps it.
  return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? '');
}

function ownSystem(): string {
  const boot = orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')).trim();
  return `${boot} ${orEmpty(() => readlinkSync('/proc/self/ns/pid'))}`;
}

/** For files that only some systems have. */
function orEmpty(read: () => string): string {
  return attempt(read) ?? '';
}
