// The views of a chunk as the journal compares them: one text, with all fields of a view in as many characters as those of any other.

/** A view of a catalog. */
export interface JournaledView {
  readonly linkhash: string;
  readonly id: number;
  /** The digest of its bytes, and how many they are. */
  readonly sha256: string;
  readonly length: number;
}

const [linkhashDigits, sha256Digits, lengthDigits] = [32, 64, 10];
const viewLength = linkhashDigits + sha256Digits + lengthDigits;

/** A view in the text of those of a chunk. */
export function viewText({ linkhash, sha256, length }: Omit<JournaledView, 'id'>): string {
  return linkhash + sha256 + String(length).padStart(lengthDigits);
}

/** The views in the text of a chunk, whose courses have these ids. */
export function* viewsIn(text: string, ids: ArrayLike<number>): Generator<JournaledView> {
  for (let ordinal = 0; ordinal * viewLength < text.length; ordinal += 1) {
    const start = ordinal * viewLength;
    const lengthStart = start + linkhashDigits + sha256Digits;
    yield {
      linkhash: text.slice(start, start + linkhashDigits),
      id: ids[ordinal] ?? 0,
      sha256: text.slice(start + linkhashDigits, lengthStart),
      length: Number(text.slice(lengthStart, start + viewLength)),
    };
  }
}
