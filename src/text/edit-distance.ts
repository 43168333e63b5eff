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
  let last: number[] = [];
  for (let column = 0; column <= reach; column += 1) last.push(column);
  let fewestInLast = 0;
  for (let row = 1; row <= typed.length; row += 1) {
    const letter = typed.charCodeAt(row - 1);
    const letterBefore = typed.charCodeAt(row - 2);
    const current = [row];
    let edits = row;
    let fewest = row;
    for (let column = 1; column <= reach; column += 1) {
      const other = term.charCodeAt(column - 1);
      const replaced = (last[column - 1] ?? tooMany) + (letter === other ? 0 : 1);
      edits = Math.min(1 + edits, 1 + (last[column] ?? tooMany), replaced);
      const isSwap = letterBefore === other && letter === term.charCodeAt(column - 2);
      if (isSwap) edits = Math.min(edits, 1 + (beforeLast[column - 2] ?? tooMany));
      current.push(edits);
      fewest = Math.min(fewest, edits);
    }
    if (fewest > max && fewestInLast > max) return tooMany;
    [beforeLast, last] = [last, current];
    fewestInLast = fewest;
  }
  return Math.min(tooMany, isPrefix ? Math.min(...last) : (last[reach] ?? tooMany));
}
