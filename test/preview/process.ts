// A long-running command as a real process, and what it has printed.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Process {
  /** Waits until stderr so far matches the pattern; fails if the process ends before that. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Everything printed on stderr so far. */
  text(): string;
  /** Sends a signal, and returns the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Resolves to the exit code when it ends by itself. */
  ended: Promise<number | null>;
}

/** Starts commands, and kills those still running when a test ends. */
export interface Processes {
  start(args: readonly string[], surroundings: { cwd: string; env?: Record<string, string> }): Process;
  endAll(): Promise<void>;
}

export const bin = join(process.cwd(), 'lib/bin.js');

/** Without variables that a CI or a user may have set. */
export const plainEnv = { PATH: process.env['PATH'] ?? '' };

export function processes(): Processes {
  const running = new Set<ChildProcess>();
  return {
    start(args, { cwd, env = {} }) {
      const child = spawn(process.execPath, [bin, ...args], { env: { ...plainEnv, ...env }, cwd });
      running.add(child);
      const ended = once(child, 'close').then((): number | null => {
        running.delete(child);
        return child.exitCode;
      });
      let text = '';
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      return {
        ended,
        text: () => text,
        async waitFor(pattern) {
          for (;;) {
            const found = pattern.exec(text);
            if (found) return found;
            if (!running.has(child)) throw new Error(`ended with ${child.exitCode}, having printed: ${text}`);
            await Promise.race([once(child.stderr, 'data'), ended]);
          }
        },
        end(signal) {
          child.kill(signal);
          return ended;
        },
      };
    },
    async endAll() {
      await Promise.all([...running].map((child) => (child.kill('SIGKILL'), once(child, 'close'))));
    },
  };
}
