// Waiting for a condition, for less time than a test may take.
import { vi } from 'vitest';

/** Less than the timeout of a test, so that nothing polls after it ends. */
const timeoutMs = 50_000;

/** Resolves when the condition holds, and rejects if it never does. */
export async function until(isTrue: () => boolean): Promise<void> {
  await vi.waitUntil(isTrue, { timeout: timeoutMs, interval: 5 });
}
