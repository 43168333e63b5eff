// Commas: whether one in a subject separates two, by what the other cells of the column show.
import { quoteText } from '../problems.ts';
import type { Source } from './format.ts';
import type { Notes } from './notes.ts';
import type { Reader } from './values.ts';

export class Commas {
  private readonly alone = new Set<string>();
  /** How many different cells have a part. */
  private readonly parts = new Map<string, number>();
  private readonly isList: boolean;

  constructor({ rows, texts, fields }: Source, read: Reader) {
    this.isList = texts === 'cells' && fields.categories?.some((one) => 'split' in one) === false;
    const seen = new Set<string>();
    for (const row of this.isList ? rows : []) for (const cell of read(row)) seen.add(cell);
    const items = new Set([...seen].flatMap((cell) => cell.split(/[|;\r\n]+/u)).map((item) => item.trim()));
    for (const item of items) {
      if (!item.includes(',')) this.alone.add(item);
      for (const part of partsOf(item)) this.parts.set(part, (this.parts.get(part) ?? 0) + 1);
    }
  }

  /** "Arts, Design" is two subjects where "Design" stands alone elsewhere, or where both come with others. */
  split(item: string, notes: Notes): readonly string[] {
    if (!this.isList || !item.includes(',')) return [item];
    const parts = partsOf(item);
    const isKnown =
      parts.some((part) => this.alone.has(part)) || parts.every((part) => (this.parts.get(part) ?? 0) > 1);
    if (isKnown) return parts;
    notes.add('guessed', 'comma within one subject; --map categories=COLUMN split "," makes two', quoteText(item));
    return [item];
  }
}

function partsOf(item: string): string[] {
  return item.split(',').flatMap((part) => part.trim() || []);
}
