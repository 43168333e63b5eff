// The numbers of rows: whether a point or a comma has the decimals in the texts of a field, by those that can be read in one way.
import type { FieldTable } from '../../catalog/fields.ts';
import type { MappedRows } from '../propose/map-columns.ts';
import { decimalSignBy, decimalSignInPrice } from '../values/field-values.ts';
import { batchesOf } from './batches.ts';
import { readerOf } from './field-readers.ts';

/** The sign of decimals of numbers by their field, and of prices by their field and currency, where the texts say one and the same. */
export async function decimalSigns(
  mapped: MappedRows,
  fields: FieldTable,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const readers = Object.entries(fields).flatMap(([name, { kind }]) => {
    if ((kind !== 'number' && kind !== 'price') || mapped.fields[name] === undefined) return [];
    const keyOf = kind === 'number' ? () => name : (text: string) => priceKey(name, text);
    // Values that are numbers already do not show how texts are written.
    const read = readerOf(name, mapped, () => '');
    return [{ read, keyOf, signIn: kind === 'number' ? decimalSignBy : decimalSignInPrice, seen: new Set<string>() }];
  });
  const found = new Map<string, Set<string>>();
  if (readers.length === 0) return new Map();
  for await (const rows of batchesOf(mapped.rows, signal))
    for (const row of rows)
      for (const { read, keyOf, signIn, seen } of readers)
        for (const text of read(row)) {
          // The same few texts occur again and again.
          if (seen.size === seen.add(text).size) continue;
          const sign = signIn(text);
          if (sign !== undefined) found.set(keyOf(text), (found.get(keyOf(text)) ?? new Set()).add(sign));
        }
  return new Map(
    [...found].flatMap(([key, signs]) => {
      // Of prices some may be sure of three decimals.
      const [sign = '', other = sign, ...others] = [...signs].toSorted();
      return sign.charAt(0) === other.charAt(0) && others.length === 0 ? [[key, sign] as const] : [];
    }),
  );
}

/** Prices of a field are written alike in one currency. */
export function priceKey(name: string, text: string): string {
  return `${name} ${text.replaceAll(/[\d.,'\s]+/gu, '')}`;
}
