// Keeps worker threads in a process that builds again and again. Nothing is loaded before a build has use for them.
import type { WorkerThreads } from './threads.ts';

/** The threads of a process that builds again and again: those of one build are those of the next. */
export class KeptThreads implements AsyncDisposable {
  private threads: WorkerThreads | undefined;

  /** Threads that stay; others of another number end. */
  async take(count: number): Promise<WorkerThreads> {
    if (this.threads?.count !== count) {
      await this[Symbol.asyncDispose]();
      const { WorkerThreads } = await import('./threads.ts');
      this.threads = new WorkerThreads(count);
    }
    return this.threads;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.threads?.end();
    this.threads = undefined;
  }
}
