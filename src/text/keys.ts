// Objects with named fields, and the keys of tables in code, with their types.

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The names of the rows of a table, in its order. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(table).filter((key): key is Key => key in table);
}

/** A table with the same rows, each with a value that is made from it. */
export function mapRows<Key extends string, Row, Value>(
  table: Readonly<Record<Key, Row>>,
  valueOf: (row: Row) => Value,
): Record<Key, Value> {
  const names = keysOf(table);
  const hasAll = (mapped: object): mapped is Record<Key, Value> => names.every((name) => name in mapped);
  const mapped = Object.fromEntries(names.map((name) => [name, valueOf(table[name])]));
  if (!hasAll(mapped)) throw new TypeError('a row is missing');
  return mapped;
}
