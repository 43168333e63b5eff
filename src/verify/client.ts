// The client: requests with a time limit, tried again where a host is busy or does not answer.
import pRetry from 'p-retry';
import type { Request } from './curl.ts';

export interface ClientOptions {
  /** Seconds for one response, its body included. */
  readonly timeout: number;
  /** Further tries. */
  readonly retries: number;
  readonly signal: AbortSignal;
}

/** What came back. Without an answer the status is 0, and `failure` says why. */
export interface Answer {
  readonly request: Request;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly failure?: string;
}

/** No list of this interface comes near; a body without an end does. */
const mostBytes = 256 * 1024 * 1024;
/** Requests in a row without an answer, after which a host is not asked again. */
const patience = 16;
const longestWait = 300;
const firstWait = 500;

/** A try that may be worth another. */
class NoAnswer extends Error {
  constructor(
    message: string,
    readonly isFinal: boolean,
    readonly wait = 0,
    readonly status = 0,
  ) {
    super(message);
    this.name = 'NoAnswer';
  }
}

export class Client {
  /** Requests sent, further tries included. */
  requests = 0;
  private unanswered = 0;

  constructor(private readonly options: ClientOptions) {}

  /** Whether the host stopped answering: nothing more is sent. */
  get hasGivenUp(): boolean {
    return this.unanswered >= patience;
  }

  /** Sends a request; follows no redirect. Throws only the signal's reason. */
  async send(request: Request): Promise<Answer> {
    const { retries, signal } = this.options;
    // What might change something is asked once.
    const isSafe = request.method === 'GET' || request.method === 'HEAD';
    const nothing = { request, status: 0, headers: new Headers(), body: new Uint8Array() };
    if (this.hasGivenUp) {
      return { ...nothing, failure: `not asked, since ${patience} requests in a row had no answer` };
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
          minTimeout: firstWait,
          randomize: true,
          maxTimeout: 30_000,
          onFailedAttempt: async ({ error, retriesLeft }) => {
            if (error instanceof NoAnswer && retriesLeft > 0 && !error.isFinal) await pause(error.wait, signal);
          },
          shouldRetry: ({ error }) => error instanceof NoAnswer && !error.isFinal && (isSafe || error.status > 0),
        },
      );
      this.unanswered = 0;
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof NoAnswer)) throw error;
      this.unanswered += 1;
      return { ...nothing, status: error.status, failure: `${error.message}${tries > 1 ? `, ${tries} times` : ''}` };
    }
  }

  private async tryOnce(request: Request): Promise<Answer> {
    const { timeout, signal } = this.options;
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
        const wait = waitOf(response.headers.get('retry-after'));
        const asked = wait > longestWait ? `, and asked for ${Math.ceil(wait)} s` : '';
        throw new NoAnswer(`answered ${response.status}${asked}`, wait > longestWait, wait, response.status);
      }
      return { request, status: response.status, headers: response.headers, body: await bodyOf(response) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof NoAnswer) throw error;
      if (limit.signal.aborted) throw new NoAnswer(`no answer within ${timeout} s`, false);
      throw failureOf(error);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
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

async function bodyOf(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > mostBytes) throw new NoAnswer(`the body has more than ${mostBytes} bytes`, true);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

const hopeless = new Set(['ENOTFOUND', 'ERR_INVALID_URL', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED']);

/** fetch hides what happened in the cause, and of several addresses in the causes, of its error. */
function failureOf(error: unknown): NoAnswer {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  const code = first instanceof Error && 'code' in first ? String(first.code) : '';
  const said = first instanceof Error ? first.message : String(first);
  const isFinal = hopeless.has(code) || /credentials|bad port/u.test(said);
  return new NoAnswer(`no answer: ${said || code}`, isFinal);
}

async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  if (seconds <= 0) return;
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
  });
}
