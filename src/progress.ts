// The progress bar on a terminal: courses read, then pages written.
import type { Progress } from './build/catalog.ts';
import { count } from './messages.ts';

export interface ProgressBar {
  show(progress: Progress): void;
  end(): void;
}

/** A bar on a terminal; nothing elsewhere. */
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
  let phase: Progress['phase'] | undefined;
  return {
    show({ phase: now, done, total, courses }) {
      const what = now === 'courses' ? count(courses, 'course', 'courses') : `${count(done, 'page', 'pages')} of lists`;
      if (phase !== now) bar.start(total, 0, { what });
      phase = now;
      bar.update(done, { what });
    },
    end: () => bar.stop(),
  };
}
