// How long tests wait. A limit ends what hangs and decides nothing else: a slow and busy machine takes ten times as long as a quiet one.

/** The milliseconds for a whole test, or for a hook. */
export const testLimit = 10 * 60_000 * Number(process.env['FC_RUNS'] ?? 1);

/** The milliseconds for one event in a test, such as an element of a page: less than `testLimit`, so that the failure names the event. */
export const eventLimit = 4 * 60_000;

/** The seconds for an answer of a server. */
export const answerLimit = 60;
