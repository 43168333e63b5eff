// Busy threads: reading and closing files is slow, as under load.
import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';

/** Keeps the threads busy that read and close files, so that each call has to wait. The result releases them. */
export function occupyThreads(): () => Promise<void> {
  const controller = new AbortController();
  const derive = promisify(pbkdf2);
  const occupy = async () => {
    while (!controller.signal.aborted) await derive('password', 'salt', 20_000, 64, 'sha512');
  };
  const work = Promise.all(Array.from({ length: 16 }, occupy));
  return async () => {
    controller.abort();
    await work;
  };
}
