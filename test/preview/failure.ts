// Failures that a test examines.

/** The error that the work is rejected with. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'did not fail',
    (error: unknown) => error,
  );
}
