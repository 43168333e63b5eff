// How many typing errors lie between what was typed and a term.

/**
 * The fewest insertions, deletions, replacements and swaps of neighbours that turn `typed` into `term`, or, where
 * `isBeginning`, into any beginning of it. Anything above `most` is told as `most + 1`.
 */
export function editsBetween(typed: string, term: string, most: number, isBeginning = false): number {
  const tooMany = most + 1;
  if (typed.length - term.length > most || (!isBeginning && term.length - typed.length > most)) return tooMany;
  const reach = isBeginning ? Math.min(term.length, typed.length + most) : term.length;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: reach + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= reach; column += 1) {
      const isSame = typed[row - 1] === term[column - 1];
      const isSwap = typed[row - 1] === term[column - 2] && typed[row - 2] === term[column - 1];
      const fewest = Math.min(
        1 + at(last, column),
        1 + at(current, column - 1),
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? 1 + at(beforeLast, column - 2) : tooMany,
      );
      current.push(fewest);
    }
    if (Math.min(...current) > most && Math.min(...last) > most) return tooMany;
    [beforeLast, last] = [last, current];
  }
  return Math.min(tooMany, isBeginning ? Math.min(...last) : at(last, reach));
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
