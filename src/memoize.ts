// Functions that remember their results.

/** A function that computes the result of each key once; objects are keys by identity. For keys of which there are few: nothing is ever forgotten. */
export function memoize<Key = string, T = unknown>(make: (key: Key) => T): (key: Key) => T {
  const results = new Map<Key, T>();
  return (key) => {
    const cached = results.get(key);
    if (cached !== undefined) return cached;
    const result = make(key);
    results.set(key, result);
    return result;
  };
}

/** A value that is made when it is first asked for. */
export function lazy<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** The same for a value that takes time. After a failure the next call tries again. */
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
