// Errors: what they say, the codes of system errors, and actions that may fail.

/** The message of an error, or of whatever else was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The result of an action; undefined if it fails, for whatever reason. */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** The result of an action; undefined if it fails with a code, as the system and Node refuse operations. Throws any other error. */
export function unlessRefused<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** The code of an error from Node or the system, such as `ENOENT`; undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the system refused an operation; most such errors name its path. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** Wrong usage, with every reason. The command ends with exit code 2. */
export class UsageError extends Error {
  readonly reasons: readonly string[];

  constructor(...reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.name = 'UsageError';
    this.reasons = reasons;
  }
}
