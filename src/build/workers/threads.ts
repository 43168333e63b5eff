// Worker threads, which several builds of one process can use, one after another: starting them and compiling their code takes time.
import { Piscina } from 'piscina';
import { turns } from '../../turns.ts';
import type { RunJob, ThreadContext, ThreadJob } from './job-types.ts';
import { resultOf } from './outcome.ts';

export class WorkerThreads {
  private readonly pool: Piscina<ThreadJob>;
  private builds = 0;
  /** Jobs for which no thread is idle wait for their turn, not in the pool, so that a thread seldom asks twice for the context of a build. */
  private readonly inTurn: ReturnType<typeof turns>;
  /** Rejects the jobs that run. */
  private readonly rejects = new Set<(error: unknown) => void>();
  /** A thread that fails outside a job, for example while starting, fails every job: others might never start. */
  private failure: { readonly error: unknown } | undefined;

  constructor(readonly count: number) {
    this.inTurn = turns(count);
    this.pool = new Piscina({
      filename: new URL('./worker.js', import.meta.url).href,
      minThreads: count,
      maxThreads: count,
      // Half of Node's default: nearly all that a job allocates is garbage at once, and less of it piles up.
      resourceLimits: { maxYoungGenerationSizeMb: 24 },
    });
    this.pool.on('error', (error) => {
      this.failure = { error };
      for (const reject of this.rejects) reject(error);
    });
  }

  /** Whether a thread has failed; no further job runs. */
  get hasFailed(): boolean {
    return this.failure !== undefined;
  }

  /** Runs the jobs of a new build. The jobs of earlier builds must have ended. */
  begin(context: ThreadContext): RunJob {
    this.builds += 1;
    const build = this.builds;
    return (...job) =>
      this.inTurn(async () => resultOf((await this.run({ build, job })) ?? (await this.run({ build, job, context }))));
  }

  /** Ends the threads, whether jobs are running or not. */
  async end(): Promise<void> {
    await this.pool.destroy();
  }

  private async run(job: ThreadJob) {
    if (this.failure) throw this.failure.error;
    const running = this.pool.run(job);
    return new Promise<Awaited<typeof running>>((resolve, reject) => {
      this.rejects.add(reject);
      running.then(resolve, reject).finally(() => this.rejects.delete(reject));
    });
  }
}
