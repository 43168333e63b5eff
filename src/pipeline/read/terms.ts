// Terms: the words by which the courses of one chunk are found, gathered as the chunk is read.
import { termsOf } from '../../site/search/terms.ts';
import { startsChunk } from '../../site/search/format.ts';
import { sharedBytes, sharedNumbers } from '../../output/bytes.ts';
import { textOfUtf8 } from '../../source/utf8.ts';

/** The terms of one chunk. The arrays lie in memory that threads share. */
export interface ChunkTerms {
  /** The terms in ascending order, a line each, as UTF-8. */
  readonly text: Uint8Array;
  /** Where the holders of each term end. */
  readonly ends: Uint32Array;
  /** Twice the ordinal of a course in its chunk, and one more where the term is not in its title; ascending for each term. */
  readonly holders: Uint32Array;
  /** Those of the terms with which a file of the search index begins, ascending. */
  readonly boundaries: readonly TermBoundary[];
}

/** Where a term stands among those of its chunk: its number, and the byte at which it begins. */
export interface TermBoundary {
  readonly term: string;
  readonly index: number;
  readonly byte: number;
}

/** What is searched of a course, as UTF-8 texts. */
export interface Searched {
  readonly title: string;
  /** Texts that often come again: author, tags, the name of the provider. */
  readonly others: readonly string[];
}

/** The terms of texts without a space, as UTF-8: most come again and again, in other chunks too. */
export type TermMemo = Map<string, readonly string[]>;

/** How many texts the memo holds before it is cleared. */
const maxMemo = 50_000;

/** Bytes of a text that are searched: no title, tag or name is longer, and terms take a hundred times the room of their text. */
const maxSearched = 1024 * 1024;

/** The terms of a chunk while it is read. */
export class TermsBuilder {
  private readonly numbers = new Map<string, number>();
  /** For each term the course that was found to hold it last, by its ordinal. */
  private readonly last: number[] = [];
  private readonly counts: number[] = [];
  /** One after another: the number of a term, and its holder. */
  private readonly held: number[] = [];
  private readonly known = new Map<string, readonly number[]>();

  constructor(private readonly memo: TermMemo) {}

  /** Adds the course of this ordinal; courses come in order. */
  add(ordinal: number, { title, others }: Searched): void {
    this.hold(title, 2 * ordinal);
    for (const text of others) this.hold(text, 2 * ordinal + 1);
  }

  finish(): ChunkTerms {
    const terms = [...this.numbers.keys()].toSorted();
    const places = new Uint32Array(terms.length);
    const ends = sharedNumbers(terms.length);
    const holders = sharedNumbers(this.held.length / 2);
    let sum = 0;
    for (const [at, term] of terms.entries()) {
      const number = this.numbers.get(term) ?? 0;
      places[number] = sum;
      sum += this.counts[number] ?? 0;
      ends[at] = sum;
    }
    for (let at = 0; at < this.held.length; at += 2) {
      const number = this.held[at] ?? 0;
      const place = places[number] ?? 0;
      holders[place] = this.held[at + 1] ?? 0;
      places[number] = place + 1;
    }
    return { text: sharedBytes(Buffer.from(terms.join('\n'))), ends, holders, boundaries: boundariesIn(terms) };
  }

  /** No term goes on behind a space. */
  private hold(utf8: string, holder: number): void {
    let start = 0;
    const limit = Math.min(utf8.length, maxSearched);
    while (start < limit) {
      const space = utf8.indexOf(' ', start);
      const end = space === -1 || space > limit ? limit : space;
      if (end > start) {
        for (const number of this.numbersOf(utf8.slice(start, end))) {
          if (this.last[number] === holder >>> 1) continue;
          this.last[number] = holder >>> 1;
          this.counts[number] = (this.counts[number] ?? 0) + 1;
          this.held.push(number, holder);
        }
      }
      start = end + 1;
    }
  }

  private numbersOf(utf8: string): readonly number[] {
    let numbers = this.known.get(utf8);
    if (!numbers) {
      numbers = this.termsOf(utf8).map((term) => this.numberOf(term));
      this.known.set(utf8, numbers);
    }
    return numbers;
  }

  private termsOf(utf8: string): readonly string[] {
    let terms = this.memo.get(utf8);
    if (!terms) {
      terms = termsOf(textOfUtf8(utf8));
      if (this.memo.size === maxMemo) this.memo.clear();
      this.memo.set(utf8, terms);
    }
    return terms;
  }

  private numberOf(term: string): number {
    let number = this.numbers.get(term);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(term, number);
      this.last.push(-1);
      this.counts.push(0);
    }
    return number;
  }
}

function boundariesIn(terms: readonly string[]): TermBoundary[] {
  const boundaries: TermBoundary[] = [];
  let byte = 0;
  for (const [index, term] of terms.entries()) {
    if (startsChunk(term)) boundaries.push({ term, index, byte });
    byte += Buffer.byteLength(term) + 1;
  }
  return boundaries;
}

/** The terms of a chunk as texts: those from the boundary of this number on and before the next; all of them without a number. */
export function termTexts({ text, ends, boundaries }: ChunkTerms, number?: number): string[] {
  if (ends.length === 0) return [];
  const all = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  if (number === undefined) return all.toString('utf8').split('\n');
  const from = boundaries[number]?.byte ?? 0;
  const next = boundaries[number + 1];
  // Where the very first term is a boundary, there is none before it.
  return from === next?.byte ? [] : all.toString('utf8', from, next ? next.byte - 1 : all.length).split('\n');
}
