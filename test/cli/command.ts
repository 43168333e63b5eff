// The command line in one process: a process of our own to hand in, and what was printed and answered.
import { Readable, Writable } from 'node:stream';
import { run } from '../../src/cli.ts';

export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly env?: Record<string, string>;
  /** The folder in which the configuration file is looked for. */
  readonly cwd?: () => string;
  readonly isTTY?: boolean;
}

/** Runs `course-catalog` with these words, in an empty environment and without a configuration file unless told otherwise. */
export async function courseCatalog(words: readonly string[], surroundings: Surroundings = {}): Promise<Outcome> {
  const { env = {}, cwd = () => '/nowhere', isTTY = false } = surroundings;
  const stdout = new Sink(false);
  const stderr = new Sink(isTTY);
  const stdin = Readable.from([]);
  const io = {
    argv: ['node', 'course-catalog', ...words],
    env,
    stdin,
    stdout,
    stderr,
    cwd,
    once: () => {},
    off: () => {},
  };
  const exitCode = await run(io);
  return { exitCode, stdout: stdout.text, stderr: stderr.text };
}

/** Keeps what is written to it. */
export class Sink extends Writable {
  text = '';
  readonly columns = 80;

  constructor(readonly isTTY: boolean) {
    super({ decodeStrings: false });
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
