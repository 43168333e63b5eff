// Counts the items of a list.

/** The number of occurrences of each item, in the order of its first one. Objects are compared by identity. */
export function countEach<Item>(items: Iterable<Item>): Map<Item, number> {
  const counts = new Map<Item, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
