// Turns: limits how much is done at a time.

/** Runs what it is given, at most so many at a time. */
export function turns(most: number) {
  const waiting: (() => void)[] = [];
  let free = most;
  return async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
