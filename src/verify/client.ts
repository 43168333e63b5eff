// The client: requests with a time limit, tried again where a host is busy or does not answer.
import { setTimeout as pause } from 'node:timers/promises';
import pRetry from 'p-retry';
import { errorCode } from '../errors.ts';
import type { Request } from './curl.ts';

export interface ClientOptions {
  /** Seconds for one response, its body included. */
  readonly timeout: number;
  /** Further tries. */
  readonly retries: number;
  readonly signal: AbortSignal;
  /** Told when all requests wait, since the host asked for it. */
  readonly onWait?: (seconds: number) => void;
  /** Other limits than the usual ones. */
  readonly limits?: Partial<typeof usualLimits>;
}

/** What came back. Without an answer the status is 0, and `failure` says why. */
export interface Answer {
  readonly request: Request;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly failure?: string;
}

const usualLimits = {
  /** No list of this interface comes near; a body without an end does. */
  bytes: 32 * 1024 * 1024,
  /** In all bodies that are being read. */
  bytesUnderWay: 256 * 1024 * 1024,
  /** Seconds that a host may ask for at a time. */
  wait: 300,
  /** Seconds that may be waited altogether; there are no further tries afterwards. */
  waited: 900,
};
/** So many of the last requests are looked at; a try that ran out of time counts as one. */
const lookedAt = 32;
/** So many of them without an answer, and a host is not asked again. */
const patience = 16;
const firstBackOff = 0.5;
const longestBackOff = 30;

interface Trouble {
  /** Another try would end the same. */
  readonly isFinal?: boolean;
  readonly isTimeout?: boolean;
  readonly status?: number;
  /** Whether the host said how long to wait. */
  readonly isPaused?: boolean;
}

/** A try without an answer. */
class NoAnswer extends Error {
  constructor(
    message: string,
    readonly trouble: Trouble,
  ) {
    super(message);
    this.name = 'NoAnswer';
  }
}

export class Client {
  /** Requests sent, further tries included. */
  requests = 0;
  private isGivenUp = false;
  private readonly recent: { readonly isLost: boolean }[] = [];
  private readonly limits: typeof usualLimits;
  private waited = 0;
  private pausedUntil = 0;
  private bytesUnderWay = 0;

  constructor(private readonly options: ClientOptions) {
    this.limits = { ...usualLimits, ...options.limits };
  }

  /** Whether the host stopped answering: nothing more is sent. */
  get hasGivenUp(): boolean {
    return this.isGivenUp;
  }

  /** Sends a request; follows no redirect. Throws only the signal's reason. */
  async send(request: Request): Promise<Answer> {
    const { retries, signal } = this.options;
    const nothing = { request, status: 0, headers: new Headers(), body: new Uint8Array() };
    signal.throwIfAborted();
    if (this.isGivenUp) {
      return { ...nothing, failure: `not asked, since ${patience} of the last requests had no answer` };
    }
    let tries = 0;
    try {
      const answer = await pRetry(
        async (attempt) => {
          tries = attempt;
          return this.tryOnce(request);
        },
        {
          retries,
          signal,
          // The time between tries is this client's own: it is counted.
          minTimeout: 0,
          onFailedAttempt: async ({ error, attemptNumber, retriesLeft }) => {
            if (retriesLeft === 0 || !this.isWorthAnother(error, request)) return;
            if (error.trouble.isTimeout === true) this.note({ isLost: true });
            if (!this.isGivenUp && error.trouble.isPaused !== true) await this.backOff(attemptNumber);
          },
          shouldRetry: ({ error }) => this.isWorthAnother(error, request),
        },
      );
      this.note({ isLost: false });
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof NoAnswer)) throw error;
      this.note({ isLost: true });
      const { status = 0 } = error.trouble;
      return { ...nothing, status, failure: `${error.message}${tries > 1 ? `, ${tries} times` : ''}` };
    }
  }

  private async tryOnce(request: Request): Promise<Answer> {
    const { timeout, signal } = this.options;
    await this.pauseEnds();
    const limit = new AbortController();
    const giveUp = () => limit.abort();
    const timer = setTimeout(giveUp, timeout * 1000);
    signal.addEventListener('abort', giveUp);
    this.requests += 1;
    try {
      const { method, url, headers = {} } = request;
      const response = await fetch(url, { method, headers, redirect: 'manual', signal: limit.signal });
      if (isBusy(response.status)) {
        await response.body?.cancel();
        throw this.busy(response);
      }
      return { request, status: response.status, headers: response.headers, body: await this.bodyOf(response) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof NoAnswer) throw error;
      if (limit.signal.aborted) throw new NoAnswer(`no answer within ${timeout} s`, { isTimeout: true });
      throw failureOf(error);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** What might change something is asked again only where the host said that it refused to look at it. */
  private isWorthAnother(error: unknown, { method }: Request): error is NoAnswer {
    if (!(error instanceof NoAnswer) || error.trouble.isFinal === true) return false;
    if (this.isGivenUp || this.waited >= this.limits.waited) return false;
    return ['GET', 'HEAD', 'OPTIONS'].includes(method) || error.trouble.status === 429;
  }

  private note(request: { readonly isLost: boolean }): void {
    this.recent.push(request);
    if (this.recent.length > lookedAt) this.recent.shift();
    this.isGivenUp ||= this.recent.filter(({ isLost }) => isLost).length >= patience;
  }

  private busy({ status, headers }: Response): NoAnswer {
    const seconds = waitOf(headers.get('retry-after'));
    const isFinal = seconds > this.limits.wait || !this.pauseAll(seconds);
    const asked = isFinal ? `, and asked for ${Math.ceil(seconds)} s` : '';
    return new NoAnswer(`answered ${status}${asked}`, { isFinal, status, isPaused: seconds > 0 });
  }

  /** Keeps every request back. Answers false where that would be too long altogether. */
  private pauseAll(seconds: number): boolean {
    const now = performance.now();
    const until = now + seconds * 1000;
    if (until <= Math.max(now, this.pausedUntil)) return true;
    const isNew = this.pausedUntil <= now;
    const waited = this.waited + (until - Math.max(now, this.pausedUntil)) / 1000;
    if (waited > this.limits.waited) return false;
    this.waited = waited;
    this.pausedUntil = until;
    if (isNew) this.options.onWait?.(Math.ceil(seconds));
    return true;
  }

  private async pauseEnds(): Promise<void> {
    for (;;) {
      const left = this.pausedUntil - performance.now();
      if (left <= 0) return;
      await pause(left, undefined, { signal: this.options.signal });
    }
  }

  private async backOff(attempt: number): Promise<void> {
    const seconds = Math.min(longestBackOff, firstBackOff * 2 ** (attempt - 1) * (1 + Math.random()));
    this.waited += seconds;
    await pause(seconds * 1000, undefined, { signal: this.options.signal });
  }

  private async bodyOf(response: Response): Promise<Uint8Array> {
    const { bytes, bytesUnderWay } = this.limits;
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const chunk of response.body ?? []) {
        length += chunk.length;
        this.bytesUnderWay += chunk.length;
        if (length > bytes) throw new NoAnswer(`the body has more than ${bytes} bytes`, { isFinal: true });
        if (this.bytesUnderWay > bytesUnderWay)
          throw new NoAnswer(`the bodies read at a time have more than ${bytesUnderWay} bytes`, {});
        chunks.push(chunk);
      }
      return Buffer.concat(chunks, length);
    } finally {
      this.bytesUnderWay -= length;
    }
  }
}

function isBusy(status: number): boolean {
  return status === 429 || status === 503;
}

/** Seconds that a `Retry-After` asks for: a number of them, or a date. */
function waitOf(header: string | null): number {
  if (header === null) return 0;
  if (/^\d+$/u.test(header)) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? 0 : Math.max(0, (until - Date.now()) / 1000);
}

/** Names, addresses and certificates are the same at the next try. */
const hopeless =
  /^(?:ENOTFOUND|ERR_INVALID_URL|ERR_TLS_\w+|ERR_SSL_\w+|EPROTO|HOSTNAME_MISMATCH|CERT_\w+|UNABLE_TO_\w+|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT\w*|INVALID_CA)$/u;

/** fetch hides what happened in the cause, and of several addresses in the causes, of its error. */
function failureOf(error: unknown): NoAnswer {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  const code = errorCode(first) ?? '';
  const said = first instanceof Error ? first.message : String(first);
  const isFinal = hopeless.test(code) || /credentials|bad port/u.test(said);
  return new NoAnswer(`no answer: ${said.trim() || code}`, { isFinal });
}
