// Failures: attempts without an answer, and what they mean for the next one.
import { errorCode } from '../text/errors.ts';

/** An attempt without an answer. If it `isFinal`, a retry would fail the same way; if it `isPaused`, the host said how long to wait. */
export class NoAnswer extends Error {
  constructor(
    message: string,
    readonly details: Readonly<
      Partial<Record<'isFinal' | 'isTimeout' | 'isPaused', boolean> & { status: number; code: string }>
    >,
  ) {
    super(message);
    this.name = 'NoAnswer';
  }
}

/** Seconds that a `Retry-After` header asks for, as a number or a date. */
export function retryAfterSeconds(header: string | null): number {
  if (header === null) return 0;
  if (/^\d+$/u.test(header)) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? 0 : Math.max(0, (until - Date.now()) / 1000);
}

/** Error codes of DNS, addresses and certificates, which a retry would raise again. */
const permanentErrors =
  /^(?:ENOTFOUND|EPRIVATE|ERR_INVALID_URL|ERR_TLS_\w+|ERR_SSL_\w+|EPROTO|HOSTNAME_MISMATCH|CERT_\w+|UNABLE_TO_\w+|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT\w*|INVALID_CA)$/u;

/** The failure behind a fetch error: its cause or, if several addresses were tried, the first of its causes. */
export function noAnswerOf(error: unknown): NoAnswer {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  const code = errorCode(first) ?? '';
  const message = first instanceof Error ? first.message : String(first);
  const isFinal = permanentErrors.test(code) || /credentials|bad port/u.test(message);
  return new NoAnswer(`no answer: ${message.trim() || code}`, { isFinal, code });
}
