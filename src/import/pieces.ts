// Pieces: long texts are parsed in them, so that a signal to stop and the time limits of requests are noticed in between.
import { setImmediate } from 'node:timers/promises';

const size = 64 * 1024;

/** Some blocks of a text in pieces. Throws the reason of the signal once it is aborted. */
export async function* piecesOf(blocks: Iterable<string>, signal: AbortSignal): AsyncGenerator<string> {
  for (const block of blocks) {
    for (let at = 0; at < block.length; at += size) {
      await setImmediate();
      signal.throwIfAborted();
      yield block.slice(at, at + size);
    }
  }
}
