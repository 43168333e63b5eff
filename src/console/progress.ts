// The progress bar on a terminal.
import { visible } from '../text/terminal.ts';

export interface ProgressBar {
  show(progress: { readonly done: number; readonly total: number; readonly what: string }): void;
  end(): void;
}

/** A bar on a terminal; a no-op elsewhere. */
export async function openProgress(stream: NodeJS.WritableStream, isTerminal: boolean): Promise<ProgressBar> {
  if (!isTerminal) return { show: () => {}, end: () => {} };
  const { default: progress } = await import('cli-progress');
  const bar = new progress.SingleBar({
    stream,
    format: '{bar} {percentage}% {what}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    clearOnComplete: true,
    hideCursor: true,
  });
  let shown: number | undefined;
  return {
    show({ done, total, what }) {
      // A new total means a new phase: restart the bar.
      if (shown !== total) bar.start(total, done, { what: visible(what) });
      shown = total;
      bar.update(done, { what: visible(what) });
    },
    end: () => bar.stop(),
  };
}
