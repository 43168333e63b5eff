// The client: sends requests with a time limit, and retries if a host is busy or does not answer.
import { setTimeout as pause } from 'node:timers/promises';
import { noAnswerOf, NoAnswer, retryAfterSeconds } from './failures.ts';

export interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes of the body that are enough: what comes after them is not read. Undefined for the whole body. */
  readonly firstBytes?: number;
}

export interface ClientOptions {
  /** Seconds for one response, its body included; tests set it. */
  readonly timeout?: number | undefined;
  /** How often a request is sent again if the host answers 429 or 503, or not at all; tests set it. */
  readonly retries?: number | undefined;
  readonly signal: AbortSignal;
  readonly userAgent?: string;
  /** Connects to the host; by default the global `fetch`. */
  readonly connect?: Connect;
  /** Waits until it is the turn of a request; called before every attempt. */
  readonly waitForSlot?: (url: string) => Promise<void>;
  /** Called when all requests have to wait because the host asked for it. */
  readonly onWait?: (seconds: number) => void;
  readonly limits?: Partial<typeof defaultLimits>;
}

/** Sends one request, and follows no redirect. */
export type Connect = (
  url: string,
  init: { readonly method: string; readonly headers: Record<string, string>; readonly signal: AbortSignal },
) => Promise<UnreadResponse>;

/** A response whose body has not been read. */
export interface UnreadResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array> | null;
}

export function userAgentOf(version: string): string {
  return `static-course-catalog/${version}`;
}

const connectByFetch: Connect = async (url, init) => fetch(url, { ...init, redirect: 'manual' });

/** The outcome of a request. If there was no answer, `failure` says why and the status is 0. */
export interface HttpResponse {
  readonly request: Request;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly failure?: string;
  /** The code of the error behind a failure, such as `ENOTFOUND`; undefined if it has none. */
  readonly errorCode?: string | undefined;
}

/** Statuses with which `Location` names another address. */
export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const defaultLimits = {
  /** The size of one body: far more than any list of this interface has, so that an endless body ends. */
  bytes: 32 * 1024 * 1024,
  /** The size of all bodies that are being read. */
  bytesInFlight: 256 * 1024 * 1024,
  /** Seconds that a host may ask to wait at a time. */
  wait: 300,
  /** Seconds to wait in total; there are no retries after that. */
  totalWait: 900,
};
/** Number of recent requests considered; an attempt that timed out counts as one. */
const recentRequests = 32;
/** Number of them without an answer after which the client gives up. */
const maxLost = 16;
const firstBackOff = 0.5;
const maxBackOff = 30;

export class Client {
  /** Requests sent, including retries. */
  requests = 0;
  /** Whether the client has given up because the host stopped answering; it sends nothing more. */
  hasGivenUp = false;
  private readonly recent: { readonly isLost: boolean }[] = [];
  private readonly limits: typeof defaultLimits;
  private waited = 0;
  private pausedUntil = 0;
  private bytesInFlight = 0;

  constructor(private readonly options: ClientOptions) {
    this.limits = { ...defaultLimits, ...options.limits };
  }

  /** Sends a request; does not follow redirects. Throws only the signal's reason. */
  async send(request: Request): Promise<HttpResponse> {
    const { retries = 4, signal } = this.options;
    const lost = (failure: string, status = 0, errorCode?: string) => {
      return { request, status, headers: new Headers(), body: new Uint8Array(), failure, errorCode };
    };
    signal.throwIfAborted();
    if (this.hasGivenUp) return lost(`not sent: ${maxLost} of the last ${recentRequests} requests got no answer`);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await this.attempt(request);
        this.recordOutcome({ isLost: false });
        return response;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof NoAnswer)) throw error;
        const { status, isTimeout, isPaused, code } = error.details;
        const isLast = attempt > retries || !this.canRetry(error, request);
        if (isLast || isTimeout) this.recordOutcome({ isLost: true });
        if (!isLast && !isPaused && !this.hasGivenUp) await this.backOff(attempt);
        if (isLast || this.hasGivenUp)
          return lost(`${error.message}${attempt > 1 ? `, ${attempt} times` : ''}`, status, code);
      }
    }
  }

  private async attempt(request: Request): Promise<HttpResponse> {
    const { timeout = 20, signal } = this.options;
    // If the host asked for a pause meanwhile, the turn is taken again: otherwise all waiting requests would be sent at once.
    do {
      await this.waitForPause();
      await this.options.waitForSlot?.(request.url);
    } while (this.pausedUntil > performance.now());
    const limit = new AbortController();
    const abort = () => limit.abort();
    const timer = setTimeout(abort, timeout * 1000);
    signal.addEventListener('abort', abort);
    this.requests += 1;
    try {
      const { method, url, firstBytes } = request;
      const { connect = connectByFetch, userAgent } = this.options;
      const headers = { ...(userAgent !== undefined && { 'User-Agent': userAgent }), ...request.headers };
      const response = await connect(url, { method, headers, signal: limit.signal });
      if (response.status === 429 || response.status === 503) {
        // Its body does not matter.
        abort();
        throw this.busyError(response);
      }
      const body = await this.bodyOf(response, firstBytes);
      return { request, status: response.status, headers: response.headers, body };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof NoAnswer) throw error;
      if (limit.signal.aborted) throw new NoAnswer(`no answer within ${timeout} s`, { isTimeout: true });
      throw noAnswerOf(error);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  }

  /** Retries an unsafe method only after a 429, with which the host says that it did not process the request. */
  private canRetry({ details: { isFinal, status } }: NoAnswer, { method }: Request): boolean {
    if (isFinal || this.hasGivenUp || this.waited >= this.limits.totalWait) return false;
    return ['GET', 'HEAD', 'OPTIONS'].includes(method) || status === 429;
  }

  private recordOutcome(outcome: { readonly isLost: boolean }): void {
    this.recent.push(outcome);
    if (this.recent.length > recentRequests) this.recent.shift();
    this.hasGivenUp ||= this.recent.filter(({ isLost }) => isLost).length >= maxLost;
  }

  private busyError({ status, headers }: UnreadResponse): NoAnswer {
    const seconds = retryAfterSeconds(headers.get('retry-after'));
    const isFinal = seconds > this.limits.wait || !this.pauseAll(seconds);
    const wait = isFinal ? ` and asked to wait ${Math.ceil(seconds)} s` : '';
    return new NoAnswer(`answered ${status}${wait}`, { isFinal, status, isPaused: seconds > 0 });
  }

  /** Delays all requests. Returns false if the total wait would be too long. */
  private pauseAll(seconds: number): boolean {
    const now = performance.now();
    const until = now + seconds * 1000;
    if (until <= Math.max(now, this.pausedUntil)) return true;
    const isNew = this.pausedUntil <= now;
    const waited = this.waited + (until - Math.max(now, this.pausedUntil)) / 1000;
    if (waited > this.limits.totalWait) return false;
    this.waited = waited;
    this.pausedUntil = until;
    if (isNew) this.options.onWait?.(Math.ceil(seconds));
    return true;
  }

  private async waitForPause(): Promise<void> {
    const left = () => this.pausedUntil - performance.now();
    while (left() > 0) await pause(left(), undefined, { signal: this.options.signal });
  }

  private async backOff(attempt: number): Promise<void> {
    const seconds = Math.min(maxBackOff, firstBackOff * 2 ** (attempt - 1) * (1 + Math.random()));
    this.waited += seconds;
    const { signal } = this.options;
    await pause(seconds * 1000, undefined, { signal }).catch(() => signal.throwIfAborted());
  }

  private async bodyOf(response: UnreadResponse, enough = Infinity): Promise<Uint8Array> {
    const { bytes, bytesInFlight } = this.limits;
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const chunk of response.body ?? []) {
        length += chunk.length;
        this.bytesInFlight += chunk.length;
        if (length > bytes) throw new NoAnswer(`the body has more than ${bytes} bytes`, { isFinal: true });
        if (this.bytesInFlight > bytesInFlight)
          throw new NoAnswer(`the bodies being read have more than ${bytesInFlight} bytes`, {});
        chunks.push(chunk);
        if (length >= enough) break;
      }
      return Buffer.concat(chunks, length);
    } finally {
      this.bytesInFlight -= length;
    }
  }
}
