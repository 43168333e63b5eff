// Functions that remember their results.

/** A function of a text that computes each result once. For texts of which there are few: nothing is ever forgotten. */
export function memoize<Text extends string, T>(make: (text: Text) => T): (text: Text) => T {
  const results = new Map<Text, T>();
  return (text) => {
    const cached = results.get(text);
    if (cached !== undefined) return cached;
    const result = make(text);
    results.set(text, result);
    return result;
  };
}

/** A value that is made when it is first asked for. */
export function lazy<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
