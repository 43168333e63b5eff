// A value that takes time, made once. Apart from `memoize.ts`, of which the client of a catalog needs nothing else.

/** A value that is made when it is first asked for. After a failure the next call tries again. */
export function lazyAsync<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
