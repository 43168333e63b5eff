// Turns: when the next request to each host may be sent.
import { setTimeout as pause } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds since some moment. */
  readonly now: () => number;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const systemClock: Clock = {
  now: () => performance.now(),
  pause: async (milliseconds, signal) => pause(milliseconds, undefined, { signal }),
};

export class Turns {
  private readonly next = new Map<string, number>();
  private readonly delays = new Map<string, number>();

  constructor(
    /** Requests per second for each host; undefined for one, and for no limit on this machine. */
    private readonly rate: number | undefined,
    private readonly clock = systemClock,
  ) {}

  /** Keeps seconds between the requests to a host, whatever the rate is. */
  keepBetween(host: string, seconds: number): void {
    this.delays.set(host, seconds);
  }

  /** Waits until a request may be sent. */
  async wait(url: string, signal: AbortSignal): Promise<void> {
    const { hostname, host } = new URL(url);
    const usual = this.rate === undefined ? (isLocal(hostname) ? 0 : 1000) : 1000 / this.rate;
    const between = Math.max(usual, (this.delays.get(host) ?? 0) * 1000);
    const now = this.clock.now();
    const turn = Math.max(now, this.next.get(host) ?? 0);
    this.next.set(host, turn + between);
    if (turn > now) await this.clock.pause(turn - now, signal);
  }
}

/** Whether a host is this machine. */
export function isLocal(hostname: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(hostname);
}
