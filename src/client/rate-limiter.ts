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

/** Milliseconds that requests may be early, so that the rate is kept on average where timers are late or a host was slow. */
const burst = 1000;

export class RateLimiter {
  private readonly next = new Map<string, number>();
  private readonly delays = new Map<string, number>();

  constructor(
    /** Requests per second for each host; undefined for one, and for no limit on this machine. */
    private readonly rate: number | undefined,
    private readonly clock: Clock,
  ) {}

  /** Keeps seconds between the requests to a host, whatever the rate is. */
  keepBetween(host: string, seconds: number): void {
    this.delays.set(host, seconds);
  }

  /** Waits until a request may be sent. At more than one a second it may be sent up to a second early. */
  async wait(url: string, signal: AbortSignal): Promise<void> {
    const { host } = new URL(url);
    const { between, delay } = this.pausesOf(url);
    // A requested delay applies to every request.
    const ahead = delay > 0 ? 0 : Math.max(0, burst - between);
    const now = this.clock.now();
    const due = Math.max(now, this.next.get(host) ?? 0);
    this.next.set(host, due + between);
    const left = due - ahead - now;
    if (left > 0) await this.clock.pause(left, signal);
  }

  /** Counts the time to the next request from now, when the last one was answered: it may have been sent late. Turns that others have taken stay theirs. */
  countFromNow(url: string): void {
    const { host } = new URL(url);
    this.next.set(host, Math.max(this.next.get(host) ?? 0, this.clock.now() + this.pausesOf(url).between));
  }

  /** Milliseconds between the requests to a host, and those of them that it asked for. */
  private pausesOf(url: string): { readonly between: number; readonly delay: number } {
    const { hostname, host } = new URL(url);
    const usual = this.rate === undefined ? (isLocal(hostname) ? 0 : 1000) : 1000 / this.rate;
    const delay = (this.delays.get(host) ?? 0) * 1000;
    return { between: Math.max(usual, delay), delay };
  }
}

/** Whether a host is this machine. */
export function isLocal(hostname: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(hostname);
}
