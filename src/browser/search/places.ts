// In which chunks terms lie, by the first term of each.

/** The first terms of the chunks that hold the terms with this beginning, and no more than the first `most` of them. */
export function chunksOf(firsts: readonly string[], beginning: string, most: number): string[] {
  const start = Math.max(
    0,
    firsts.findLastIndex((first) => first <= beginning),
  );
  const end = firsts.findIndex((first, at) => at > start && !first.startsWith(beginning));
  return firsts.slice(start, end === -1 ? undefined : end).slice(0, most);
}
