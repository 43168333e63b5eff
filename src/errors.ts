// Errors: what they say, and the codes of system errors.

/** The message of an error, or of whatever else was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of an error from Node or the system, such as `ENOENT`; undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
