// Worker threads, which several builds of one process can use, one after another: starting them and compiling their code takes time.
import { Piscina } from 'piscina';
import type { BuildContext, RunJob, ThreadJob } from './job-types.ts';
import { resultOf } from './outcome.ts';

export class WorkerThreads {
  private readonly pool: Piscina<ThreadJob>;
  /** A thread that fails outside a job, for example while starting, fails every job: queued ones might never start. */
  private readonly failure: Promise<never>;
  private builds = 0;

  constructor(readonly count: number) {
    this.pool = new Piscina({
      filename: new URL('./worker.js', import.meta.url).href,
      minThreads: count,
      maxThreads: count,
      // Otherwise a job for which no thread is free goes to the end of the queue, and the longest ones end last.
      stricterFIFO: true,
      // Half of Node's default: nearly all that a job allocates is garbage at once, and less of it piles up.
      resourceLimits: { maxYoungGenerationSizeMb: 24 },
    });
    this.failure = new Promise((_, reject) => {
      this.pool.on('error', reject);
    });
    this.failure.catch(() => {
      // Each job reports it.
    });
  }

  /** Runs the jobs of a new build; those of the builds before it have ended. */
  begin(context: BuildContext): RunJob {
    this.builds += 1;
    const build = this.builds;
    const run = async (job: ThreadJob) => Promise.race([this.pool.run(job), this.failure]);
    return async (...job) => {
      return resultOf((await run({ build, job })) ?? (await run({ build, job, context })));
    };
  }

  /** Ends the threads; no job runs. */
  async end(): Promise<void> {
    await this.pool.destroy();
  }
}
