// The numbers of rows: whether a point or a comma has the decimals in the texts of a field, by those that can be read in one way.
import type { FieldTable } from '../../catalog/source/fields.ts';
import type { MappedRows } from '../propose/map-columns.ts';
import { decimalSignBy } from '../values/field-values.ts';
import { batchesOf } from './batches.ts';
import { readerOf } from './field-readers.ts';

/** The sign of decimals of each field that is a number, where its texts say one and the same. */
export async function decimalSigns(
  mapped: MappedRows,
  fields: FieldTable,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const names = Object.keys(fields).filter(
    (name) => fields[name]?.kind === 'number' && mapped.fields[name] !== undefined,
  );
  if (names.length === 0) return new Map();
  // Values that are numbers already do not show how texts are written.
  const readers = names.map((name) => ({ name, read: readerOf(name, mapped, () => ''), signs: new Set<string>() }));
  for await (const rows of batchesOf(mapped.rows, signal))
    for (const row of rows)
      for (const { read, signs } of readers) for (const text of read(row)) signs.add(decimalSignBy(text) ?? '');
  return new Map(
    readers.flatMap(({ name, signs }) => {
      const [sign, ...others] = [...signs].filter((one) => one !== '');
      return sign === undefined || others.length > 0 ? [] : [[name, sign] as const];
    }),
  );
}
