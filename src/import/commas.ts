// Commas: whether one in a subject separates two, by what the other cells of the column show.
import { quoteText } from '../problems.ts';
import type { Source } from './format.ts';
import type { Notes } from './notes.ts';
import type { Reader } from './values.ts';

/** Splits subjects: "Arts, Design" is two where "Design" stands alone elsewhere, or where both come with others. */
export function commaSplitter({ rows, texts, fields }: Source, read: Reader, notes: Notes) {
  const isList = texts === 'cells' && fields.categories?.some((one) => 'split' in one) === false;
  const seen = new Set<string>();
  for (const row of isList ? rows : []) for (const cell of read(row)) seen.add(cell);
  const items = new Set([...seen].flatMap((cell) => cell.split(/[|;\r\n]+/u)).map((item) => item.trim()));
  /** How many different cells have a part. */
  const counts = new Map<string, number>();
  for (const part of [...items].flatMap(partsOf)) counts.set(part, (counts.get(part) ?? 0) + 1);
  return (item: string): readonly string[] => {
    if (!isList || !item.includes(',')) return [item];
    const parts = partsOf(item);
    if (parts.some((part) => items.has(part)) || parts.every((part) => (counts.get(part) ?? 0) > 1)) return parts;
    notes.add('guessed', 'comma within one subject; --map categories=COLUMN split "," makes two', quoteText(item));
    return [item];
  };
}

function partsOf(item: string): string[] {
  return item.split(',').flatMap((part) => part.trim() || []);
}
