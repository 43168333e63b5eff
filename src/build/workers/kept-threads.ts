// Worker threads that stay from build to build. Nothing is loaded before a build has use for them.
import type { WorkerThreads } from './threads.ts';

/** The threads of a process that builds again and again: each build uses those of the one before. */
export class KeptThreads implements AsyncDisposable {
  private threads: WorkerThreads | undefined;

  /** Returns the kept threads; if their number is another, ends them and starts new ones. */
  async take(count: number): Promise<WorkerThreads> {
    if (this.threads?.count !== count) {
      await this[Symbol.asyncDispose]();
      const { WorkerThreads } = await import('./threads.ts');
      this.threads = new WorkerThreads(count);
    }
    return this.threads;
  }

  /** Ends threads that have failed: some may still write to the folder of a build that has ended. */
  async endFailed(): Promise<void> {
    if (this.threads?.hasFailed === true) await this[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.threads?.end();
    this.threads = undefined;
  }
}
