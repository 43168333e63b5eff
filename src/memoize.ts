// Functions that remember their results.

/** A function that computes the result of each key once. For keys of which there are few: nothing is ever forgotten. */
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

/** The same for objects, by identity: what belongs to one is forgotten with it. */
export function memoizeByObject<Key extends object, T>(make: (key: Key) => T): (key: Key) => T {
  const results = new WeakMap<Key, T>();
  return (key) => {
    const result = results.get(key) ?? make(key);
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
