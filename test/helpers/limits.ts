// How long tests wait. A limit ends what hangs and decides nothing else: a slow and busy machine takes ten times as long as a quiet one.

/** The milliseconds for a whole test, or for a hook. */
export const testLimit = 10 * 60_000 * Number(process.env['FC_RUNS'] ?? 1);

/** The milliseconds for one event in a test, such as an element of a page: less than `testLimit`, so that the failure names the event. */
export const eventLimit = 4 * 60_000;

/** The seconds for an answer of a server. */
export const answerLimit = 60;

/** The seconds of processor time for what takes moments: minutes, if its time grows with the square. */
export const moments = 30;

/** Starts a clock of the processor time of this process, in seconds: other programs hardly change it. */
export function processorClock(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
}
