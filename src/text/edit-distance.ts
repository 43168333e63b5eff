// The number of typing errors between a typed word and a term.

/**
 * The edit distance: the fewest insertions, deletions, substitutions and swaps of adjacent characters that turn `typed`
 * into `term`, or, with `isPrefix`, into any prefix of it. Returns `max + 1` for anything above `max`.
 */
export function editDistance(typed: string, term: string, max: number, isPrefix = false): number {
  const tooMany = max + 1;
  if (typed.length - term.length > max || (!isPrefix && term.length - typed.length > max)) return tooMany;
  const reach = isPrefix ? Math.min(term.length, typed.length + max) : term.length;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: reach + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= reach; column += 1) {
      const isSame = typed[row - 1] === term[column - 1];
      const isSwap = typed[row - 1] === term[column - 2] && typed[row - 2] === term[column - 1];
      const fewest = Math.min(
        1 + distanceAt(last, column),
        1 + distanceAt(current, column - 1),
        distanceAt(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? 1 + distanceAt(beforeLast, column - 2) : tooMany,
      );
      current.push(fewest);
    }
    if (Math.min(...current) > max && Math.min(...last) > max) return tooMany;
    [beforeLast, last] = [last, current];
  }
  return Math.min(tooMany, isPrefix ? Math.min(...last) : distanceAt(last, reach));
}

function distanceAt(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
