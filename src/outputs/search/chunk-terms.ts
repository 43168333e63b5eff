// Terms: the searchable words of the courses of one chunk, collected as the chunk is read.
import { termsOf } from './terms.ts';
import { startsTermFile } from './file-format.ts';

/** The terms of one chunk. */
export interface ChunkTerms {
  /** The terms in ascending order, one per line, as UTF-8. */
  readonly text: Uint8Array;
  /** Where the postings of each term end. */
  readonly ends: Uint32Array;
  /** A posting: twice the ordinal of a course in its chunk, plus one if the term is not in its title; ascending for each term. */
  readonly postings: Uint32Array;
  /** The terms that start a new file of the search index, ascending. */
  readonly boundaries: readonly TermBoundary[];
}

/** The position of a term in `text`: its index among the terms, and its first byte. */
export interface TermBoundary {
  readonly term: string;
  readonly index: number;
  readonly byte: number;
}

/** The searchable texts of a course. */
interface SearchableTexts {
  readonly title: string;
  /** Author and tags, of which words often repeat. */
  readonly others: readonly string[];
  /** Names of the provider, the languages and the categories, which repeat as a whole. */
  readonly names: readonly string[];
}

/** The terms of words between spaces and of names: most repeat, across chunks too. */
export type TermMemo = Map<string, readonly string[]>;

/** Entries of the memo before it is cleared. */
const maxMemo = 50_000;

/** Searchable bytes of a text: real titles, tags and names are shorter, and terms take up a hundred times the memory of their text. */
const maxSearched = 1024 * 1024;

export class TermsBuilder {
  private readonly numbers = new Map<string, number>();
  /** For each term, the ordinal of the last course found to hold it. */
  private readonly last: number[] = [];
  private readonly counts: number[] = [];
  /** Pairs: the number of a term, and its posting. */
  private readonly numbersAndPostings: number[] = [];
  private readonly numbersByText = new Map<string, readonly number[]>();

  constructor(private readonly memo: TermMemo) {}

  /** Adds the next course, by its ordinal. */
  add(ordinal: number, { title, others, names }: SearchableTexts): void {
    for (const word of wordsIn(title)) this.addPosting(this.numbersOf(word), 2 * ordinal);
    for (const text of others) for (const word of wordsIn(text)) this.addPosting(this.numbersOf(word), 2 * ordinal + 1);
    for (const name of names) this.addPosting(this.numbersOf(searchedPart(name)), 2 * ordinal + 1);
  }

  finish(): ChunkTerms {
    const terms = [...this.numbers.keys()].toSorted();
    const offsets = new Uint32Array(terms.length);
    const ends = new Uint32Array(terms.length);
    const postings = new Uint32Array(this.numbersAndPostings.length / 2);
    let sum = 0;
    for (const [index, term] of terms.entries()) {
      const number = this.numbers.get(term) ?? 0;
      offsets[number] = sum;
      sum += this.counts[number] ?? 0;
      ends[index] = sum;
    }
    for (let index = 0; index < this.numbersAndPostings.length; index += 2) {
      const number = this.numbersAndPostings[index] ?? 0;
      const offset = offsets[number] ?? 0;
      postings[offset] = this.numbersAndPostings[index + 1] ?? 0;
      offsets[number] = offset + 1;
    }
    return { text: Buffer.from(terms.join('\n')), ends, postings, boundaries: boundariesIn(terms) };
  }

  private addPosting(numbers: readonly number[], posting: number): void {
    for (const number of numbers) {
      if (this.last[number] === posting >>> 1) continue;
      this.last[number] = posting >>> 1;
      this.counts[number] = (this.counts[number] ?? 0) + 1;
      this.numbersAndPostings.push(number, posting);
    }
  }

  private numbersOf(text: string): readonly number[] {
    let numbers = this.numbersByText.get(text);
    if (!numbers) {
      numbers = this.termsOf(text).map((term) => this.numberOf(term));
      this.numbersByText.set(text, numbers);
    }
    return numbers;
  }

  private termsOf(text: string): readonly string[] {
    let terms = this.memo.get(text);
    if (!terms) {
      terms = termsOf(text);
      if (this.memo.size === maxMemo) this.memo.clear();
      this.memo.set(text, terms);
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

/** The parts of a text between spaces: no term continues across one. */
function wordsIn(text: string): readonly string[] {
  return searchedPart(text).split(' ');
}

function searchedPart(text: string): string {
  // A UTF-16 unit has at most three bytes in UTF-8.
  return 3 * text.length <= maxSearched ? text : Buffer.from(text).toString('utf8', 0, maxSearched);
}

function boundariesIn(terms: readonly string[]): TermBoundary[] {
  const boundaries: TermBoundary[] = [];
  let byte = 0;
  for (const [index, term] of terms.entries()) {
    if (startsTermFile(term)) boundaries.push({ term, index, byte });
    byte += Buffer.byteLength(term) + 1;
  }
  return boundaries;
}
