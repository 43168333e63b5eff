// The command line run in this process: with a fake `process`, returning its output and exit code.
import { Readable, Writable } from 'node:stream';
import { run } from '../../src/cli/cli.ts';

export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly env?: Record<string, string>;
  /** The folder in which the configuration file is searched. */
  readonly cwd?: () => string;
  readonly isTTY?: boolean;
  /** Called with what the terminal has shown so far; returns whether Ctrl-C is pressed then. */
  readonly isInterrupted?: (shown: string) => boolean;
}

/** Runs `static-course-catalog` with these arguments, a text if none has a space; by default the environment is empty and there is no configuration file. */
export async function courseCatalog(
  args: string | readonly string[],
  surroundings: Surroundings = {},
): Promise<Outcome> {
  const { env = {}, cwd = () => '/nowhere', isTTY = false, isInterrupted = () => false } = surroundings;
  let interrupt = () => {};
  const stdout = new Sink(false);
  const stderr = new Sink(isTTY, (text) => isInterrupted(text) && setImmediate(() => interrupt()));
  const stdin = Readable.from([]);
  const io = {
    argv: ['node', 'static-course-catalog', ...(typeof args === 'string' ? args.split(' ') : args)],
    env,
    stdin,
    stdout,
    stderr,
    cwd,
    on: (signal: string, listener: () => void) => void (signal === 'SIGINT' && (interrupt = listener)),
    off: () => {},
  };
  const exitCode = await run(io);
  return { exitCode, stdout: stdout.text, stderr: stderr.text };
}

/** Keeps everything that is written to it. */
export class Sink extends Writable {
  text = '';
  readonly columns = 80;

  constructor(
    readonly isTTY: boolean,
    private readonly onText: (text: string) => void = () => {},
  ) {
    super({ decodeStrings: false });
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    this.onText(this.text);
    done();
  }
}
