// Which chunks of the index contain a term.

/** The first terms of the chunks that can contain terms with this prefix; only the first `max` of them. */
export function chunksOf(firsts: readonly string[], prefix: string, max: number): string[] {
  const start = Math.max(
    0,
    firsts.findLastIndex((first) => first <= prefix),
  );
  const end = firsts.findIndex((first, at) => at > start && !first.startsWith(prefix));
  return firsts.slice(start, end === -1 ? undefined : end).slice(0, max);
}
