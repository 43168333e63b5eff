// Which term files contain a term.

/** The first terms of the term files that can contain terms with this prefix; only the first `max` of them. */
export function matchingFiles(firsts: readonly string[], prefix: string, max: number): string[] {
  const start = Math.max(
    0,
    firsts.findLastIndex((first) => first <= prefix),
  );
  const end = firsts.findIndex((first, at) => at > start && !first.startsWith(prefix));
  return firsts.slice(start, end === -1 ? undefined : end).slice(0, max);
}
