// Waiting for a condition, for less time than a test may take.
import { vi } from 'vitest';
import { eventLimit } from '../helpers/limits.ts';

/** Resolves when the condition holds, and rejects if it never does. */
export async function until(isTrue: () => boolean): Promise<void> {
  await vi.waitUntil(isTrue, { timeout: eventLimit, interval: 5 });
}
