// Queries: every form in which a page can be asked for, and which page each means.

export interface Query {
  /** With its question mark; empty for none. */
  readonly text: string;
  /** The pages that may answer: one, or where two readings are sound both; undefined stands for a 404. */
  readonly pages: readonly (number | undefined)[];
  /** What every client sends that follows `next`; a host that maps the query only partly has to map these. */
  readonly plain: boolean;
}

/** The queries for a list of `last` pages, which has at least three. */
export function queriesFor(last: number): Query[] {
  const plain: [string, number | undefined][] = [
    ['', 1],
    ['?page=1', 1],
    ['?page=2', 2],
    [`?page=${last}`, last],
    [`?page=${last + 1}`, undefined],
    ['?page=2&source=feed', 2],
    ['?source=feed&page=2', 2],
    ['?source=feed', 1],
  ];
  const odd: [string, number | undefined][] = [
    ['?', 1],
    ['?page', 1],
    ['?page=', 1],
    ['?page=&source=feed', 1],
    ['?&&page=2&', 2],
    ['?source=&page=3&lang=en', 3],
    // Names that only look like it.
    ['?xpage=2', 1],
    ['?page2=2', 1],
    ['?Page=2', 1],
    ['?PAGE=2', 1],
    ['?page[]=2', 1],
    ['?a=page=2', 1],
    ['?my_page=3&page=2', 2],
    // Of several the first counts.
    ['?page=2&page=3', 2],
    ['?page=2&page=abc', 2],
    ['?page=abc&page=2', undefined],
    ['?page=&page=2', 1],
    ['?page&page=2', 1],
    // No page has these numbers.
    ['?page=0', undefined],
    ['?page=02', undefined],
    ['?page=-1', undefined],
    ['?page=+2', undefined],
    ['?page=2.0', undefined],
    ['?page=1e0', undefined],
    ['?page=2,3', undefined],
    ['?page=abc', undefined],
    ['?page=last', undefined],
    ['?page=2%0A', undefined],
    ['?page=2%00', undefined],
    ['?page=%D9%A2', undefined],
    [`?page=${'9'.repeat(20)}`, undefined],
    [`?page=${'9'.repeat(300)}`, undefined],
    // Nor do these lead out of the list.
    ['?page=../x', undefined],
    ['?page=..', undefined],
    ['?page=%2e%2e', undefined],
    ['?page=%2E%2E%2F', undefined],
    ['?page=2/', undefined],
    ['?page=2/../3', undefined],
    ['?page=2%2F..%2F3', undefined],
    ['?page=../../../providers', undefined],
    ['?page=$1', undefined],
    ['?page={path}', undefined],
  ];
  return [
    ...plain.map(([text, page]) => ({ text, pages: [page], plain: true })),
    ...odd.map(([text, page]) => ({ text, pages: [page], plain: false })),
    // A host that reads the query as it stands knows no encoded digits and letters, and no client sends them.
    { text: '?page=%32', pages: [2, undefined], plain: false },
    { text: '?p%61ge=2', pages: [2, 1], plain: false },
  ];
}
