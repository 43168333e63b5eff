// The views of a chunk, as far as the journal compares them: one text, in which each takes the same number of characters.

/** A view of a catalog. */
export interface JournaledView {
  readonly linkhash: string;
  readonly id: number;
  /** The digest of its bytes, and how many they are. */
  readonly sha256: string;
  readonly length: number;
}

const viewLength = 106;

/** A view in the text of those of a chunk: its linkhash, its digest and its length, each in as many characters as in any other. */
export function viewText({ linkhash, sha256, length }: Omit<JournaledView, 'id'>): string {
  return linkhash + sha256 + String(length).padStart(10);
}

/** The views of a chunk. */
export function* viewsIn(views: string, ids: ArrayLike<number>): Generator<JournaledView> {
  for (let at = 0; at * viewLength < views.length; at += 1) {
    const view = views.slice(at * viewLength, (at + 1) * viewLength);
    yield {
      linkhash: view.slice(0, 32),
      id: ids[at] ?? 0,
      sha256: view.slice(32, 96),
      length: Number(view.slice(96)),
    };
  }
}
