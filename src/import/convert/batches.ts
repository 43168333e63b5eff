// Passes over all rows, in batches between which signals arrive.
import { setImmediate } from 'node:timers/promises';

const batchSize = 4096;

/** Rows in batches. Throws the reason of the signal once it is aborted. */
export async function* batchesOf<Item>(rows: Iterable<Item>, signal: AbortSignal): AsyncGenerator<readonly Item[]> {
  let batch: Item[] = [];
  for (const row of rows) {
    if (batch.push(row) < batchSize) continue;
    await turn(signal);
    yield batch;
    batch = [];
  }
  await turn(signal);
  yield batch;
}

/** The different values that a field has in all rows. */
export async function distinctValues<Item>(
  rows: Iterable<Item>,
  read: (row: Item) => readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const values = new Set<string>();
  for await (const batch of batchesOf(rows, signal))
    for (const row of batch) for (const value of read(row)) values.add(value);
  return values;
}

/** Whether something is so of every row. Throws the reason of the signal once it is aborted. */
export async function isEvery<Item>(
  rows: Iterable<Item>,
  signal: AbortSignal,
  is: (row: Item) => boolean,
): Promise<boolean> {
  for await (const batch of batchesOf(rows, signal)) if (!batch.every(is)) return false;
  return true;
}

async function turn(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}
