// Builders: processes of their own that take locks on request.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Builder extends AsyncDisposable {
  readonly pid: number | undefined;
  /** Tells it to take the lock in a folder; returns `held`, or the reason why not. */
  lock(folder: string): Promise<string>;
  /** Resolves when the process has been killed and reaped. */
  kill(): Promise<void>;
}

/** Starts one, and waits until it is ready to take locks. */
export async function startBuilder(): Promise<Builder> {
  const script = fileURLToPath(new URL('take-locks.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  const ended = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const builder = {
    pid: child.pid,
    async lock(folder: string) {
      child.stdin.write(`${folder}\n`);
      return nextLine();
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
  const first = await nextLine();
  if (first !== 'ready') throw new Error(`unexpected output of the builder: ${first}`);
  return builder;
}
