// Waiting: for what must come, and never behind the test that waits.
import { vi } from 'vitest';

/** Shorter than the patience of a test, so that nothing is asked after its end. */
const patience = 50_000;

/** Ends when it is so, and fails where it never is. */
export async function until(isTrue: () => boolean): Promise<void> {
  await vi.waitUntil(isTrue, { timeout: patience, interval: 5 });
}
