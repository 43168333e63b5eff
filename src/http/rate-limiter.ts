// The rate limiter: when the next request to each host may be sent.
import { setTimeout as pause } from 'node:timers/promises';

/** Its times are in milliseconds since an arbitrary one. */
export const systemClock = {
  now: () => performance.now(),
  // A timer may be a millisecond early.
  pause: async (milliseconds: number, signal: AbortSignal): Promise<void> =>
    pause(Math.ceil(milliseconds) + 1, undefined, { signal }),
};
export type Clock = typeof systemClock;

/** Milliseconds between the requests to a host. */
const usualPause = 1000;

export class RateLimiter {
  private readonly next = new Map<string, number>();
  private readonly delays = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    /** Whether this machine may be asked without pauses. */
    private readonly skipsLocalPauses = false,
  ) {}

  /** Keeps seconds between the requests to a host, if they are more than usual. */
  keepBetween(host: string, seconds: number): void {
    this.delays.set(host, seconds);
  }

  /** Waits until a request may be sent. */
  async wait(url: string, signal: AbortSignal): Promise<void> {
    const { host } = new URL(url);
    const now = this.clock.now();
    const due = Math.max(now, this.next.get(host) ?? 0);
    this.next.set(host, due + this.pauseOf(url));
    if (due > now) await this.clock.pause(due - now, signal);
  }

  /** Counts the time to the next request from now, when the last one was answered: it may have been sent late. Turns that others have taken stay theirs. */
  countFromNow(url: string): void {
    const { host } = new URL(url);
    this.next.set(host, Math.max(this.next.get(host) ?? 0, this.clock.now() + this.pauseOf(url)));
  }

  /** Milliseconds between the requests to a host. */
  private pauseOf(url: string): number {
    const { hostname, host } = new URL(url);
    const usual = this.skipsLocalPauses && isLocal(hostname) ? 0 : usualPause;
    return Math.max(usual, (this.delays.get(host) ?? 0) * 1000);
  }
}

/** Whether a host is this machine. */
export function isLocal(hostname: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(hostname);
}
