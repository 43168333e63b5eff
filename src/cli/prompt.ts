// Prompts: runs one question on a terminal, until it is answered or canceled.
import { Writable } from 'node:stream';

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream & { readonly columns?: number };
  readonly signal: AbortSignal;
  /** What is thrown if the user cancels a prompt: with Ctrl-C, Ctrl-D or by closing the input. */
  readonly canceled: Error;
  /** The folder of the catalog; its Git remote suggests default answers. */
  readonly folder: string;
}

/** Runs one prompt. Throws `terminal.canceled` if the user cancels it, or the signal's reason if that aborts. */
export async function prompt<T>(
  terminal: Terminal,
  ask: (context: Pick<Terminal, 'input' | 'output' | 'signal'>) => Promise<T>,
) {
  const closed = new AbortController();
  // A prompt whose input ends, as with Ctrl-D, only pauses its input and would stay open forever.
  const close = () => closed.abort();
  const signal = AbortSignal.any([terminal.signal, closed.signal]);
  terminal.input.once('pause', close).once('end', close);
  try {
    return await ask({ input: terminal.input, output: withoutEnd(terminal.output), signal });
  } catch (error) {
    terminal.signal.throwIfAborted();
    if (error instanceof Error && /^(?:ExitPrompt|AbortPrompt|CancelPrompt)Error$/u.test(error.name)) {
      throw terminal.canceled;
    }
    throw error;
  } finally {
    terminal.input.off('pause', close).off('end', close);
  }
}

/** Forwards what a prompt prints, but not its end: the next prompt and the command still print to the same stream. */
function withoutEnd(output: Terminal['output']): NodeJS.WritableStream {
  const through = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => void output.write(chunk, () => done()),
  });
  return Object.assign(through, { columns: output.columns });
}
