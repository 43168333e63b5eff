// Queries: every form in which a page can be requested, and the page that each means.
import fc from 'fast-check';

export interface Query {
  /** With its question mark; empty for none. */
  readonly text: string;
  /** The page in the response; undefined for a 404. */
  readonly page: number | undefined;
  /** Sent by every client that follows `next`; a host that maps the query only partly has to map these. */
  readonly plain: boolean;
}

/** The queries for a list of `last` pages, at least three. */
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
    // Names that only resemble it.
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
    // Names and values may be percent-encoded, once, and a plus is a space.
    ['?page=%32', 2],
    ['?p%61ge=2', 2],
    ['?%70%61%67%65=%33', 3],
    [`?page=${encoded(String(last))}`, last],
    [`?page=${encoded(String(last).slice(0, -1))}${String(last).slice(-1)}`, last],
    [`?page=${encoded(String(last + 1))}`, undefined],
    ['?pag%65', 1],
    ['?p%61ge=', 1],
    ['?p%61ge=2&page=3', 2],
    ['?page=3&p%61ge=2', 3],
    ['?page=%32&page=3', 2],
    ['?page=%30', undefined],
    ['?page=%30%32', undefined],
    ['?page=0%32', undefined],
    ['?page=%61', undefined],
    ['?page=%2532', undefined],
    ['?page=2%26page=3', undefined],
    ['?page=%3', undefined],
    ['?page=%', undefined],
    ['?page=%32%', undefined],
    ['?page=%FF', undefined],
    ['?page=2+', undefined],
    ['?page=%2B2', undefined],
    ['?page=2%20', undefined],
    ['?page%3D2', 1],
    ['?%26page=2', 1],
    ['?+page=2', 1],
    ['?%50age=2', 1],
    ['?p%6ge=2', 1],
    ['?p%2561ge=2', 1],
    ['?page%00=2', 1],
    [`?page=${encoded('9'.repeat(20))}`, undefined],
  ];
  return [
    ...plain.map(([text, page]) => ({ text, page, plain: true })),
    ...odd.map(([text, page]) => ({ text, page, plain: false })),
  ];
}

/** Every character percent-encoded. */
function encoded(text: string): string {
  return text.replace(/./gu, (character) => `%${character.codePointAt(0)?.toString(16)}`);
}

/** Queries composed of meaningful parts, for a list of `last` pages. */
export function anyQuery(last: number): fc.Arbitrary<Query> {
  return fc.array(anyPart, { maxLength: 8 }).map((parts) => {
    const text = `?${parts.join('')}`;
    const page = pageRequestedBy(text);
    return { text, page: page !== undefined && page <= last ? page : undefined, plain: true };
  });
}

const anyPart = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('page', 'p%61ge', 'pag%65', '=', '&', '1', '2', '3', '%31', '%32', '%33') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('+', '%', '%3', '0', '%30', '%26', '%3D', '%2532', '/', '..', ';', 'a', 'Page'),
  },
  { weight: 1, arbitrary: fc.stringMatching(/^[!$-~]{1,3}$/u) },
);

/** The page that a query requests, by the rules of HTML forms; undefined for one that no list has. */
function pageRequestedBy(query: string): number | undefined {
  const pairs = query.slice(1).split('&');
  const values = pairs.flatMap((pair) => {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/su.exec(pair) ?? [];
    return decoded(name) === 'page' ? [decoded(value)] : [];
  });
  const [first = ''] = values;
  if (first === '') return 1;
  return /^[1-9][0-9]*$/u.test(first) ? Number(first) : undefined;
}

/** A plus is a space; anything that is not a percent-encoding stands for itself. */
function decoded(text: string): string {
  const bytes = text
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9a-f]{2})/giu, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
