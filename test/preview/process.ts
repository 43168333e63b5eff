// A command that goes on until it is ended, as a real process, and what it has said.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Process {
  /** Waits until all that was said on stderr holds this; fails where the process ends before. */
  said(what: RegExp): Promise<RegExpExecArray>;
  /** Everything that was said on stderr until now. */
  text(): string;
  /** Sends a signal, and answers the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Answers the exit code once it ends by itself. */
  ended: Promise<number | null>;
}

/** Starts commands, and ends those that are still there when a test does. */
export interface Processes {
  start(words: readonly string[], surroundings: { cwd: string; env?: Record<string, string> }): Process;
  endAll(): Promise<void>;
}

export const bin = join(process.cwd(), 'lib/bin.js');

/** Without what a CI or a person may have set. */
export const plainEnv = { PATH: process.env['PATH'] ?? '' };

export function processes(): Processes {
  const running = new Set<ChildProcess>();
  return {
    start(words, { cwd, env = {} }) {
      const child = spawn(process.execPath, [bin, ...words], { env: { ...plainEnv, ...env }, cwd });
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
        async said(what) {
          for (;;) {
            const found = what.exec(text);
            if (found) return found;
            if (!running.has(child)) throw new Error(`ended with ${child.exitCode}, having said: ${text}`);
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
